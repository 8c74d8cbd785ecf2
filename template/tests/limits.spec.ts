// Rate limits, for a client that exceeds them and for others. Each client is an address in X-Forwarded-For, set by the
// one trusted proxy.

import type { App } from "../../tests/support/app.ts";
import { startApp } from "../../tests/support/app.ts";
import {
  expect,
  linkIn,
  mailTo,
  newClient,
  newEmail,
  openSignIn,
  signInByMail,
  test,
} from "../../tests/support/test.ts";

const LINKS_TO_ADDRESS = 5;
const LINKS = 150;
const PROVIDER_STARTS = 100;
const PASSKEY_OPTIONS = 300;
const CALLBACKS = 300;
const WINDOW_SECONDS = 600;

/** A visitor without a browser, with an IP address. */
async function visitor(app: App, client = newClient()) {
  const headers: Record<string, string> = { "x-forwarded-for": client };
  const send = (path: string, init: RequestInit = {}) =>
    fetch(app.origin + path, { redirect: "manual", ...init, headers: { ...headers, ...init.headers } });
  const first = await send("/api/auth/csrf");
  const { csrfToken } = await first.json();
  headers.cookie = first.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const post = (path: string, fields: Record<string, string> = {}) =>
    send(path, { method: "POST", body: new URLSearchParams({ csrfToken, ...fields }) });
  return { get: send, post, askForLink: (email: string) => post("/api/auth/signin/email", { email }) };
}

const mailsTo = (app: App, address: string) =>
  app.mailbox.mails.filter(({ to }) => to?.some((recipient) => recipient.address === address)).length;

/** @returns the first different status, and after how many attempts it came */
async function untilRefused(attempt: () => Promise<Response>, most: number) {
  for (let tries = 0; tries <= most; tries += 1) {
    const response = await attempt();
    if (response.status === 429) return { tries, response };
    await response.arrayBuffer();
  }
  throw new Error(`${most} tries were not refused.`);
}

test("an address gets five mails in ten minutes from all clients, and further requests are a 429 that says when to retry", async ({
  app,
}) => {
  const address = newEmail();
  for (let asked = 0; asked < LINKS_TO_ADDRESS; asked += 1) {
    const response = await (await visitor(app)).askForLink(asked % 2 ? address.toUpperCase() : ` ${address}`);
    expect(response.headers.get("location")).toContain("/verify-request");
  }
  const response = await (await visitor(app)).askForLink(address);
  expect(response.status).toBe(429);
  const wait = Number(response.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(WINDOW_SECONDS - 60);
  expect(wait).toBeLessThanOrEqual(WINDOW_SECONDS);
  expect((await response.json()).message).toContain("try again in 10 minutes");
  expect(mailsTo(app, address)).toBe(LINKS_TO_ADDRESS);
});

test("a user whose limit an attacker has used up signs in with a link in the inbox, and other users are not affected", async ({
  page,
  app,
}) => {
  const address = newEmail();
  const stranger = await visitor(app);
  await untilRefused(() => stranger.askForLink(address), LINKS_TO_ADDRESS);

  await openSignIn(page);
  await page.getByRole("textbox", { name: "Email" }).fill(address);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByRole("alert")).toContainText("Use the newest one in the inbox, or try again in 10 minutes");
  await page.goto(linkIn(await mailTo(app, address)));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("navigation").getByText(address)).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/sign-in");
  await signInByMail(page, app, newEmail());
  await expect(page.getByRole("banner").getByRole("button")).toBeVisible();
});

test("too many requests without JavaScript show a page with the status, the wait and a link home", async ({
  app,
  browser,
}) => {
  const address = newEmail();
  const stranger = await visitor(app);
  await untilRefused(() => stranger.askForLink(address), LINKS_TO_ADDRESS);

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.origin });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByRole("textbox", { name: "Email" }).fill(address);
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Email me a link" }).click();
  expect((await answer).status()).toBe(429);
  await expect(page.getByRole("heading", { name: "Too many attempts" })).toBeVisible();
  await expect(page.getByText("try again in 10 minutes")).toBeVisible();
  await page.getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveURL("/");
  await context.close();
});

for (const [index, { what, path, most, init }] of [
  { what: "links", path: "/api/auth/signin/email", most: LINKS, init: { method: "POST" } },
  { what: "GitHub starts", path: "/api/auth/signin/github", most: PROVIDER_STARTS, init: { method: "POST" } },
  { what: "passkey challenges", path: "/api/auth/webauthn-options/passkey", most: PASSKEY_OPTIONS, init: {} },
  { what: "mail links brought", path: "/api/auth/callback/email", most: CALLBACKS, init: { method: "POST" } },
  { what: "GitHub's answers brought", path: "/api/auth/callback/github?code=x&state=y", most: CALLBACKS, init: {} },
  { what: "passkeys brought", path: "/api/auth/callback/passkey", most: CALLBACKS, init: { method: "POST" } },
].entries())
  test(`${what}: a client has ${most} attempts in a window, for any spelling of the path; other clients are not affected`, {
    tag: index < 3 ? [] : "@night",
  }, async ({ app }) => {
    const client = newClient();
    const { get } = await visitor(app, client);
    let turn = 0;
    const spelled = () => {
      turn += 1;
      return turn % 3 === 0 ? path.replace(/(?=\?|$)/, "/") : path;
    };
    const { tries, response } = await untilRefused(() => get(spelled(), init), most);
    expect(tries).toBe(most);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(response.headers.get("cache-control")).toContain("no-store");
    // An address in the same /64, or a forged header, is the same client.
    for (const same of [client.replace("::1", "::2"), `198.51.100.9, ${client}`])
      expect((await get(path, { ...init, headers: { "x-forwarded-for": same } })).status).toBe(429);
    expect((await get(path, { ...init, headers: { "x-forwarded-for": newClient() } })).status).not.toBe(429);
    // Paths without a limit stay open to the client.
    expect((await get("/api/auth/session")).status).toBe(200);
    expect((await get("/sign-in")).status).toBe(200);
  });

test("images and frames on another site do not use up a visitor's limits", async ({ app }) => {
  const { get, post } = await visitor(app);
  for (const dest of ["image", "iframe", "empty"])
    for (let tries = 0; tries <= CALLBACKS; tries += 1) {
      const headers = { "sec-fetch-site": "cross-site", "sec-fetch-dest": dest };
      expect((await get("/api/auth/callback/github", { headers })).status).toBe(403);
    }
  const headers = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" };
  expect((await get("/api/auth/callback/github?code=x&state=y", { headers })).status).toBe(302);
  expect((await post("/api/auth/callback/email")).status).toBe(302);
});

test("instances share the counters, and the table contains no addresses", async ({ app }) => {
  const other = await startApp(undefined, { DATABASE_URL: app.databaseUrl });
  try {
    const address = newEmail();
    const client = newClient();
    for (let asked = 0; asked < LINKS_TO_ADDRESS; asked += 1)
      await (await visitor(asked % 2 ? app : other, client)).askForLink(address);
    for (const instance of [app, other])
      expect((await (await visitor(instance, client)).askForLink(address)).status).toBe(429);
    const table = JSON.stringify(app.database.prepare(`SELECT * FROM "RateLimit"`).all());
    expect(table).toContain("linksToEmail:");
    expect(table).not.toContain(address);
    expect(table).not.toContain(client.split("::")[0]);
  } finally {
    await other.stop();
  }
});

test("X-Forwarded-For is ignored without a trusted proxy, and the log says so once", async () => {
  const app = await startApp(undefined, { TRUST_PROXY: undefined });
  try {
    const { tries } = await untilRefused(
      () =>
        fetch(`${app.origin}/api/auth/signin/email`, { method: "POST", headers: { "x-forwarded-for": newClient() } }),
      LINKS,
    );
    expect(tries).toBe(LINKS);
    expect((await app.log()).match(/TRUST_PROXY is not set/g)).toHaveLength(1);
  } finally {
    await app.stop();
  }
});
