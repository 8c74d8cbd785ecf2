import type { Page } from "@playwright/test";
import appConfig from "../../../app.config.ts";
import { welcomeText } from "../../../src/messages/account.ts";
import { describeAuthError, describeTriesLeft } from "../../../src/messages/auth-errors.ts";
import { confirmText, inboxText } from "../../../src/messages/email-link.ts";
import { linkMails } from "../../../src/messages/mail.ts";
import { signInText } from "../../../src/messages/sign-in.ts";
import { askByForm, Client, fieldsOf, spendByForm, textsOf } from "../../support/client.ts";
import { listen } from "../../support/heard.ts";
import {
  askForLink,
  claimed,
  codeIn,
  expect,
  expectAuthError,
  expectUser,
  goToSignIn,
  mailTo,
  newClient,
  newEmail,
  rows,
  signInByMail,
  signOut,
  test,
} from "../../support/test.ts";

for (const javaScriptEnabled of [true, false])
  test.describe(
    javaScriptEnabled ? "the code in the mail, with JavaScript" : "the code in the mail, without JavaScript",
    () => {
      test.use({ javaScriptEnabled });

      test("a code signs the browser in that asked for the mail, after a mistyped code", async ({ page, app }) => {
        const address = newEmail();
        await page.goto("/account");
        await goToSignIn(page);
        await askForLink(page, app, address);
        const code = codeIn(await mailTo(app, address));
        await enterCode(page, "BBBB-BBBB", javaScriptEnabled);
        await expectAuthError(page, "Verification", "mismatch");
        await expect(page.getByRole("alert")).toContainText(describeTriesLeft("4"));
        await enterCode(page, `Your code is ${code.toLowerCase().replace("-", " ")}, valid once.`, javaScriptEnabled);
        await expect(page.getByRole("heading", { name: welcomeText.title })).toBeVisible();
        await page.getByRole("link", { name: welcomeText.skip }).click();
        await expect(page).toHaveURL("/account");
      });
    },
  );

/** With JavaScript, a code is sent when it is complete. */
async function enterCode(page: Page, code: string, hasJavaScript = true): Promise<void> {
  if (hasJavaScript) await claimed(page);
  await page.getByRole("textbox", { name: inboxText.code }).fill(code);
  if (!hasJavaScript) await page.getByRole("button", { name: confirmText.signIn, exact: true }).click();
}

test("the page says after each mistyped code how many tries are left, and which one was the last", async ({ app }) => {
  const client = new Client(app.origin, newClient());
  await askByForm(client, app, newEmail());
  for (const left of ["4", "3", "2", "1", "0"]) {
    const fields = fieldsOf(await client.open("/verify-request"), "/callback/email");
    const { location } = await client.post("/api/auth/callback/email", { ...fields, code: "BBBB-BBBB" });
    expect(textsOf(await client.open(location?.href ?? "no redirect"), "main")[0]).toContain(describeTriesLeft(left));
  }
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
  // "Check your inbox" is for those who are not signed in.
  await page.goto("/verify-request");
  await expect(page).toHaveURL("/");
});

test("the waiting tab keeps its form until the link is used in another browser, and then says so", async ({
  page,
  app,
}) => {
  await page.clock.install();
  const heard = await listen(page);
  await page.goto("/sign-in");
  const link = await askForLink(page, app, newEmail());
  const asked = page.waitForResponse("/api/sign-in-link");
  await page.getByRole("textbox", { name: inboxText.code }).fill("BBBB");
  await page.clock.runFor(5000);
  expect(await (await asked).json()).toEqual({ isUsed: false });
  await expect(page.getByRole("textbox", { name: inboxText.code })).toHaveValue("BBBB");
  // Phones offer the code of a mail or a message above the keyboard.
  await expect(page.getByRole("textbox", { name: inboxText.code })).toHaveAttribute("autocomplete", "one-time-code");

  const other = new Client(app.origin, newClient());
  await spendByForm(other, link);
  expect(other.sessionToken).toBeDefined();
  await page.clock.runFor(5000);
  await expect(page.getByRole("status").filter({ hasText: inboxText.usedElsewhere })).toBeVisible();
  expect(await heard()).toEqual([inboxText.usedElsewhere]);
  const again = page.locator('form[action$="/signin/email"]').getByRole("button");
  await expect(again).toBeDisabled();
  await expect(page.getByRole("textbox", { name: inboxText.code })).toHaveCount(0);
  await page.clock.runFor(30_000);
  await expect(again).toHaveText(inboxText.again);
  await expect(again).toBeEnabled();
  expect((await heard()).at(-1)).toBe(inboxText.againNow);
});

test("an address gets the link alone after fifty mails with a code in a day, and the page asks for no code", async ({
  page,
  app,
}) => {
  const address = newEmail();
  const client = new Client(app.origin, newClient());
  await askByForm(client, app, address);
  app.database.prepare(`UPDATE "RateLimit" SET "points" = 50 WHERE "key" LIKE 'codesToEmail:%'`).run();
  await page.goto("/sign-in");
  const link = await askForLink(page, app, address);
  await expect(page.locator('form[action$="/signin/email"]').getByRole("button")).toBeVisible();
  await expect(page.getByRole("textbox", { name: inboxText.code })).toHaveCount(0);
  expect(codeIn(await mailTo(app, address))).toBe("");
  await page.goto(link);
  await page.getByRole("button", { name: confirmText.signIn, exact: true }).click();
  await expect(page.getByRole("heading", { name: welcomeText.title })).toBeVisible();
});

test("a visitor with an address of a well-known provider gets a link to its mail", async ({ page, app }) => {
  await page.goto("/sign-in");
  await askForLink(page, app, newEmail().replace(/@.*/, "@gmail.com"));
  await expect(page.getByRole("link", { name: inboxText.webmail("Gmail") })).toHaveAttribute(
    "href",
    "https://mail.google.com/mail/",
  );
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("signing in by mail works from the first page to signing out", async ({ page, app }) => {
    const address = newEmail();
    await page.goto("/account");
    await goToSignIn(page);
    await signInByMail(page, app, address);
    await expect(page.getByRole("heading", { name: welcomeText.title })).toBeVisible();
    await page.getByRole("link", { name: welcomeText.andContinue }).click();
    await expectUser(page, address);
    await signOut(page);
    await page.goto("/account");
    await expect(page).toHaveURL("/");
  });
});

test("the mail comes from the configured sender, as text and HTML with the same link", async ({ app }) => {
  const address = newEmail();
  const link = await askByForm(new Client(app.origin, newClient()), app, address);
  const mail = await mailTo(app, address);
  expect(mail.from).toEqual({ name: appConfig.name, address: "sign-in@example.org" });
  const { title, end } = linkMails.signIn(new URL(app.origin).host, true);
  expect(mail.subject).toBe(title);
  expect(mail.html).toContain(link.replaceAll("&", "&amp;"));
  expect(mail.text).toContain(end);
  expect(end).toContain("10");
  // The code comes first: phones offer it above the keyboard, and previews show it.
  expect(mail.text?.indexOf(codeIn(mail))).toBeLessThan(mail.text?.indexOf(link) ?? 0);
});

test("opening the link spends nothing; the button does, once", async ({ app }) => {
  const client = new Client(app.origin, newClient());
  const link = await askByForm(client, app, newEmail());
  // A mail scanner opens it twice: as it is, and at the endpoint that it would have in plain Auth.js.
  const scanner = new Client(app.origin, newClient());
  await scanner.open(link);
  await scanner.open(link.replace("/sign-in/confirm", "/api/auth/callback/email"));
  expect(scanner.sessionToken).toBeUndefined();
  expect((await spendByForm(client, link)).location?.pathname).toBe("/welcome");
  expect(client.sessionToken).toBeDefined();

  const second = new Client(app.origin, newClient());
  const { location } = await spendByForm(second, link);
  const page = await second.open(location?.href ?? "no redirect");
  const { title, next } = describeAuthError("Verification");
  expect(textsOf(page, "h1")).toEqual([title]);
  expect(textsOf(page, "a")).toContain(next.label);
  expect(second.sessionToken).toBeUndefined();
});

test("opened in another browser, the link's page warns, names the address, and still signs in", async ({ app }) => {
  const client = new Client(app.origin, newClient());
  const address = newEmail();
  const link = await askByForm(client, app, address);
  expect(textsOf(await client.open(link), "main")[0]).not.toContain(confirmText.elsewhere);

  const other = new Client(app.origin, newClient());
  const [page] = textsOf(await other.open(link), "main");
  expect(page).toContain(confirmText.elsewhere);
  expect(page).toContain(address);
  expect((await spendByForm(other, link)).location?.pathname).toBe("/welcome");
});

test("a signed-in user who opens the link of another address reads whom the button signs out", async ({ app }) => {
  const [own, others] = [newEmail(), newEmail()];
  const client = new Client(app.origin, newClient());
  await spendByForm(client, await askByForm(client, app, own));
  const link = await askByForm(new Client(app.origin, newClient()), app, others);
  expect(textsOf(await client.open(link), "main")[0]).toContain(confirmText.replaces(own));
  const again = await askByForm(client, app, own);
  expect(textsOf(await client.open(again), "main")[0]).not.toContain(confirmText.replaces(own));
});

test("the token in the database is not the one in the link, and expires within ten minutes", async ({ app }) => {
  const address = newEmail();
  const link = await askByForm(new Client(app.origin, newClient()), app, address);
  const token = new URL(link).searchParams.get("token");
  const [stored] = rows(app, "VerificationToken", "identifier", address);
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(stored?.token).not.toBe(token);
  const lifetime = new Date(String(stored?.expires)).valueOf() - Date.now();
  expect(lifetime).toBeLessThanOrEqual(10 * 60 * 1000);
  expect(lifetime).toBeGreaterThan(9 * 60 * 1000);
});

test("the visitor is told if the mail server refuses, and nothing breaks", async ({ page, app }) => {
  app.refuseMail = true;
  try {
    await page.goto("/sign-in");
    await page.getByRole("textbox", { name: signInText.email }).fill(newEmail());
    await page.getByRole("button", { name: signInText.byEmail }).click();
    await expectAuthError(page, "EmailSignInError");
  } finally {
    app.refuseMail = false;
  }
  expect(await app.log()).not.toMatch(/unhandled/i);
  await askForLink(page, app, newEmail());
});
