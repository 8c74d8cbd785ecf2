// A thief has a full copy of the database and the log. The tests of the layer try what is stored in place of a secret.

import type { BrowserContext, Page } from "@playwright/test";
import { type App, CREDENTIALS } from "../../tests/support/app.ts";
import {
  addAuthenticator,
  askForLink,
  codeIn,
  continueWithGitHub,
  expect,
  hash,
  mailTo,
  newEmail,
  newLogin,
  signOut,
  test,
} from "../../tests/support/test.ts";

const SECRET = "Xc3Rf8Uj1Wm6Qz5Bt9Kv2Ny7Ga4PdLhE";

test.use({ env: { LOG_LEVEL: "debug", AUTH_SECRET: SECRET } });

test("a copy of the database and the log contains no secret that signs a user in, and the log no address", async ({
  page,
  app,
  browser,
}) => {
  const ada = newEmail("ada");
  const refused = newEmail("refused");
  const login = newLogin();
  const addresses = [ada, refused, `${login}@example.com`];
  const { clientId, clientSecret } = CREDENTIALS;
  const basic = Buffer.from(`${clientId}:${clientSecret.replaceAll(" ", "+")}`).toString("base64");
  const secrets = new Set([SECRET, clientSecret, basic]);
  const newPage = async () => (await browser.newContext({ baseURL: app.origin })).newPage();

  const spent = await signInByMailAndPasskey(page, app, ada, secrets);
  const session = await cookieOf(page.context(), "authjs.session-token");

  const atGitHub = await newPage();
  atGitHub.on("request", (request) => {
    const code = new URL(request.url()).searchParams.get("code");
    if (code) secrets.add(code);
  });
  await atGitHub.goto("/sign-in");
  await continueWithGitHub(atGitHub, { login });
  await expect(atGitHub).toHaveURL(/welcome/);
  await addCookies(secrets, atGitHub.context());

  const waiting = await newPage();
  await makeErrors(waiting, app, { refused, spent });
  await waiting.goto("/sign-in");
  const unspent = tokenIn(await askForLink(waiting, app, ada));
  secrets.add(codeIn(await mailTo(app, ada)));
  for (const token of [spent, unspent]) secrets.add(token);
  await addCookies(secrets, waiting.context());

  const database = databaseValues(app).join("\n");
  // What the database has in their place.
  for (const stored of [hash(session), hash(unspent + SECRET)]) expect(database).toContain(stored);
  expect(secrets.size).toBeGreaterThan(15);
  for (const secret of secrets) {
    expect(database, "the database").not.toContain(secret);
    expect(await app.log(), "the log").not.toContain(secret);
  }
  // GitHub's tokens, which the browser never gets.
  expect(database + (await app.log())).not.toContain("gho_");
  for (const address of addresses)
    for (const spelling of [address, encodeURIComponent(address)])
      expect(await app.log(), "the log").not.toContain(spelling);
  expect(await app.log()).toMatch(/\[address\].*Mailbox unavailable/);
  expect(await app.log()).toContain("auth: Verification");
});

/** Adds the values of Auth.js's cookies to the secrets. */
async function addCookies(secrets: Set<string>, context: BrowserContext): Promise<void> {
  for (const { name, value } of await context.cookies())
    if (name.startsWith("authjs.") && name !== "authjs.callback-url")
      for (const part of decodeURIComponent(value).split("|")) secrets.add(part);
}

/** @returns the token of the link that was spent */
async function signInByMailAndPasskey(page: Page, app: App, address: string, secrets: Set<string>): Promise<string> {
  await addAuthenticator(page);
  await page.goto("/sign-in");
  const link = await askForLink(page, app, address);
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/welcome/);
  await addCookies(secrets, page.context());
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Your passkey is ready")).toBeVisible();
  await addCookies(secrets, page.context());
  await signOut(page);
  // The passkey responds to the field's autofill without a press.
  await page.goto("/sign-in?callbackUrl=/protected");
  await expect(page.getByRole("heading", { name: `Hello, ${address}` })).toBeVisible();
  await addCookies(secrets, page.context());
  return tokenIn(link);
}

/** A mail that the mail server refuses, and a used link, so that the log has entries about secrets. */
async function makeErrors(page: Page, app: App, { refused, spent }: { refused: string; spent: string }): Promise<void> {
  app.refuseMail = true;
  await page.goto("/sign-in");
  await page.getByRole("textbox", { name: "Email" }).fill(refused);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  app.refuseMail = false;
  await page.goto(`/sign-in/confirm?${new URLSearchParams({ token: spent, email: refused })}`);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/error=Verification/);
}

function tokenIn(link: string): string {
  return new URL(link).searchParams.get("token") ?? "";
}

async function cookieOf(context: BrowserContext, name: string): Promise<string> {
  return (await context.cookies()).find((cookie) => cookie.name === name)?.value ?? "";
}

/** Every column of every row of every table, Prisma's own among them. */
function databaseValues(app: App): string[] {
  const list = app.databaseUrl.startsWith("file:")
    ? `SELECT "name" FROM "sqlite_master" WHERE "type" = 'table'`
    : `SELECT "tablename" AS "name" FROM "pg_tables" WHERE "schemaname" = 'public'`;
  const tables = app.database.prepare(list).all();
  const rows = tables.flatMap(({ name }) => app.database.prepare(`SELECT * FROM "${name}"`).all());
  return rows.flatMap((row) => Object.values(row)).map(String);
}
