import { welcomeText } from "../../../src/messages/account.ts";
import { describeAuthError, describeTriesLeft } from "../../../src/messages/auth-errors.ts";
import { confirmText, inboxText } from "../../../src/messages/email-link.ts";
import { linkMails } from "../../../src/messages/mail.ts";
import { askByForm, clientOf, fieldsOf, spendByForm, textsOf } from "../../support/client.ts";
import { listen } from "../../support/heard.ts";
import { isOffered } from "../../support/methods.ts";
import {
  askForLink,
  claimed,
  codeIn,
  expect,
  expectAuthError,
  expectUser,
  goToSignIn,
  insertSession,
  linkIn,
  mailTo,
  newEmail,
  test,
} from "../../support/test.ts";

test("a code that is complete is sent, and signs the browser in that asked for the mail, after a mistyped code", {
  tag: "@codes",
}, async ({ page, app }) => {
  const address = newEmail();
  const code = page.getByRole("textbox", { name: inboxText.code });
  await page.goto("/account");
  await goToSignIn(page);
  await askForLink(page, app, address);
  const own = codeIn(await mailTo(app, address));
  await claimed(page);
  await code.fill("BBBB-BBBB");
  await expectAuthError(page, "Verification", "mismatch");
  await expect(page.getByRole("alert")).toContainText(describeTriesLeft("4"));
  await code.fill(`Your code is ${own.toLowerCase().replace("-", " ")}, valid once.`);
  await expect(page.getByRole("heading", { name: welcomeText.title })).toBeVisible();
  await page.getByRole("link", { name: welcomeText.skip }).click();
  await expect(page).toHaveURL("/account");
});

test("without JavaScript, a button sends the code", { tag: "@codes" }, async ({ app }) => {
  const [client, address] = [clientOf(app), newEmail()];
  await askByForm(client, app, address);
  const code = codeIn(await mailTo(app, address));
  const { location } = await client.press(await client.open("/verify-request"), inboxText.code, { code });
  expect(location?.pathname).toBe("/welcome");
});

test("the waiting tab shows the signed-in user when the link is used in another tab", async ({ page, app }) => {
  const address = newEmail();
  await page.goto("/sign-in");
  const link = await askForLink(page, app, address);
  await claimed(page);
  const tab = await page.context().newPage();
  await tab.goto(link);
  await tab.getByRole("button", { name: confirmText.signIn, exact: true }).click();
  await expect(tab.getByRole("heading", { name: welcomeText.title })).toBeVisible();
  await expect(page).toHaveURL("/");
  await expectUser(page, address);
});

test("a user who has to sign in again reads what is wrong with the code or the link, and gets another one", async ({
  app,
}) => {
  const client = clientOf(app, await insertSession(app));
  // "Check your inbox" is for those who are not signed in.
  expect(await client.open("/verify-request")).toMatchObject({ to: "GET /" });
  for (const [path, label] of [
    ["/verify-request?error=Verification&code=elsewhere", inboxText.otherEmail],
    ["/error?error=Verification", describeAuthError("Verification").next.label],
  ] as const) {
    const page = await client.open(path);
    const code = new URL(path, app.origin).searchParams.get("code") ?? undefined;
    expect(textsOf(page, "main")[0]).toContain(describeAuthError("Verification", code).title);
    const [, href = ""] = page.body.match(new RegExp(`<a [^>]*href="([^"]*)"[^>]*>${label}<`)) ?? [];
    expect(fieldsOf(await client.open(href), "/signin/email")).toHaveProperty("email");
  }
});

test("the waiting tab keeps its form until the link is used in another browser", { tag: "@codes" }, async ({
  page,
  app,
}) => {
  await page.clock.install();
  const heard = await listen(page);
  await page.goto("/sign-in");
  const link = await askForLink(page, app, newEmail());
  const asked = page.waitForResponse("/api/sign-in-link");
  const code = page.getByRole("textbox", { name: inboxText.code });
  await code.fill("BBBB");
  await page.clock.runFor(5000);
  expect(await (await asked).json()).toEqual({ isUsed: false });
  await expect(code).toHaveValue("BBBB");
  // Phones offer the code of a mail or a message above the keyboard.
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");

  const other = clientOf(app);
  await spendByForm(other, link);
  expect(other.sessionToken).toBeDefined();
  await page.clock.runFor(5000);
  await expect(page.getByRole("status").filter({ hasText: inboxText.usedElsewhere })).toBeVisible();
  expect(await heard()).toEqual([inboxText.usedElsewhere]);
  const again = page.locator('form[action$="/signin/email"]').getByRole("button");
  await expect(again).toBeDisabled();
  await expect(code).toHaveCount(0);
  await page.clock.runFor(30_000);
  await expect(again).toHaveText(inboxText.again);
  await expect(again).toBeEnabled();
  expect((await heard()).at(-1)).toBe(inboxText.againNow);
});

test("an address gets the link alone after fifty mails with a code in a day", { tag: "@codes" }, async ({ app }) => {
  const [client, address] = [clientOf(app), newEmail()];
  const asksForCode = async () => "code" in fieldsOf(await client.open("/verify-request"), "/callback/email");
  await askByForm(client, app, address);
  expect(await asksForCode()).toBe(true);
  app.database.prepare(`UPDATE "RateLimit" SET "points" = 50 WHERE "key" LIKE 'codesToEmail:%'`).run();
  const link = await askByForm(client, app, address);
  expect([await asksForCode(), codeIn(await mailTo(app, address))]).toEqual([false, ""]);
  expect((await spendByForm(client, link)).location?.pathname).toBe("/welcome");
});

test("a visitor with an address of a well-known provider gets a link to its mail", async ({ app }) => {
  const client = clientOf(app);
  await askByForm(client, app, newEmail().replace(/@.*/, "@gmail.com"));
  const page = await client.open("/verify-request");
  expect(textsOf(page, "a")).toContainEqual(expect.stringContaining(inboxText.webmail("Gmail")));
  expect(page.body).toContain('href="https://mail.google.com/mail/"');
});

test("the mail has the same link as text and HTML, and the code comes first", async ({ app }) => {
  const address = newEmail();
  const link = await askByForm(clientOf(app), app, address);
  const mail = await mailTo(app, address);
  const { title, end } = linkMails.signIn(new URL(app.origin).host, isOffered("codes"));
  expect([mail.subject, mail.html]).toEqual([title, expect.stringContaining(link.replaceAll("&", "&amp;"))]);
  expect(mail.text).toContain(end);
  expect(end).toContain("10");
  // Phones offer it above the keyboard, and previews show it.
  expect(mail.text?.indexOf(codeIn(mail))).toBeLessThan(mail.text?.indexOf(link) ?? 0);
});

test("opened in another browser, the link's page warns, names the address, and still signs in and returns", async ({
  app,
}) => {
  const [client, other, address] = [clientOf(app), clientOf(app), newEmail()];
  const link = await askByForm(client, app, address, "?callbackUrl=/account");
  expect(textsOf(await client.open(link), "main")[0]).not.toContain(confirmText.elsewhere);
  const opened = await other.open(link);
  for (const text of [confirmText.elsewhere, address]) expect(textsOf(opened, "main")[0]).toContain(text);
  expect(fieldsOf(opened, "/callback/email").callbackUrl).toBe("/account");
  expect((await spendByForm(other, link)).location?.pathname).toBe("/welcome");
});

test("a signed-in user who opens the link of another address reads whom the button signs out", async ({ app }) => {
  const [client, own] = [clientOf(app), newEmail()];
  await spendByForm(client, await askByForm(client, app, own));
  const link = await askByForm(clientOf(app), app, newEmail());
  expect(textsOf(await client.open(link), "main")[0]).toContain(confirmText.replaces(own));
  const again = await askByForm(client, app, own);
  expect(textsOf(await client.open(again), "main")[0]).not.toContain(confirmText.replaces(own));
});

test("opening the link spends nothing; the button does, once", async ({ app }) => {
  const [client, scanner, second] = [clientOf(app), clientOf(app), clientOf(app)];
  const link = await askByForm(client, app, newEmail());
  // A mail scanner opens it twice: as it is, and at the endpoint that it would have in plain Auth.js.
  await scanner.open(link);
  await scanner.open(link.replace("/sign-in/confirm", "/api/auth/callback/email"));
  expect(scanner.sessionToken).toBeUndefined();
  expect((await spendByForm(client, link)).location?.pathname).toBe("/welcome");
  expect(client.sessionToken).toBeDefined();

  const { location } = await spendByForm(second, link);
  const page = await second.open(location?.href ?? "no redirect");
  const { title, next } = describeAuthError("Verification");
  expect(textsOf(page, "h1")).toEqual([title]);
  expect(textsOf(page, "a")).toContain(next.label);
  expect(second.sessionToken).toBeUndefined();
});

test("the visitor is told if the mail server refuses, and nothing breaks", async ({ app }) => {
  const [client, email] = [clientOf(app), newEmail()];
  const fields = { ...fieldsOf(await client.open("/sign-in"), "/signin/email"), email };
  app.refuseMail = true;
  const { location } = await client.post("/api/auth/signin/email", fields);
  app.refuseMail = false;
  const page = await client.open(location?.href ?? "no redirect");
  expect(textsOf(page, "strong")).toContain(describeAuthError("EmailSignInError").title);
  expect(await app.log()).not.toMatch(/unhandled/i);
  await client.post("/api/auth/signin/email", { ...fieldsOf(page, "/signin/email"), email });
  expect(linkIn(await mailTo(app, email))).toContain("token=");
});
