// The `test` of the browser tests: one application per worker, and steps that many tests share.

import { createHash, randomBytes } from "node:crypto";
import { encode } from "@auth/core/jwt";
import { type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import type { Email } from "postal-mime";
import appConfig from "../../app.config.ts";
import { accountText, signOutText } from "../../src/messages/account.ts";
import { describeAuthError } from "../../src/messages/auth-errors.ts";
import { confirmText, inboxText } from "../../src/messages/email-link.ts";
import { formText } from "../../src/messages/forms.ts";
import { layoutText } from "../../src/messages/layout.ts";
import { describeNotice, type NoticeCode } from "../../src/messages/notices.ts";
import { refusals } from "../../src/messages/refusals.ts";
import { signInText } from "../../src/messages/sign-in.ts";
import { type App, SECRET, startApp } from "./app.ts";
import { buildVariant, type Variant } from "./copies.ts";
import { claimed, gateAll, withoutGate } from "./gate.ts";
import { newPasskey } from "./passkey.ts";
import { arrivedFromAll } from "./server-log.ts";
import type { Value } from "./test-engine.ts";

export { type App, claimed, expect };

const SESSION_COOKIE = "authjs.session-token";

interface WorkerFixtures {
  /** A change to build the application with. By default, tests use the project's build. */
  variant: Variant | undefined;
  /** Variables for the application, added to a working environment. */
  env: Record<string, string | undefined>;
  app: App;
}

interface TestFixtures {
  /** Whether the test presses before the page's script runs. By default no press can (gate.ts). */
  early: boolean;
  /** A test that fails says what its servers have logged meanwhile. */
  serverLog: undefined;
  /** A new user, who is signed in in the page's browser. */
  user: SignedInUser;
  /** A virtual authenticator in the page's browser. It stores passkeys and responds for the user. */
  authenticator: Authenticator;
  /** Starts another application, with variables of its own, until the test ends. */
  start: (env?: Record<string, string | undefined>) => Promise<App>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  variant: [undefined, { option: true, scope: "worker" }],
  env: [{}, { option: true, scope: "worker" }],

  app: [
    async ({ variant, env }, use) => {
      const app = await startApp(variant && buildVariant(variant), env);
      await use(app);
      await app.stop();
    },
    // It may build the variant, while another worker builds its own.
    { scope: "worker", timeout: 10 * 60_000 },
  ],

  browser: [
    async ({ browser }, use) => {
      gateAll(browser);
      await use(browser);
    },
    { scope: "worker" },
  ],

  baseURL: async ({ app }, use) => use(app.origin),

  extraHTTPHeaders: async ({ app: _ }, use) => use({ "x-forwarded-for": newClient() }),

  early: [false, { option: true }],

  serverLog: [
    async ({ early: _ }, use, test) => {
      const before = arrivedFromAll().length;
      await use(undefined);
      const log = arrivedFromAll().slice(before);
      if (test.status === test.expectedStatus || !log) return;
      const error = new Error(`The server's log meanwhile:\n\n${log}`);
      error.stack = error.message;
      throw error;
    },
    { auto: true },
  ],

  context: async ({ context, app, early }, use) => {
    if (early) await withoutGate(context);
    await obeyingPolicy(context, app.origin, use);
  },

  user: async ({ app, context }, use) => use(await signedIn(app, context)),

  authenticator: async ({ page }, use) => use(await addAuthenticator(page)),

  start: async ({ early: _ }, use) => {
    const started: App[] = [];
    await use(async (env) => {
      const app = await startApp(undefined, env);
      started.push(app);
      return app;
    });
    for (const app of started) await app.stop();
  },
});

/** Declares tests twice: for a browser with JavaScript, and for one without. */
export function withAndWithoutScript(declare: (javaScriptEnabled: boolean) => void): void {
  for (const javaScriptEnabled of [true, false])
    test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
      test.use({ javaScriptEnabled });
      declare(javaScriptEnabled);
    });
}

/** Fails the test if a page violates its own Content-Security-Policy. */
export async function obeyingPolicy(
  context: BrowserContext,
  origin: string,
  use: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const violations: string[] = [];
  context.on("console", (message) => {
    const isOurs = message.page()?.url().startsWith(origin);
    if (isOurs && /content.security.policy/i.test(message.text())) violations.push(message.text());
  });
  await use(context);
  expect(violations, "violations of the Content-Security-Policy").toEqual([]);
}

export type Authenticator = Awaited<ReturnType<typeof addAuthenticator>>;

export async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const credentials = async () => (await client.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  return {
    /** The number of its passkeys. */
    count: async () => (await credentials()).length,
    /** Has a passkey of a user, as if it had made one on the account page. */
    hold: async (app: App, { id: userId }: SignedInUser) => {
      const { id, publicKey, privateKey } = newPasskey();
      insertPasskeyRows(app, userId, "Passkey", id, publicKey);
      const userHandle = Buffer.from(userId).toString("base64");
      const credential = {
        credentialId: id,
        privateKey,
        userHandle,
        rpId: "localhost",
        isResidentCredential: true,
        signCount: 0,
      };
      await client.send("WebAuthn.addCredential", { authenticatorId, credential });
    },
    /** The names of its passkeys' users. */
    displayNames: async () => (await credentials()).map(({ userDisplayName }) => userDisplayName),
    /** Whether the user passes user verification (PIN, fingerprint). If not, the request is refused, as with "Cancel". */
    setVerified: (isUserVerified: boolean) =>
      client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    /** Whether the user answers a prompt at once. If not, it waits. */
    setPresent: (isPresent: boolean) =>
      client.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: isPresent }),
  };
}

/** Presses "Add a passkey" on the current page. */
export async function addPasskey(page: Page): Promise<void> {
  await page.getByRole("button", { name: accountText.addPasskey.button }).click();
  await expect(page.getByRole("status")).toContainText(accountText.addPasskey.done);
}

/** Turns off passkey autofill, which would respond before the button is pressed. */
export async function withoutAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}

let clients = 0;

/** An unused client IP, for the X-Forwarded-For header. */
export function newClient(): string {
  clients += 1;
  return `2001:db8:${(process.pid % 0xffff).toString(16)}:${clients.toString(16)}::1`;
}

let names = 0;

/** An unused email address. */
export function newEmail(name = "user"): string {
  return `${name}.${process.pid}.${++names}@example.com`;
}

/** An unused GitHub username, whose address there is unused too. */
export function newLogin(): string {
  return `octo-${process.pid}-${++names}`;
}

/**
 * Presses a button that asks first, and answers by pressing it again. An open question fails: its button acts at once.
 */
export async function pressAndConfirm(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name });
  const cancel = page.locator("form").filter({ has: button }).getByRole("link", { name: formText.cancel });
  await expect(button).toBeVisible();
  expect(await cancel.count(), `open questions of "${name}"`).toBe(0);
  await button.click();
  await cancel.waitFor();
  await button.click();
}

/** The field for the user's name on the account page. */
export const nameField = (page: Page) => page.getByRole("textbox", { name: accountText.profile.name, exact: true });

/** Saves the user's name on the account page. */
export async function saveName(page: Page, name: string): Promise<void> {
  await nameField(page).fill(name);
  await page.getByRole("button", { name: accountText.profile.save }).click();
}

/** Asks for another address on the account page. */
export async function askForEmail(page: Page, address: string): Promise<void> {
  const field = page.getByRole("textbox", { name: accountText.profile.newEmail });
  const button = page.getByRole("button", { name: accountText.profile.change });
  if (!(await field.isVisible())) await button.click();
  await field.fill(address);
  await button.click();
}

/** Waits for mail to an address. @returns the newest */
export async function mailTo(app: Pick<App, "mailbox">, address: string): Promise<Email> {
  const newest = () => app.mailbox.mails.findLast(({ to }) => to?.some((recipient) => recipient.address === address));
  await expect.poll(newest, { message: `mail to ${address}` }).toBeDefined();
  return newest() as Email;
}

/** The link in a mail, from its text. */
export function linkIn(mail: Email): string {
  return mail.text?.match(/https?:\/\/\S+/)?.[0] ?? "";
}

/** The code in a sign-in mail, from its text. */
export function codeIn(mail: Email): string {
  return mail.text?.match(/^ +([A-Z]{4}-[A-Z]{4})$/m)?.[1] ?? "";
}

/** Requests a link on the sign-in page. @returns the link, unopened */
export async function askForLink(page: Page, app: App, address: string): Promise<string> {
  const field = page.getByRole("textbox", { name: signInText.email });
  // Signing in again offers only the user's own address.
  if (await field.isEditable()) await field.fill(address);
  await page.getByRole("button", { name: signInText.byEmail }).click();
  await expect(page.getByRole("heading", { name: inboxText.title })).toBeVisible();
  return linkIn(await mailTo(app, address));
}

/** Signs in by email, from the current sign-in page. */
export async function signInByMail(page: Page, app: App, address: string): Promise<void> {
  await page.goto(await askForLink(page, app, address));
  await page.getByRole("button", { name: confirmText.signIn, exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname !== "/sign-in/confirm");
}

/** Goes from the home page's notice, after the guard's redirect, to the sign-in page. */
export async function goToSignIn(page: Page): Promise<void> {
  await page.getByRole("status").getByRole("link").click();
}

/** Follows a link within the application, from any page. */
export async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    document.body.append(Object.assign(document.createElement("a"), { href, textContent: href }));
  }, path);
  await page.getByRole("link", { name: path, exact: true }).click();
}

/** Expects the notice of the last action, with the application's text. */
export async function expectNotice(page: Page, code: NoticeCode, about?: string): Promise<void> {
  const { tone, text } = describeNotice(code, about) ?? {};
  await expect(page.getByRole(tone === "bad" ? "alert" : "status")).toHaveText(text ?? "");
}

/** Expects what the last action has refused at a field, with the application's text, and nowhere else. */
export async function expectFieldError(field: Locator, refusal: keyof typeof refusals): Promise<void> {
  const text = refusals[refusal];
  await expect(field).toHaveAccessibleDescription(text);
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toBeFocused();
  await expect(field.page().getByText(text)).toHaveCount(1);
}

/** Expects a sign-in error on the sign-in page, with the application's text. */
export async function expectAuthError(page: Page, error: string, code?: string): Promise<void> {
  await expect(page.getByRole("alert")).toContainText(describeAuthError(error, code).title);
}

/** Expects a page that names the signed-in user at its top: by name, or by address without one. */
export async function expectUser(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("navigation").getByText(name)).toBeVisible();
}

export async function continueWithGitHub(
  page: Page,
  person: { login: string; email?: string; verified?: boolean },
): Promise<void> {
  await page.getByRole("button", { name: signInText.byProvider("GitHub") }).click();
  await consent(page, person);
}

/** Answers the simulated GitHub's page. */
export async function consent(
  page: Page,
  { login, email = `${login}@example.com`, verified = true }: { login: string; email?: string; verified?: boolean },
) {
  await page.getByLabel("Username").fill(login);
  await page.getByLabel("Name", { exact: true }).fill(login);
  await page.getByLabel("Primary email address").fill(email);
  await page.getByLabel("GitHub has verified this address").setChecked(verified);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.goto("/sign-out");
  await page.getByRole("button", { name: signOutText.button }).click();
  await expect(page.getByRole("link", { name: layoutText.signIn, exact: true })).toBeVisible();
}

export interface SignedInUser {
  id: string;
  email: string;
  sessionToken: string;
}

/** With "database" a session is a row. With "jwt" it is only the cookie, and there is no row to check or delete. */
export const hasSessionRows = appConfig.session.strategy === "database";

/**
 * Signs in without the forms, which have their own tests: creates rows for the user and the session, and sets the
 * cookie.
 */
export async function signedIn(app: App, context: BrowserContext, email = newEmail()): Promise<SignedInUser> {
  const user = await insertSession(app, email);
  await setSessionCookie(app, context, user.sessionToken);
  return user;
}

async function setSessionCookie(app: App, context: BrowserContext, value: string): Promise<void> {
  await context.addCookies([{ name: SESSION_COOKIE, value, url: app.origin, httpOnly: true, sameSite: "Lax" }]);
}

/** Creates only the rows, for tests without a browser. @param minutesAgo when the user signed in */
export async function insertSession(
  app: Pick<App, "database">,
  email = newEmail(),
  minutesAgo = 0,
): Promise<SignedInUser> {
  const id = newId();
  const now = new Date().toISOString();
  insert(app, "User", { id, email, emailVerified: now, createdAt: now });
  const user = { id, email };
  const then = Date.now() - minutesAgo * 60_000;
  return { ...user, sessionToken: hasSessionRows ? insertSessionRow(app, id, null, then) : await jwt(user, then) };
}

/** Creates another session of a user. @returns the cookie's value */
export function insertSessionRow(
  app: Pick<App, "database">,
  userId: string,
  userAgent: string | null = null,
  signedInAt = Date.now(),
): string {
  const sessionToken = randomBytes(32).toString("hex");
  const now = new Date().toISOString();
  const expires = new Date(Date.now() + appConfig.session.maxAge * 1000).toISOString();
  const times = { expires, createdAt: now, authenticatedAt: new Date(signedInAt).toISOString(), lastSeenAt: now };
  insert(app, "Session", { id: newId(), sessionToken: hash(sessionToken), userId, userAgent, ...times });
  return sessionToken;
}

/** Gives a user a passkey that no authenticator holds. @returns its id */
export function insertPasskey(app: App, userId: string, name: string, idBytes = 16): string {
  return insertPasskeyRows(app, userId, name, randomBytes(idBytes).toString("base64"));
}

/** A passkey has two rows, as one that the page has added. */
function insertPasskeyRows(app: App, userId: string, name: string, id: string, credentialPublicKey = "k"): string {
  const device = { counter: 0, credentialDeviceType: "singleDevice", credentialBackedUp: 0 };
  const ids = { userId, providerAccountId: id };
  insert(app, "Authenticator", { credentialID: id, name, credentialPublicKey, ...ids, ...device });
  insert(app, "Account", { id: `account-${id}`, type: "webauthn", provider: "passkey", ...ids });
  return id;
}

/** Connects a user's GitHub account, named "ada" there. */
export function insertAccount(app: App, userId: string): void {
  const ids = { id: `account-${userId}`, userId, providerAccountId: `gh-${userId}` };
  insert(app, "Account", { ...ids, type: "oauth", provider: "github", label: "ada" });
}

/** Something that has happened to a user's account. */
export function insertEvent(app: App, userId: string, event: string, provider: string | null = null): void {
  lastEvent = Math.max(Date.now(), lastEvent + 1);
  insert(app, "SecurityEvent", { id: newId(), userId, createdAt: new Date(lastEvent).toISOString(), event, provider });
}

/**
 * The time of the last event, in milliseconds since 1970. No two events have the same time, so their order is known.
 */
let lastEvent = 0;

/** @param authenticatedAt when the user signed in, in milliseconds since 1970 */
function jwt({ id, email }: Pick<SignedInUser, "id" | "email">, authenticatedAt = Date.now()): Promise<string> {
  const ofSignIn = { auth_time: Math.floor(authenticatedAt / 1000), in_person: true, address_proven: true };
  const token = { sub: id, email, emailVerified: true, ...ofSignIn };
  return encode({ token, secret: SECRET, salt: SESSION_COOKIE, maxAge: appConfig.session.maxAge });
}

/** Makes the user's sign-in as old as `minutes`, and leads the open pages away. */
export async function age(app: App, context: BrowserContext, user: SignedInUser, minutes: number): Promise<void> {
  const then = Date.now() - minutes * 60_000;
  // A late response to a page would bring the cookie with the real time back.
  for (const page of context.pages()) await page.goto("about:blank");
  if (!hasSessionRows) return setSessionCookie(app, context, await jwt(user, then));
  const update = app.database.prepare(`UPDATE "Session" SET "authenticatedAt" = ? WHERE "userId" = ?`);
  update.run(new Date(then).toISOString(), user.id);
}

export function hash(sessionToken: string): string {
  return createHash("sha256").update(sessionToken).digest("hex");
}

const newId = () => randomBytes(12).toString("hex");

/** Adds a row to a table. A column that is not named gets its default. */
export function insert(app: Pick<App, "database">, table: string, row: Record<string, Value>): void {
  const columns = Object.keys(row);
  const names = columns.map((column) => `"${column}"`);
  const sql = `INSERT INTO "${table}" (${names}) VALUES (${columns.map(() => "?")})`;
  app.database.prepare(sql).run(...Object.values(row));
}

/** Rows of a table, by the value of one column. */
export function rows(app: App, table: string, column: string, value: string): Record<string, unknown>[] {
  return app.database.prepare(`SELECT * FROM "${table}" WHERE "${column}" = ?`).all(value) as Record<string, unknown>[];
}

/**
 * Expects rows of a table, by the value of one column, and waits for them: what a press causes may be stored after the
 * page has said so.
 */
export function expectRows(app: App, table: string, column: string, value: string) {
  return expect.poll(() => rows(app, table, column, value), { message: `rows of ${table}` });
}

export async function sessionCookie(context: BrowserContext) {
  return (await context.cookies()).find(({ name }) => name.endsWith(SESSION_COOKIE));
}
