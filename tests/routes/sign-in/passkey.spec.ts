import type { Page } from "@playwright/test";
import { welcomeText } from "../../../src/messages/account.ts";
import { layoutText } from "../../../src/messages/layout.ts";
import { signInText } from "../../../src/messages/sign-in.ts";
import {
  addPasskey,
  test as base,
  expect,
  expectUser,
  goToSignIn,
  insertSession,
  type SignedInUser,
  withoutAutofill,
} from "../../support/test.ts";

/** A user whose passkey is in the page's browser, signed out. */
const test = base.extend<{ holder: SignedInUser }>({
  holder: async ({ page, app, authenticator }, use) => {
    const user = await insertSession(app);
    await authenticator.hold(app, user);
    await withoutAutofill(page);
    await use(user);
  },
});

const withPasskey = (page: Page) => page.getByRole("button", { name: signInText.byPasskey });

test("a new user adds a passkey on the welcome page", async ({ page, user: _, authenticator }) => {
  await page.goto("/welcome");
  await expect(page.getByText(welcomeText.passkey)).toBeVisible();
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  await expect(page.getByRole("link", { name: welcomeText.done })).toBeVisible();
  await expect(page.getByText(welcomeText.passkey)).toHaveCount(0);
});

// The autofill belongs to the field for the address.
test("the browser's autofill signs in without a click", { tag: "@email" }, async ({ page, app, authenticator }) => {
  const user = await insertSession(app);
  await authenticator.hold(app, user);
  await page.goto("/sign-in?callbackUrl=/account");
  await expectUser(page, user.email);
  await expect(page).toHaveURL("/account");
});

test.describe('"Sign in" where the browser says at once whether it has a passkey', () => {
  const signIn = (page: Page) => page.getByRole("link", { name: layoutText.signIn, exact: true });

  test("asks for the passkey at the press alone, and the visitor stays on the page, signed in", async ({
    page,
    holder,
  }) => {
    const asked: string[] = [];
    page.on("request", (request) => request.url().includes("webauthn-options") && asked.push(request.url()));
    // biome-ignore lint/plugin: the page must ask for nothing.
    await page.goto("/no-such-page", { waitUntil: "networkidle" });
    expect(asked).toEqual([]);
    await page.evaluate(() => document.body.setAttribute("data-same", ""));
    await signIn(page).click();
    await expectUser(page, holder.email);
    await expect(page).toHaveURL("/no-such-page");
    await expect(page.locator("body[data-same]")).toBeVisible();
  });

  test("leads to the page that needed the session", async ({ page, holder }) => {
    await page.goto("/account?tab=1");
    await goToSignIn(page);
    await expectUser(page, holder.email);
    await expect(page).toHaveURL("/account?tab=1");
  });

  test("leads to the sign-in page when the prompt is closed, and in a browser without this mode; cancelling is silent there, and leaves it usable", async ({
    page,
    authenticator,
    holder,
  }) => {
    await authenticator.setVerified(false);
    for (const hasMode of [true, false]) {
      if (!hasMode)
        await page.addInitScript(() => {
          PublicKeyCredential.getClientCapabilities = async () => ({ immediateGet: false });
        });
      await page.goto("/");
      await signIn(page).click();
      await expect(page).toHaveURL("/sign-in");
      await expect(withPasskey(page)).toBeEnabled();
      await expect(page.getByRole("alert")).toHaveCount(0);
    }
    await withPasskey(page).click();
    // The prompt is closed.
    await expect(withPasskey(page)).toHaveAttribute("aria-busy", "false");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await authenticator.setVerified(true);
    await withPasskey(page).click();
    await expectUser(page, holder.email);
  });
});
