import { accountText } from "../../src/messages/account.ts";
import { describeAuthError } from "../../src/messages/auth-errors.ts";
import { pressAgainText } from "../../src/messages/errors.ts";
import { formText } from "../../src/messages/forms.ts";
import { signInText } from "../../src/messages/sign-in.ts";
import { timeText } from "../../src/messages/time.ts";
import { clientOf, textsOf } from "../support/client.ts";
import {
  addPasskey,
  age,
  expect,
  expectAuthError,
  expectFieldError,
  expectNotice,
  expectRows,
  insertAccount,
  insertPasskey,
  insertSession,
  nameField,
  pressAndConfirm,
  rows,
  signedIn,
  signOut,
  test,
  withoutAutofill,
} from "../support/test.ts";

const { addPasskey: adding, methods, passkeys } = accountText;

test("a passkey is added, named after its browser, renamed, used and removed", {
  tag: "@passkey",
}, async ({ page, app, user: { id }, authenticator }) => {
  // The passkey can be removed, because it is not the last method.
  insertAccount(app, id);
  await page.goto("/account");
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  const list = page.getByRole("region", { name: passkeys.title });
  await expect(list.getByRole("listitem").filter({ hasText: /Chrom/ })).toContainText(passkeys.neverUsed);

  await page.getByRole("button", { name: passkeys.rename }).click();
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
  await expect(page.getByText(`${passkeys.lastUsed} ${timeText.justNow}`)).toBeVisible();

  await pressAndConfirm(page, passkeys.remove);
  await expectNotice(page, "passkeyRemoved");
  await expect(page.getByText("My laptop")).toHaveCount(0);
  // The browser signals this to the authenticator, which no longer offers the passkey.
  await expect.poll(() => authenticator.count()).toBe(0);
});

test("a passkey has its provider's logo in the list, and whether it is synced", {
  tag: "@passkey",
}, async ({ app }) => {
  const user = await insertSession(app);
  const [phone] = ["My phone", "My laptop"].map((name) => insertPasskey(app, user.id, name));
  const synced = `"credentialBackedUp" = TRUE, "aaguid" = 'bada5566-a7aa-401f-bd96-45619a55120d'`;
  app.database.prepare(`UPDATE "Authenticator" SET ${synced} WHERE "credentialID" = ?`).run(String(phone));
  const { body } = await clientOf(app, user).open("/account");
  const rowOf = (name: string) => body.match(/<li[ >].*?<\/li>/gs)?.find((row) => row.includes(name)) ?? "";
  expect(textsOf({ body: rowOf("My phone") }, "title")[0]).toBe("1Password");
  expect(textsOf({ body: rowOf("My laptop") }, "title")).toEqual([]);
  expect([rowOf("My phone"), rowOf("My laptop")]).toEqual([
    expect.stringContaining(passkeys.synced),
    expect.stringContaining(passkeys.notSynced),
  ]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a passkey's name that is refused stays in its field, with the error under it, and Cancel brings the old one back", {
    tag: "@passkey",
  }, async ({ page, app, user: { id } }) => {
    insertPasskey(app, id, "My laptop");
    // The longest id that WebAuthn allows.
    insertPasskey(app, id, "My phone", 1023);
    const field = page.getByRole("textbox", { name: passkeys.nameOf("My phone") });
    const rename = page.getByRole("button", { name: `${passkeys.rename} My phone` });
    await page.goto("/account");
    await rename.click();
    await field.fill("   ");
    await rename.click();
    await expectFieldError(field, "passkeyNameInvalid");
    await expect(field).toHaveValue("   ");
    await page.getByRole("link", { name: formText.cancel }).click();
    await rename.click();
    await expect(field).toHaveValue("My phone");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await field.fill("My tablet");
    await rename.click();
    await expectNotice(page, "passkeyRenamed");
    await expect(page.getByRole("region", { name: passkeys.title }).getByRole("textbox")).toHaveCount(0);
  });
});

test("Remove asks in the passkey's row first, and Cancel keeps the passkey", {
  tag: ["@passkey", "@email"],
}, async ({ page, app, user: { id } }) => {
  for (const name of ["My laptop", "My phone"]) insertPasskey(app, id, name);
  const row = page.getByRole("listitem").filter({ hasText: "My phone" });
  const remove = row.getByRole("button", { name: `${passkeys.remove} My phone` });
  const question = page.getByText(passkeys.askToRemove("My phone"));
  await page.goto("/account");
  await remove.click();
  await expect(question).toBeVisible();
  await row.getByRole("link", { name: formText.cancel }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL("/account");
  await expect(remove).toBeFocused();
  await remove.press("Enter");
  await expect(question).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(remove).toBeFocused();
  await expectRows(app, "Authenticator", "userId", id).toHaveLength(2);
  await remove.click();
  await expect(question).toBeVisible();
  await remove.click();
  await expectNotice(page, "passkeyRemoved");
  await expect.poll(() => rows(app, "Authenticator", "userId", id).map(({ name }) => name)).toEqual(["My laptop"]);
});

test("Add a passkey adds none on another user's page, and says who is signed in; signed out, it leads to the sign-in page and back", {
  tag: "@passkey",
}, async ({ page, app, context, user: _, authenticator }) => {
  const add = page.getByRole("button", { name: adding.button });
  await page.goto("/account");
  const { email } = await signedIn(app, context);
  await add.click();
  await expect(page.getByRole("alert")).toContainText(`${describeAuthError("OtherUser").title}: ${email}`);
  await page.goto("/account");
  await context.clearCookies();
  await add.click();
  await expectAuthError(page, "SessionRequired");
  await expect(page).toHaveURL((url) => url.searchParams.get("callbackUrl") === "/account#passkeys");
  expect(await authenticator.count()).toBe(0);
});

test("refusing consent while connecting leads back to the account page, which says so", {
  tag: "@github",
}, async ({ app }) => {
  const user = await insertSession(app);
  const client = clientOf(app, user);
  const { location } = await client.press(await client.open("/account"), `${methods.connect} GitHub`);
  const asked = Object.fromEntries(location?.searchParams ?? []);
  const refused = await client.post(`${location}`, { ...asked, cancel: "yes" });
  const page = await client.open(`${refused.location}`);
  expect(page.to).toBe("GET /account");
  expect(textsOf(page, "strong")).toContain(describeAuthError("OAuthCallbackError", "connect").title);
  expect(rows(app, "Account", "userId", user.id)).toEqual([]);
});

test("15 minutes after sign-in, changing sign-in methods asks for a fresh sign-in and returns to the question", {
  tag: ["@passkey", "@email"],
}, async ({ page, app, context, user, authenticator }) => {
  await withoutAutofill(page);
  await authenticator.hold(app, user);
  await age(app, context, user, 16);
  await page.goto("/account");
  await nameField(page).fill("Typed");
  await pressAndConfirm(page, passkeys.remove);
  await expectAuthError(page, "FreshSignInRequired");
  // The user's own address and methods only.
  const address = page.getByRole("textbox", { name: signInText.email });
  await expect(address).toHaveValue(user.email);
  await expect(address).not.toBeEditable();
  await expect(page.getByRole("button", { name: signInText.byProvider("GitHub") })).toHaveCount(0);
  await page.getByRole("button", { name: signInText.byPasskey }).click();
  await expect(page).toHaveURL(/\/account[?#]/);
  // What was typed elsewhere on the page has waited, too.
  await expect(nameField(page)).toHaveValue("Typed");
  const note = page.getByRole("alert").filter({ hasText: pressAgainText.text });
  await expect(note).toBeFocused();
  await expect(note).toBeInViewport();
  // The question is open again, and nothing has happened yet.
  await expect(page.getByText(passkeys.askToRemove("Passkey")).filter({ visible: true })).toHaveCount(1);
  await expectRows(app, "Authenticator", "userId", user.id).toHaveLength(1);
  await page.getByRole("button", { name: passkeys.remove }).click();
  await expectNotice(page, "passkeyRemoved");
});
