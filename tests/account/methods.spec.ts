import appConfig from "../../app.config.ts";
import { accountText } from "../../src/messages/account.ts";
import { pressAgainText } from "../../src/messages/errors.ts";
import { formText } from "../../src/messages/forms.ts";
import { securityMailTitles } from "../../src/messages/mail.ts";
import { signInText } from "../../src/messages/sign-in.ts";
import { timeText } from "../../src/messages/time.ts";
import { startApp } from "../support/app.ts";
import { isOffered } from "../support/methods.ts";
import {
  addPasskey,
  age,
  askForEmail,
  consent,
  expect,
  expectAuthError,
  expectFieldError,
  expectNotice,
  expectRows,
  insertAccount,
  insertPasskey,
  mailTo,
  newEmail,
  pressAndConfirm,
  rows,
  signedIn,
  signOut,
  test,
  withoutAutofill,
} from "../support/test.ts";

test("a passkey is added, named after its browser, renamed, used and removed, and the owner gets a mail when it is added and removed", {
  tag: "@passkey",
}, async ({ page, app, context, authenticator }) => {
  const { id, email } = await signedIn(app, context);
  // The passkey can be removed, because it is not the last method.
  insertAccount(app, id);
  await page.goto("/account");
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  const list = page.getByRole("region", { name: accountText.passkeys.title });
  await expect(list.getByRole("listitem").filter({ hasText: /Chrom/ })).toContainText(accountText.passkeys.neverUsed);
  expect((await mailTo(app, email)).subject).toBe(`${securityMailTitles.passkeyAdded} · ${appConfig.name}`);

  await page.getByRole("button", { name: accountText.passkeys.rename }).click();
  const name = list.getByRole("textbox");
  await expect(name).toBeFocused();
  await name.fill("My laptop");
  await name.press("Enter");
  await expectNotice(page, "passkeyRenamed");
  await expect(page.getByRole("listitem").filter({ hasText: "My laptop" })).toBeVisible();

  await withoutAutofill(page);
  await signOut(page);
  await page.goto("/sign-in?callbackUrl=/account");
  await page.getByRole("button", { name: signInText.byPasskey }).click();
  await expect(page.getByRole("heading", { name: accountText.title })).toBeVisible();
  await expect(page.getByText(`${accountText.passkeys.lastUsed} ${timeText.justNow}`)).toBeVisible();

  await pressAndConfirm(page, accountText.passkeys.remove);
  await expectNotice(page, "passkeyRemoved");
  await expect(page.getByText("My laptop")).toHaveCount(0);
  await expect
    .poll(() => rows(app, "Account", "type", "webauthn").filter(({ userId }) => userId === email))
    .toHaveLength(0);
  await expect
    .poll(async () => (await mailTo(app, email)).subject)
    .toBe(`${securityMailTitles.passkeyRemoved} · ${appConfig.name}`);

  // The browser signals this to the authenticator, which no longer offers the passkey.
  await expect.poll(() => authenticator.count()).toBe(0);
});

test("passkeys come before the other sign-in methods, each with its provider's logo, and whether it is synced", {
  tag: "@passkey",
}, async ({ page, app, context }) => {
  const { id } = await signedIn(app, context);
  for (const name of ["My phone", "My laptop"]) insertPasskey(app, id, name);
  app.database
    .prepare(
      `UPDATE "Authenticator" SET "credentialBackedUp" = TRUE, "aaguid" = 'bada5566-a7aa-401f-bd96-45619a55120d' WHERE "name" = 'My phone' AND "userId" = ?`,
    )
    .run(id);
  await page.goto("/account");
  const headings = await page.getByRole("heading", { level: 2 }).allTextContents();
  expect(headings.indexOf(accountText.passkeys.title)).toBe(headings.indexOf(accountText.methods.title) - 1);
  const list = page.getByRole("region", { name: accountText.passkeys.title }).getByRole("listitem");
  await expect(list).toHaveCount(2);
  const phone = list.filter({ hasText: "My phone" });
  const laptop = list.filter({ hasText: "My laptop" });
  await expect(phone.getByText(accountText.passkeys.synced)).toBeVisible();
  await expect(phone.locator("svg title").first()).toHaveText("1Password");
  await expect(laptop.getByText(accountText.passkeys.notSynced)).toBeVisible();
  await expect(laptop.locator("svg title")).toHaveCount(0);
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a user without a passkey is told what to do for one", {
      tag: "@passkey",
    }, async ({ page, app, context }) => {
      await signedIn(app, context);
      await page.goto("/account");
      const { none, needsScript } = accountText.passkeys;
      const section = page.getByRole("region", { name: accountText.passkeys.title });
      // Playwright finds no text in <noscript>.
      const told = javaScriptEnabled ? section.getByText(none) : section.locator("noscript > p");
      await expect(told).toBeVisible();
      await expect(told).toContainText(javaScriptEnabled ? none : needsScript);
    });

    test("a passkey's name that is empty or too long stays in its field, with the error under it", {
      tag: "@passkey",
    }, async ({ page, app, context }) => {
      const { id } = await signedIn(app, context);
      insertPasskey(app, id, "My laptop");
      // The longest id that WebAuthn allows.
      insertPasskey(app, id, "My phone", 1023);
      const field = page.getByRole("textbox", { name: accountText.passkeys.nameOf("My phone") });
      const rename = page
        .getByRole("listitem")
        .filter({ hasText: "My phone" })
        .getByRole("button", { name: accountText.passkeys.rename });
      await page.goto("/account");
      await rename.click();
      for (const typed of ["   ", "x".repeat(51)]) {
        // Some clients ignore maxlength.
        await field.evaluate((input) => input.removeAttribute("maxlength"));
        await field.fill(typed);
        await rename.click();
        await expectFieldError(field, "passkeyNameInvalid");
        await expect(field).toHaveValue(typed);
      }
      await field.fill("My tablet");
      await rename.click();
      await expectNotice(page, "passkeyRenamed");
      await expect(page.getByRole("region", { name: accountText.passkeys.title }).getByRole("textbox")).toHaveCount(0);
      await expect(page.getByRole("alert")).toHaveCount(0);

      const tablet = page.getByRole("textbox", { name: accountText.passkeys.nameOf("My tablet") });
      const again = page.getByRole("button", { name: `${accountText.passkeys.rename} My tablet` });
      await again.click();
      await tablet.fill("   ");
      await again.click();
      await expectFieldError(tablet, "passkeyNameInvalid");
      await page.getByRole("link", { name: formText.cancel }).click();
      await again.click();
      await expect(tablet).toHaveValue("My tablet");
      await expect(page.getByRole("alert")).toHaveCount(0);
    });

    test("Remove asks in the passkey's row first, and Cancel keeps the passkey", {
      tag: ["@passkey", "@email"],
    }, async ({ page, app, context }) => {
      const { id } = await signedIn(app, context);
      for (const name of ["My laptop", "My phone"]) insertPasskey(app, id, name);
      const row = page.getByRole("listitem").filter({ hasText: "My phone" });
      const remove = row.getByRole("button", { name: accountText.passkeys.remove });
      const question = page.getByText(accountText.passkeys.askToRemove("My phone"));
      await page.goto("/account");
      await remove.click();
      await expect(question).toBeVisible();
      await row.getByRole("link", { name: formText.cancel }).click();
      await expect(question).toBeHidden();
      await expect(page).toHaveURL("/account");
      if (javaScriptEnabled) {
        await expect(remove).toBeFocused();
        await remove.press("Enter");
        await expect(question).toBeFocused();
        await page.keyboard.press("Escape");
        await expect(question).toBeHidden();
        await expect(remove).toBeFocused();
      }
      await expectRows(app, "Authenticator", "userId", id).toHaveLength(2);
      await remove.click();
      await expect(question).toBeVisible();
      await remove.click();
      await expectNotice(page, "passkeyRemoved");
      await expect(page).toHaveURL("/account");
      await expect.poll(() => rows(app, "Authenticator", "userId", id).map(({ name }) => name)).toEqual(["My laptop"]);
    });
  });

test("adding a passkey once the session has ended leads to the sign-in page, and back to the passkeys", {
  tag: "@passkey",
}, async ({ page, app, context, authenticator }) => {
  await signedIn(app, context);
  await page.goto("/account");
  await context.clearCookies();
  await page.getByRole("button", { name: accountText.addPasskey.button }).click();
  await expectAuthError(page, "SessionRequired");
  await expect(page).toHaveURL((url) => url.searchParams.get("callbackUrl") === "/account#passkeys");
  expect(await authenticator.count()).toBe(0);
});

test("GitHub is connected and disconnected, and the owner gets a mail about both", {
  tag: "@github",
}, async ({ page, app, context }) => {
  const { id, email } = await signedIn(app, context);
  // GitHub can be disconnected, because it is not the last method.
  insertPasskey(app, id, "My laptop");
  await page.goto("/account");
  await page.getByRole("button", { name: `${accountText.methods.connect} GitHub` }).click();
  await consent(page, { login: `ada-${id}`, email });
  await expect(page).toHaveURL(/\/account/);
  await expectNotice(page, "providerConnected", "GitHub");
  await expect(page.getByText(accountText.methods.connected(`ada-${id}`))).toBeVisible();
  // It has not signed in: the sign-in page does not call it "last used".
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("last-method");
  expect((await mailTo(app, email)).subject).toBe(`${securityMailTitles.connected("GitHub")} · ${appConfig.name}`);

  await pressAndConfirm(page, accountText.methods.disconnect("GitHub"));
  await expectNotice(page, "providerDisconnected", "GitHub");
  await expect(page.getByRole("button", { name: `${accountText.methods.connect} GitHub` })).toBeVisible();
  await expectRows(app, "Account", "userId", id).toHaveLength(0);
  await expect
    .poll(async () => (await mailTo(app, email)).subject)
    .toBe(`${securityMailTitles.disconnected("GitHub")} · ${appConfig.name}`);
});

test("refusing consent while connecting leads back to the account page, which says so", {
  tag: "@github",
}, async ({ page, app, context }) => {
  const { id } = await signedIn(app, context);
  await page.goto("/account");
  await page.getByRole("button", { name: `${accountText.methods.connect} GitHub` }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: accountText.title })).toBeVisible();
  await expectAuthError(page, "OAuthCallbackError", "connect");
  await expectRows(app, "Account", "userId", id).toHaveLength(0);
});

test("the last sign-in method cannot be removed, and the page says why", {
  tag: ["@passkey", "@github"],
}, async ({ page, context }) => {
  const app = await startApp(undefined, { EMAIL_SERVER: undefined, EMAIL_FROM: undefined });
  try {
    const { id } = await signedIn(app, context);
    insertAccount(app, id);
    await page.goto(`${app.origin}/account`);
    await expect(page.getByText(accountText.methods.onlyWay)).toBeVisible();
    await expect(page.getByRole("button", { name: accountText.methods.disconnect("GitHub") })).toHaveCount(0);

    // With two sign-in methods, the button is there. After the other one is removed elsewhere, it is refused.
    app.database
      .prepare(
        `INSERT INTO "Authenticator" ("credentialID", "userId", "providerAccountId", "credentialPublicKey", "counter", "credentialDeviceType", "credentialBackedUp") VALUES ('c', ?, 'c', 'k', 0, 'singleDevice', FALSE)`,
      )
      .run(id);
    await page.reload();
    await expect(page.getByRole("button", { name: accountText.methods.disconnect("GitHub") })).toBeVisible();
    app.database.prepare(`DELETE FROM "Authenticator" WHERE "userId" = ?`).run(id);
    await pressAndConfirm(page, accountText.methods.disconnect("GitHub"));
    await expectNotice(page, "lastMethod");
    await expectRows(app, "Account", "userId", id).toHaveLength(1);
  } finally {
    await app.stop();
  }
});

test("15 minutes after sign-in, changing sign-in methods asks for a fresh sign-in and returns to the section", {
  tag: ["@passkey", "@email"],
}, async ({ page, app, context, authenticator }) => {
  await withoutAutofill(page);
  const user = await signedIn(app, context);
  const { id, email } = user;
  await authenticator.hold(app, user);
  await age(app, context, user, 16);
  const { addPasskey, deletion, methods, passkeys, profile } = accountText;
  const acts = {
    [addPasskey.button]: "#passkeys",
    ...(isOffered("github") && { [`${methods.connect} GitHub`]: "#sign-in-methods" }),
    [profile.change]: "#profile",
    [deletion.title]: "#delete-account",
    [passkeys.remove]: "#passkeys",
  };
  for (const [button, section] of Object.entries(acts)) {
    await page.goto("/account");
    if (button === deletion.title)
      await page.getByRole("textbox", { name: accountText.deletion.confirmation }).fill(email);
    if (button === profile.change) await askForEmail(page, newEmail("new"));
    else if (button === passkeys.remove) await pressAndConfirm(page, button);
    else await page.getByRole("button", { name: button }).click();
    await expectAuthError(page, "FreshSignInRequired");
    await expect(page).toHaveURL(({ pathname, searchParams }) => {
      const { pathname: next, hash } = new URL(searchParams.get("callbackUrl") ?? "", app.origin);
      return pathname === "/sign-in" && next === "/account" && hash === section;
    });
    // The user's own address and methods only.
    const address = page.getByRole("textbox", { name: signInText.email });
    await expect(address).toHaveValue(email);
    await expect(address).not.toBeEditable();
    await expect(page.getByRole("button", { name: signInText.byProvider("GitHub") })).toHaveCount(0);
  }
  await page.getByRole("button", { name: signInText.byPasskey }).click();
  await expect(page).toHaveURL(/\/account[?#]/);
  const note = page.getByRole("alert").filter({ hasText: pressAgainText.text });
  await expect(note).toBeFocused();
  await expect(note).toBeInViewport();
  // The question is open again, and nothing has happened yet.
  await expect(page.getByText(passkeys.askToRemove("Passkey")).filter({ visible: true })).toHaveCount(1);
  expect(await authenticator.count()).toBe(1);
  await expectRows(app, "Account", "userId", id).toHaveLength(1);
  await expect.poll(() => rows(app, "User", "id", id)[0]?.email).toBe(email);

  await page.getByRole("button", { name: accountText.passkeys.remove }).click();
  await expectNotice(page, "passkeyRemoved");
});
