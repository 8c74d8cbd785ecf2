// A thief has a full copy of the database and the log, and tries every string in it wherever the application accepts a
// secret.

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
  newClient,
  newEmail,
  newLogin,
  signOut,
  test,
} from "../../tests/support/test.ts";
import { atNight } from "../night.ts";

const SECRET = "Xc3Rf8Uj1Wm6Qz5Bt9Kv2Ny7Ga4PdLhE";
/** A shorter string could be guessed without a copy. */
const MIN_LENGTH = 6;
/** Concurrent requests. */
const AT_ONCE = 12;

test.use({ env: { LOG_LEVEL: "debug", AUTH_SECRET: SECRET } });

test("no string in a copy of the database and the log signs a user in, and the log contains no secret and no address", async ({
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
  const mailRequest = await cookieOf(waiting.context(), "authjs.mail-request");
  await addCookies(secrets, waiting.context());
  const locks = await locksOf(app, session);
  const { linkIntent } = locks;
  const code = await locks.askGitHub();
  for (const value of [spent, unspent, linkIntent, code]) secrets.add(value);

  const loot = stringsIn([...databaseValues(app), ...(await app.log()).split("\n")]);
  expect(await openedBy(loot, locks.session), "as the session cookie").toEqual([]);
  for (const address of addresses.slice(0, atNight(addresses.length, 1)))
    expect(await openedBy(loot, locks.mailLink(address)), `as the token of a link for ${address}`).toEqual([]);
  expect(await openedBy(loot, locks.gitHub), "as GitHub's code, or as the cookie of Connect").toEqual([]);
  expect(await openedBy(loot, locks.mailRequest), "as the cookie of a mail request").toEqual([]);

  // The real secrets, which the thief lacks, open each of these locks.
  expect(await locks.session(session)).toBe(true);
  expect(await locks.gitHub(linkIntent)).toBe(true);
  expect(await locks.gitHub(code)).toBe(true);
  expect(await locks.mailRequest(mailRequest)).toBe(true);
  expect(await locks.mailLink(ada)(unspent)).toBe(true);

  // The values that the database has instead. The thief tries them too.
  expect(loot).toEqual(expect.arrayContaining([hash(session), hash(unspent + SECRET)]));
  const database = databaseValues(app).join("\n");
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

/** The texts, and their parts between characters that tokens do not contain. */
function stringsIn(texts: string[]): string[] {
  const separators = [/\s+/, /[^\w.~+/-]+/, /[^\w-]+/];
  const pieces = texts.flatMap((text) => [text, ...separators.flatMap((separator) => text.split(separator))]);
  return [...new Set(pieces)].filter((piece) => piece.length >= MIN_LENGTH);
}

/**
 * Whether a string opens it. Throws if the response is neither success nor the expected refusal, such as for "too
 * many".
 */
type Lock = (value: string) => Promise<boolean>;

async function openedBy(loot: string[], lock: Lock): Promise<string[]> {
  const opening: string[] = [];
  for (let start = 0; start < loot.length; start += AT_ONCE) {
    const values = loot.slice(start, start + AT_ONCE);
    const opened = await Promise.all(values.map(lock));
    opening.push(...values.filter((_, index) => opened[index]));
  }
  return opening;
}

/** The application's locks, for a visitor who has a CSRF token, and the cookies of a user who has pressed "Connect". */
async function locksOf(app: App, sessionToken: string) {
  /** Each request has an IP address of its own, because rate limits are not what is tested here. */
  function ask(path: string, cookies: Record<string, string>, form?: Record<string, string>): Promise<Response> {
    const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
    const headers = { cookie: pairs.join("; "), "x-forwarded-for": newClient() };
    const body = form && new URLSearchParams(form);
    return fetch(app.origin + path, { method: form ? "POST" : "GET", headers, body, redirect: "manual" });
  }

  const csrf = await ask("/api/auth/csrf", {});
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const visitor = cookiesSetBy(csrf);
  const connecting = { ...visitor, "authjs.session-token": sessionToken };
  const start = await ask("/api/auth/signin/github", connecting, { csrfToken, connect: "true" });
  const { "authjs.link-intent": linkIntent = "", ...checks } = cookiesSetBy(start);
  const withGitHub = { ...visitor, ...checks };
  const authorization = new URL(start.headers.get("location") ?? "");
  const state = authorization.searchParams.get("state") ?? "";

  return {
    session: async (value: string) => {
      const response = await ask("/api/auth/session", { "authjs.session-token": encodeURIComponent(value) });
      const session = (await response.json()) as { user?: object } | null;
      if (response.ok && (session === null || session.user)) return session !== null;
      throw new Error(`The session endpoint answered ${response.status}.`);
    },
    mailLink: (email: string) => async (token: string) =>
      signsIn(await ask("/api/auth/callback/email", visitor, { csrfToken, email, token }), "Verification"),
    gitHub: async (value: string) => {
      const cookies = { ...withGitHub, "authjs.link-intent": encodeURIComponent(value) };
      const query = new URLSearchParams({ code: value, state });
      const response = await ask(`/api/auth/callback/github?${query}`, cookies);
      // A valid link intent names a user, who would have to be signed in.
      return errorOf(response) === "SessionRequired" || signsIn(response, "CallbackRouteError");
    },
    mailRequest: async (value: string) => {
      const cookies = { ...visitor, "authjs.mail-request": encodeURIComponent(value) };
      const response = await ask("/verify-request", cookies);
      const html = await response.text();
      if (html.includes("We sent a sign-in link to")) return true;
      if (html.includes("If you asked for a sign-in link")) return false;
      throw new Error(`The page answered ${response.status}.`);
    },
    /** @returns GitHub's code for the sign-in that was begun */
    askGitHub: async () => {
      const body = new URLSearchParams([...authorization.searchParams, ["as", "ada"]]);
      const page = authorization.origin + authorization.pathname;
      const decided = await fetch(page, { method: "POST", body, redirect: "manual" });
      return new URL(decided.headers.get("location") ?? "").searchParams.get("code") ?? "";
    },
    /** The cookie that the press of "Connect" has set. */
    linkIntent,
  };
}

/** @param refusal the error in the redirect if the sign-in is refused */
function signsIn(response: Response, refusal: string): boolean {
  if (cookiesSetBy(response)["authjs.session-token"]) return true;
  if (errorOf(response) === refusal) return false;
  throw new Error(`The auth route answered ${response.status}, on to ${response.headers.get("location")}.`);
}

function errorOf(response: Response): string | null {
  const location = response.headers.get("location");
  return location && new URL(location, response.url).searchParams.get("error");
}

/** Names and values as they were sent. */
function cookiesSetBy(response: Response): Record<string, string> {
  const pairs = response.headers.getSetCookie().map((line) => /^([^=]+)=([^;]*)/.exec(line) ?? []);
  return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, value]));
}
