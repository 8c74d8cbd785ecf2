import { accountText } from "../../../src/messages/account.ts";
import {
  addPasskey,
  expect,
  expectAuthError,
  expectNotice,
  expectRows,
  expectUser,
  pressAndConfirm,
  sessionCookie,
  signedIn,
  signOut,
  test,
  withoutAutofill,
} from "../../../tests/support/test.ts";

test("a browser without passkeys does not show their buttons", async ({ page, app }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  await page.goto("/sign-in");
  await expect(page.getByRole("button", { name: "Email me a link" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toHaveCount(0);
  await signedIn(app, page.context());
  await page.goto("/welcome");
  await expect(page.getByRole("link", { name: "Continue" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a passkey" })).toHaveCount(0);
  await page.goto("/account");
  await expect(page.getByRole("region", { name: "Passkeys" })).toContainText(accountText.passkeys.unsupported);
});

/** Browsers until 2025, and some password managers: their answers are plain objects. */
const PLAIN: [who: string, change: () => void][] = [
  [
    "a browser without the methods for JSON",
    () => {
      const { parseCreationOptionsFromJSON, parseRequestOptionsFromJSON, prototype } = PublicKeyCredential;
      if (!parseCreationOptionsFromJSON || !parseRequestOptionsFromJSON) throw new Error("They are gone already.");
      Reflect.deleteProperty(PublicKeyCredential, "parseCreationOptionsFromJSON");
      Reflect.deleteProperty(PublicKeyCredential, "parseRequestOptionsFromJSON");
      Reflect.deleteProperty(prototype, "toJSON");
    },
  ],
  [
    "a password manager that answers with plain objects",
    () => {
      const plain = (credential: Credential | null) => {
        const { id, type, rawId, response } = credential as PublicKeyCredential;
        const parts = response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse;
        const { clientDataJSON, attestationObject, authenticatorData, signature, userHandle } = parts;
        return {
          id,
          type,
          rawId,
          response: { clientDataJSON, attestationObject, authenticatorData, signature, userHandle },
          toJSON() {
            throw new TypeError("Illegal invocation");
          },
        };
      };
      const { create, get } = CredentialsContainer.prototype;
      CredentialsContainer.prototype.create = async function (options) {
        return plain(await create.call(this, options));
      };
      CredentialsContainer.prototype.get = async function (options) {
        return plain(await get.call(this, options));
      };
    },
  ],
];

for (const [who, change] of PLAIN)
  test(`${who} adds a passkey and signs in with it`, async ({ page, app, context, authenticator }) => {
    await withoutAutofill(page);
    await page.addInitScript(change);
    const { email } = await signedIn(app, context);
    await page.goto("/account");
    await addPasskey(page);
    expect(await authenticator.count()).toBe(1);
    await signOut(page);
    await page.goto("/sign-in");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expectUser(page, email);
  });

test("a password manager that never answers leaves the button usable after the time that the prompt may take", async ({
  page,
}) => {
  await withoutAutofill(page);
  await page.addInitScript(() => {
    CredentialsContainer.prototype.get = () => {
      document.body.setAttribute("data-asked", "");
      return new Promise(() => {});
    };
  });
  await page.clock.install();
  await page.goto("/sign-in");
  const button = page.getByRole("button", { name: "Sign in with a passkey" });
  await button.click();
  await page.locator("body[data-asked]").waitFor();
  await expect(button).toHaveAttribute("aria-busy", "true");
  await page.clock.fastForward("05:01");
  await expect(button).toHaveAttribute("aria-busy", "false");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

for (const name of ["ConstraintError", "UnknownError", "NotReadableError", "EncodingError", "OperationError"])
  test(`a device that fails with ${name} is told as the device's failure, and not as a passkey that was removed`, async ({
    page,
    app,
    context,
  }) => {
    await withoutAutofill(page);
    await page.addInitScript((failure) => {
      const fail = async () => {
        throw new DOMException("The device failed.", failure);
      };
      CredentialsContainer.prototype.get = fail;
      CredentialsContainer.prototype.create = fail;
    }, name);
    await page.goto("/sign-in");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
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
  await page.goto("/sign-in");
  await page.locator("body[data-refused]").waitFor();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
  await page.goto("/");
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await page.locator("body[data-refused]").waitFor();
  await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expectAuthError(page, "Unsupported");
});

test("a passkey chosen in autofill that the server does not answer is a failed sign-in, and the page says so", async ({
  page,
  app,
  authenticator: _,
}) => {
  await signedIn(app, page.context());
  await page.goto("/account");
  await addPasskey(page);
  await signOut(page);
  await page.route("**/api/auth/callback/passkey", (route) => route.abort());
  await page.goto("/sign-in");
  await expectAuthError(page, "Unreachable");
});

test("a removed passkey no longer signs in, and the page says so", async ({ page, app, authenticator }) => {
  const { id } = await signedIn(app, page.context());
  await page.goto("/account");
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  await withoutAutofill(page);
  await signOut(page);
  app.database.prepare(`DELETE FROM "Authenticator" WHERE "userId" = ?`).run(id);
  app.database.prepare(`DELETE FROM "Account" WHERE "userId" = ?`).run(id);

  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
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
  const { id } = await signedIn(app, page.context());
  await page.goto("/account");
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  await withoutAutofill(page);
  await signOut(page);
  for (const table of ["Authenticator", "Account"])
    app.database.prepare(`DELETE FROM "${table}" WHERE "userId" = ?`).run(id);
  await page.goto("/");
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await expectAuthError(page, "WebAuthnVerificationError");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("the same device is not registered twice", async ({ page, app, authenticator }) => {
  await signedIn(app, page.context());
  await page.goto("/account");
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("This device already has a passkey for your account")).toBeVisible();
  expect(await authenticator.count()).toBe(1);
});

test("a browser that cannot tell password managers about removed passkeys works as before", async ({
  page,
  app,
  authenticator,
}) => {
  await page.addInitScript(() => {
    for (const name of ["signalUnknownCredential", "signalAllAcceptedCredentials", "signalCurrentUserDetails"])
      Reflect.deleteProperty(PublicKeyCredential, name);
  });
  const { id } = await signedIn(app, page.context());
  await page.goto("/account");
  await addPasskey(page);
  await pressAndConfirm(page, "Remove");
  await expectNotice(page, "passkeyRemoved");
  expect(await authenticator.count()).toBe(1);
  await expectRows(app, "Authenticator", "userId", id).toHaveLength(0);
  await signOut(page);
  await page.goto("/sign-in");
  await expectAuthError(page, "WebAuthnVerificationError");
});

test("password managers learn the user's new name", async ({ page, app, authenticator }) => {
  await signedIn(app, page.context());
  await page.goto("/account");
  await addPasskey(page);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ada");
  await page.getByRole("button", { name: "Save" }).click();
  await expectNotice(page, "nameSaved");
  await expect.poll(() => authenticator.displayNames()).toEqual(["Ada"]);
});
