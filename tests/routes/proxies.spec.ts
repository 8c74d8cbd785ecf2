// Requests that browsers make ahead, and what proxies and other names of the server change on the way.

import { accountText } from "../../src/messages/account.ts";
import { lastResortText } from "../../src/messages/errors.ts";
import { language } from "../../src/messages/language.ts";
import { layoutText } from "../../src/messages/layout.ts";
import { describeNotice } from "../../src/messages/notices.ts";
import { timeText } from "../../src/messages/time.ts";
import { startApp } from "../support/app.ts";
import { Client } from "../support/client.ts";
import {
  claimed,
  expect,
  insertEvent,
  insertSession,
  linkIn,
  mailTo,
  newClient,
  newEmail,
  signedIn,
  test,
} from "../support/test.ts";

const PAGE = { accept: "text/html", "sec-fetch-dest": "document" };
const NOTICE = encodeURIComponent(JSON.stringify({ code: "nameSaved" }));
const SAVED = describeNotice("nameSaved")?.text ?? "";

test("a HEAD and a page that is fetched ahead take no notice, and the page that is seen shows it once", async ({
  app,
}) => {
  const client = new Client(app.origin, newClient());
  client.cookies.set("authjs.session-token", (await insertSession(app)).sessionToken);
  client.cookies.set("notice", NOTICE);
  client.cookies.set("return-to", "/account");
  await client.visit("/", { method: "HEAD" });
  for (const [name, value] of [
    ["sec-purpose", "prefetch"],
    ["sec-purpose", "prefetch;prerender"],
    ["purpose", "prefetch"],
  ] as const)
    expect((await client.get("/", { ...PAGE, [name]: value })).body).not.toContain(SAVED);
  expect(client.cookies.has("notice")).toBe(true);
  expect(client.cookies.has("return-to")).toBe(true);
  expect((await client.get("/", PAGE)).body).toContain(SAVED);
  expect(client.cookies.has("notice")).toBe(false);
});

test("a protected page that is fetched ahead leaves no notice for the next page", async ({ app }) => {
  const client = new Client(app.origin, newClient());
  expect((await client.get("/account", { ...PAGE, "sec-purpose": "prefetch" })).status).toBe(302);
  expect((await client.visit("/account", { method: "HEAD" })).status).toBe(302);
  expect(client.cookies.has("return-to")).toBe(false);
});

test("a HEAD of the session has the headers of the GET, and no body", async ({ app }) => {
  const [head, get] = await Promise.all(
    ["HEAD", "GET"].map((method) => fetch(`${app.origin}/api/auth/session`, { method })),
  );
  expect([head?.status, await head?.text()]).toEqual([200, ""]);
  expect(head?.headers.get("content-type")).toBe(get?.headers.get("content-type"));
});

test("a file is not sent again to a cache that has it, also if a proxy has marked its tag as weak", async ({ app }) => {
  const html = await (await fetch(app.origin)).text();
  const script = html.match(/\/_build\/assets\/[\w.-]+\.js/)?.[0] ?? "";
  for (const path of [script, "/favicon.svg"]) {
    const tag = (await fetch(app.origin + path)).headers.get("etag") ?? "";
    expect(tag).toMatch(/^"/);
    for (const known of [tag, `W/${tag}`])
      expect((await fetch(app.origin + path, { headers: { "if-none-match": known } })).status).toBe(304);
    expect((await fetch(app.origin + path, { headers: { "if-none-match": 'W/"other"' } })).status).toBe(200);
  }
});

test("a cache keeps the plain file apart from the compressed one", async ({ app }) => {
  const html = await (await fetch(app.origin)).text();
  const script = html.match(/\/_build\/assets\/[\w.-]+\.js/)?.[0] ?? "";
  for (const encoding of ["identity", "br"]) {
    const { headers } = await fetch(app.origin + script, { headers: { "accept-encoding": encoding } });
    expect(headers.get("vary"), encoding).toBe("Accept-Encoding");
  }
});

test("a page under another name of the server leads to its own, once, and a call of a program does not", async ({
  app,
}) => {
  const own = new URL(app.origin).host;
  const client = new Client(app.origin, newClient());
  for (const method of ["HEAD", "GET"]) {
    client.cookies.clear();
    const answer = await client.visit("/sign-in?a=b", {
      method,
      headers: { ...PAGE, "x-forwarded-host": "www.example.com" },
    });
    expect([answer.status, answer.location?.href]).toEqual([307, `${app.origin}/sign-in?a=b`]);
  }
  // A proxy that writes its own Host would make it endless.
  expect((await client.get("/sign-in", { ...PAGE, "x-forwarded-host": "www.example.com" })).status).toBe(200);
  const other = new Client(app.origin, newClient());
  expect((await other.get("/sign-in", { ...PAGE, "x-forwarded-host": own })).status).toBe(200);
  const several = { "x-forwarded-host": `${own}, proxy.example.com` };
  expect((await other.get("/sign-in", { ...PAGE, ...several })).status).toBe(200);
  expect((await other.get("/api/health", { "x-forwarded-host": "www.example.com" })).status).toBe(200);
  expect((await other.get("/robots.txt", { "x-forwarded-host": "www.example.com" })).status).toBe(200);
});

test("a form under another name of the server is refused with the address to open", async ({ app }) => {
  const host = "www.example.com";
  const client = new Client(app.origin, newClient());
  for (const origin of [`http://${host}`, `https://${host}`]) {
    const headers = { ...PAGE, origin, "sec-fetch-site": "same-origin", "x-forwarded-host": host };
    const answer = await client.post("/api/theme", { theme: "dark" }, headers);
    expect(answer.status).toBe(403);
    for (const said of Object.values(lastResortText.otherName(new URL(app.origin).host)))
      expect(answer.body).toContain(said);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
});

test("a form is sent behind GitHub Codespaces, whose proxy writes the address behind it into Origin @email", async () => {
  // The address comes from the proxy, as in development.
  const app = await startApp(undefined, { AUTH_URL: undefined, AUTH_TRUST_HOST: "true" });
  const forwarded = { "x-forwarded-host": "name-3000.app.github.dev", "x-forwarded-proto": "https" };
  const client = new Client(app.origin, newClient());
  try {
    const { csrfToken } = JSON.parse((await client.get("/api/auth/csrf", forwarded)).body);
    const fields = { csrfToken, email: newEmail("codespaces") };
    const headers = { ...forwarded, origin: app.origin, "sec-fetch-site": "same-origin" };
    const { status, location } = await client.post("/api/auth/signin/email", fields, headers);
    expect([status, location?.href]).toEqual([
      302,
      "https://name-3000.app.github.dev/api/auth/verify-request?provider=email&type=email",
    ]);
  } finally {
    await app.stop();
  }
});

test("an address in a page stands between the comments that keep Cloudflare from replacing it @email", async ({
  app,
}) => {
  const client = new Client(app.origin, newClient());
  const email = newEmail("kept");
  await client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email });
  const user = await insertSession(app);
  const signedInClient = new Client(app.origin, newClient());
  signedInClient.cookies.set("authjs.session-token", user.sessionToken);
  const pages = [
    [await new Client(app.origin, newClient()).open(linkIn(await mailTo(app, email))), email],
    [await client.open("/verify-request"), email],
    [await signedInClient.open("/account"), user.email],
  ] as const;
  for (const [{ body }, address] of pages) {
    const kept = body.match(/<body>.*?<!--email_off-->(.*)<!--\/email_off-->/s)?.[1] ?? "";
    expect(kept).toContain(address);
    const rest = body.replace(kept, "").replace(/<script.*?<\/script>|<head>.*<\/head>/gs, "");
    expect(rest).not.toContain(address);
  }
});

test("a private page that the browser has kept leaves after a sign-out", async ({ page, app, context }) => {
  await signedIn(app, context);
  await page.goto("/account");
  await claimed(page);
  await context.clearCookies();
  // Safari shows a page from its back-forward cache like this.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: layoutText.signIn, exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: accountText.data.title })).toHaveCount(0);
});

test("a visitor's clock that is hours behind makes nothing that has happened a time to come", async ({
  page,
  app,
  context,
}) => {
  const { id } = await signedIn(app, context);
  insertEvent(app, id, "signed in");
  await page.clock.install({ time: Date.now() - 5 * 60 * 60_000 });
  await page.goto("/account");
  await claimed(page);
  await page.clock.fastForward(61_000);
  await expect(page.getByRole("time").filter({ hasText: timeText.justNow }).first()).toBeVisible();
  await expect(page.getByText(new Intl.RelativeTimeFormat(language()).format(5, "hour"))).toHaveCount(0);
});
