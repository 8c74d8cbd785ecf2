import type { Page } from "@playwright/test";
import appConfig from "../../../app.config.ts";
import { describeAuthError } from "../../../src/messages/auth-errors.ts";
import { confirmText, inboxText } from "../../../src/messages/email-link.ts";
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
        await expect(page.getByRole("alert")).toContainText("You have 4 more tries.");
        await enterCode(page, `Your code is ${code.toLowerCase().replace("-", " ")}, valid once.`, javaScriptEnabled);
        await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
        await page.getByRole("link", { name: "Skip for now" }).click();
        await expect(page).toHaveURL("/account");
      });
    },
  );

/** With JavaScript, a code is sent when it is complete. */
async function enterCode(page: Page, code: string, hasJavaScript = true): Promise<void> {
  if (hasJavaScript) await claimed(page);
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  if (!hasJavaScript) await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("the page says after each mistyped code how many tries are left, and which one was the last", async ({ app }) => {
  const client = new Client(app.origin, newClient());
  await askByForm(client, app, newEmail());
  for (const words of ["You have 4 more tries", "3 more", "2 more", "one more try", "That was the last try"]) {
    const fields = fieldsOf(await client.open("/verify-request"), "/callback/email");
    const { location } = await client.post("/api/auth/callback/email", { ...fields, code: "BBBB-BBBB" });
    expect(textsOf(await client.open(location?.href ?? "no redirect"), "main")[0]).toContain(words);
  }
});

test("the waiting tab shows the signed-in user when the link is used in another tab", async ({ page, app }) => {
  const address = newEmail();
  await page.goto("/sign-in");
  const link = await askForLink(page, app, address);
  await claimed(page);
  const tab = await page.context().newPage();
  await tab.goto(link);
  await tab.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(tab.getByRole("heading", { name: "Welcome" })).toBeVisible();
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
  await page.getByRole("textbox", { name: "Code" }).fill("BBBB");
  await page.clock.runFor(5000);
  expect(await (await asked).json()).toEqual({ isUsed: false });
  await expect(page.getByRole("textbox", { name: "Code" })).toHaveValue("BBBB");
  // Phones offer the code of a mail or a message above the keyboard.
  await expect(page.getByRole("textbox", { name: "Code" })).toHaveAttribute("autocomplete", "one-time-code");

  const other = new Client(app.origin, newClient());
  await spendByForm(other, link);
  expect(other.sessionToken).toBeDefined();
  await page.clock.runFor(5000);
  await expect(page.getByRole("status").filter({ hasText: "used in another browser" })).toBeVisible();
  expect(await heard()).toEqual([expect.stringContaining("used in another browser")]);
  await expect(page.getByRole("button", { name: /Send it again in/ })).toBeDisabled();
  await expect(page.getByRole("textbox", { name: "Code" })).toHaveCount(0);
  await page.clock.runFor(30_000);
  await expect(page.getByRole("button", { name: inboxText.again, exact: true })).toBeEnabled();
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
  await expect(page.getByRole("button", { name: /Send it again/ })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Code" })).toHaveCount(0);
  expect(codeIn(await mailTo(app, address))).toBe("");
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
});

test("a visitor with an address of a well-known provider gets a link to its mail", async ({ page, app }) => {
  await page.goto("/sign-in");
  await askForLink(page, app, newEmail().replace(/@.*/, "@gmail.com"));
  await expect(page.getByRole("link", { name: "Open Gmail" })).toHaveAttribute("href", "https://mail.google.com/mail/");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("signing in by mail works from the first page to signing out", async ({ page, app }) => {
    const address = newEmail();
    await page.goto("/account");
    await goToSignIn(page);
    await signInByMail(page, app, address);
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
    await page.getByRole("link", { name: "Continue" }).click();
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
  expect(mail.subject).toBe(`Sign in to ${appConfig.name}`);
  expect(mail.html).toContain(link.replaceAll("&", "&amp;"));
  expect(mail.text).toContain("10 minutes");
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
  expect(textsOf(await client.open(link), "main")[0]).not.toContain("requested in another browser");

  const other = new Client(app.origin, newClient());
  const [page] = textsOf(await other.open(link), "main");
  expect(page).toContain("This link was requested in another browser");
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
    await page.getByRole("textbox", { name: "Email" }).fill(newEmail());
    await page.getByRole("button", { name: "Email me a link" }).click();
    await expectAuthError(page, "EmailSignInError");
  } finally {
    app.refuseMail = false;
  }
  expect(await app.log()).not.toMatch(/unhandled/i);
  await askForLink(page, app, newEmail());
});
