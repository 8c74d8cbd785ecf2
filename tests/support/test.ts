// The `test` of the browser tests: an application for each worker, and the steps that many stories share.

import { createHash, randomBytes } from "node:crypto";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import type { Email } from "postal-mime";
import { type App, startApp } from "./app.ts";
import { buildVariant, type Variant } from "./copies.ts";

export { type App, expect };

interface WorkerFixtures {
  /** The change to build with; without one, the tests have the project's own build. */
  variant: Variant | undefined;
  /** Variables for the application on top of a working environment. */
  env: Record<string, string | undefined>;
  app: App;
}

interface TestFixtures {
  /** A virtual authenticator in the page's browser: it holds passkeys and answers for the user. */
  authenticator: Authenticator;
}

export interface Authenticator {
  /** How many passkeys it holds. */
  count: () => Promise<number>;
  /** Whether the user passes their PIN or fingerprint. Without, the request is refused, as on "Cancel". */
  setVerified: (isVerified: boolean) => Promise<void>;
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
    { scope: "worker", timeout: 120_000 },
  ],

  baseURL: async ({ app }, use) => use(app.origin),

  extraHTTPHeaders: async ({ app: _ }, use) => use({ "x-forwarded-for": newClient() }),

  context: async ({ context, app }, use) => obeyingPolicy(context, app.origin, use),

  authenticator: async ({ page }, use) => use(await addAuthenticator(page)),
});

/** No page of any story may run into its own Content-Security-Policy. */
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

export async function addAuthenticator(page: Page): Promise<Authenticator> {
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
  return {
    count: async () => (await client.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
    setVerified: async (isUserVerified) => {
      await client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
  };
}

let clients = 0;

/** The network address of a client that nobody has been yet, for the X-Forwarded-For header. */
export function newClient(): string {
  clients += 1;
  return `2001:db8:${(process.pid % 0xffff).toString(16)}:${clients.toString(16)}::1`;
}

let addresses = 0;

/** An address nobody has used yet. */
export function newAddress(name = "user"): string {
  return `${name}.${process.pid}.${++addresses}@example.com`;
}

/** The newest mail to an address, as soon as there is one. */
export async function mailTo(app: Pick<App, "mailbox">, address: string): Promise<Email> {
  const newest = () => app.mailbox.mails.findLast(({ to }) => to?.some((recipient) => recipient.address === address));
  await expect.poll(newest, { message: `mail to ${address}` }).toBeDefined();
  return newest() as Email;
}

/** The link in a mail, from its text. */
export function linkIn(mail: Email): string {
  return mail.text?.match(/https?:\/\/\S+/)?.[0] ?? "";
}

/** Asks for a link on the sign-in page and returns it, unopened. */
export async function askForLink(page: Page, app: App, address: string): Promise<string> {
  await page.getByRole("textbox", { name: "Email" }).fill(address);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
  return linkIn(await mailTo(app, address));
}

/** Through the whole e-mail flow, from the sign-in page the browser is on. */
export async function signInByMail(page: Page, app: App, address: string): Promise<void> {
  await page.goto(await askForLink(page, app, address));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname !== "/sign-in/confirm");
}

export async function continueWithGitHub(
  page: Page,
  person: { login: string; email?: string; verified?: boolean },
): Promise<void> {
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await consent(page, person);
}

/** On the simulated GitHub's page. */
export async function consent(
  page: Page,
  { login, email = `${login}@example.com`, verified = true }: { login: string; email?: string; verified?: boolean },
) {
  await page.getByLabel("Username").fill(login);
  await page.getByLabel("Name", { exact: true }).fill(login);
  await page.getByLabel("Primary e-mail address").fill(email);
  await page.getByLabel("GitHub has verified this address").setChecked(verified);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.goto("/sign-out");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in", exact: true })).toBeVisible();
}

export interface SignedInUser {
  id: string;
  email: string;
  sessionToken: string;
}

/** A signed-in user without the forms: a row for the user, one for the session, and the cookie. The forms have tests of their own. */
export async function signedIn(app: App, context: BrowserContext, email = newAddress()): Promise<SignedInUser> {
  const user = insertSession(app, email);
  await context.addCookies([
    { name: "authjs.session-token", value: user.sessionToken, url: app.origin, httpOnly: true, sameSite: "Lax" },
  ]);
  return user;
}

/** The two rows alone, for tests without a browser. */
export function insertSession(app: App, email = newAddress()): SignedInUser {
  const id = randomBytes(12).toString("hex");
  const sessionToken = randomBytes(32).toString("hex");
  const now = new Date().toISOString();
  const expires = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString();
  app.database
    .prepare(`INSERT INTO "User" ("id", "email", "emailVerified", "createdAt") VALUES (?, ?, ?, ?)`)
    .run(id, email, now, now);
  app.database
    .prepare(
      `INSERT INTO "Session" ("id", "sessionToken", "userId", "expires", "createdAt", "authenticatedAt", "lastSeenAt") VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(randomBytes(12).toString("hex"), hash(sessionToken), id, expires, now, now, now);
  return { id, email, sessionToken };
}

export function hash(sessionToken: string): string {
  return createHash("sha256").update(sessionToken).digest("hex");
}

/** Rows of a table, by the value of one column. */
export function rows(app: App, table: string, column: string, value: string): Record<string, unknown>[] {
  return app.database.prepare(`SELECT * FROM "${table}" WHERE "${column}" = ?`).all(value) as Record<string, unknown>[];
}

export async function sessionCookie(context: BrowserContext) {
  return (await context.cookies()).find(({ name }) => name.endsWith("authjs.session-token"));
}
