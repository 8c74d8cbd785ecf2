import type { Page } from "@playwright/test";
import { accountText } from "../../../src/messages/account.ts";
import {
  type App,
  type Authenticator,
  addPasskey,
  expect,
  expectAuthError,
  expectNotice,
  insertSession,
  saveName,
  sessionCookie,
  signedIn,
  test,
  withoutAutofill,
} from "../../../tests/support/test.ts";

const signInButton = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" });

/** The browser holds a passkey that the account has no more, and its visitor is signed out. */
async function holdRemovedPasskey(app: App, authenticator: Authenticator): Promise<void> {
  const user = await insertSession(app);
  await authenticator.hold(app, user);
  for (const table of ["Authenticator", "Account"])
    app.database.prepare(`DELETE FROM "${table}" WHERE "userId" = ?`).run(user.id);
}

test("a browser without passkeys does not show their buttons", async ({ page, app }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  await page.goto("/sign-in");
  await expect(page.getByRole("button", { name: "Email me a link" })).toBeVisible();
  await expect(signInButton(page)).toHaveCount(0);
  await signedIn(app, page.context());
  await page.goto("/welcome");
  await expect(page.getByRole("link", { name: "Continue" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a passkey" })).toHaveCount(0);
  await page.goto("/account");
  await expect(page.getByRole("region", { name: "Passkeys" })).toContainText(accountText.passkeys.unsupported);
});

test("a device that fails is told as the device's failure, and not as a passkey that was removed", async ({
  page,
  app,
  context,
}) => {
  await withoutAutofill(page);
  await page.addInitScript(() => {
    const fail = async () => {
      throw new DOMException("The device failed.", "OperationError");
    };
    Object.assign(CredentialsContainer.prototype, { get: fail, create: fail });
  });
  await page.goto("/sign-in");
  await signInButton(page).click();
  await expectAuthError(page, "DeviceFailed");
  await expect(page.getByRole("alert")).not.toContainText("removed");
  await signedIn(app, context);
  await page.goto("/account");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("alert")).toHaveText(accountText.addPasskey.failures.DeviceFailed);
});

test("a browser that refuses all passkeys says so only after its button was pressed", async ({ page }) => {
  await page.addInitScript(() => {
    CredentialsContainer.prototype.get = async () => {
      document.body.setAttribute("data-refused", "");
      throw new DOMException("Resident credentials are not supported.", "NotSupportedError");
    };
  });
  await page.goto("/");
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await page.locator("body[data-refused]").waitFor();
  await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await signInButton(page).click();
  await expectAuthError(page, "Unsupported");
});

test("a removed passkey no longer signs in, and the page says so", async ({ page, app, authenticator }) => {
  await withoutAutofill(page);
  await holdRemovedPasskey(app, authenticator);
  await page.goto("/sign-in");
  await signInButton(page).click();
  await expectAuthError(page, "WebAuthnVerificationError");
  // The browser has signalled this to the authenticator, which no longer offers the passkey.
  await expect.poll(() => authenticator.count()).toBe(0);
  await expect(page.getByRole("button", { name: "Email me a link" })).toBeEnabled();
  expect(await sessionCookie(page.context())).toBeUndefined();
});

test('a passkey that the server refuses after "Sign in" leads to the sign-in page, which says so', async ({
  page,
  app,
  authenticator,
}) => {
  await withoutAutofill(page);
  await holdRemovedPasskey(app, authenticator);
  await page.goto("/");
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await expectAuthError(page, "WebAuthnVerificationError");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("the same device is not registered twice, and learns the user's new name", async ({
  page,
  app,
  authenticator,
}) => {
  await signedIn(app, page.context());
  await page.goto("/account");
  await addPasskey(page);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("This device already has a passkey for your account")).toBeVisible();
  expect(await authenticator.count()).toBe(1);
  await saveName(page, "Ada");
  await expectNotice(page, "nameSaved");
  await expect.poll(() => authenticator.displayNames()).toEqual(["Ada"]);
});
