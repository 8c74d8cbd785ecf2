import {
  expect,
  hash,
  newAddress,
  rows,
  sessionCookie,
  signedIn,
  signInByMail,
  signOut,
  test,
} from "../support/test.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

test("the cookie holds a random token and nothing else; the database only its hash", async ({ page, app, context }) => {
  const address = newAddress();
  await page.goto("/sign-in");
  await signInByMail(page, app, address);
  await expect(page).toHaveURL(/welcome/);
  const cookie = await sessionCookie(context);
  expect(cookie).toMatchObject({
    name: "authjs.session-token",
    httpOnly: true,
    sameSite: "Lax",
    path: "/",
    secure: false,
  });
  expect(cookie?.value).toMatch(/^[0-9a-f]{64}$/);
  const [user] = rows(app, "User", "email", address);
  const [session] = rows(app, "Session", "userId", String(user?.id));
  expect(session?.sessionToken).toBe(hash(cookie?.value ?? ""));
  expect(session?.userAgent).toContain("Chrome");
});

test("signing in sets a new cookie, whatever the browser brought along", async ({ page, app, context }) => {
  await context.addCookies([{ name: "authjs.session-token", value: "f".repeat(64), url: app.origin }]);
  await page.goto("/sign-in");
  await signInByMail(page, app, newAddress());
  await expect(page).toHaveURL(/welcome/);
  expect((await sessionCookie(context))?.value).not.toBe("f".repeat(64));
});

test("a visit after a day prolongs the session, its cookie too; a second one does not write again", async ({
  page,
  app,
  context,
}) => {
  const { id } = await signedIn(app, context);
  const set = (expires: number) =>
    app.database
      .prepare(`UPDATE "Session" SET "expires" = ? WHERE "userId" = ?`)
      .run(new Date(expires).toISOString(), id);
  const expires = () => new Date(String(rows(app, "Session", "userId", id)[0]?.expires)).valueOf();

  set(Date.now() + 30 * DAY_MS - 0.9 * DAY_MS);
  const early = expires();
  await page.goto("/protected");
  expect(expires()).toBe(early);

  set(Date.now() + 30 * DAY_MS - 1.1 * DAY_MS);
  await page.goto("/protected");
  const prolonged = expires();
  expect(prolonged).toBeGreaterThan(Date.now() + 30 * DAY_MS - 60_000);
  const cookie = await sessionCookie(context);
  expect((cookie?.expires ?? 0) * 1000).toBeGreaterThan(Date.now() + 30 * DAY_MS - 60_000);
  await page.goto("/protected");
  expect(expires()).toBe(prolonged);
});

test("reading the session on a public page forwards the refreshed cookie and no other, and none without need", async ({
  page,
  app,
  context,
}) => {
  const { id } = await signedIn(app, context);
  const cookiesSet = async () => {
    const response = await page.goto("/");
    const lines = (await response?.headersArray())?.filter(({ name }) => name.toLowerCase() === "set-cookie") ?? [];
    return lines.map(({ value }) => value.split("=")[0]);
  };
  expect(await cookiesSet()).toEqual([]);
  const twoDaysOld = new Date(Date.now() + 28 * DAY_MS).toISOString();
  app.database.prepare(`UPDATE "Session" SET "expires" = ? WHERE "userId" = ?`).run(twoDaysOld, id);
  expect(await cookiesSet()).toEqual(["authjs.session-token"]);
});

test("ninety days after signing in a session ends, however recently it was used", async ({ page, app, context }) => {
  const { id, sessionToken } = await signedIn(app, context);
  const since = (days: number) =>
    app.database
      .prepare(`UPDATE "Session" SET "authenticatedAt" = ? WHERE "userId" = ?`)
      .run(new Date(Date.now() - days * DAY_MS).toISOString(), id);
  since(89);
  expect((await page.goto("/protected"))?.url()).toContain("/protected");
  since(90);
  await page.goto("/protected");
  await expect(page).toHaveURL("/");
  expect(rows(app, "Session", "userId", id)).toHaveLength(0);
  const headers = { cookie: `authjs.session-token=${sessionToken}` };
  expect(await (await fetch(`${app.origin}/api/auth/session`, { headers })).json()).toBeNull();
});

test("an expired session is removed when it is found, its cookie too", async ({ page, app, context }) => {
  const { id } = await signedIn(app, context);
  app.database
    .prepare(`UPDATE "Session" SET "expires" = ? WHERE "userId" = ?`)
    .run(new Date(Date.now() - 1000).toISOString(), id);
  await page.goto("/protected");
  await expect(page).toHaveURL("/");
  expect(rows(app, "Session", "userId", id)).toHaveLength(0);
  expect(await sessionCookie(context)).toBeUndefined();
});

test("signing out deletes the session's row and its cookie, and no other session", async ({
  page,
  app,
  context,
  browser,
}) => {
  const { id, email, sessionToken } = await signedIn(app, context);
  const other = await browser.newContext({ baseURL: app.origin });
  const second = await other.newPage();
  await second.goto("/sign-in?callbackUrl=/protected");
  await signInByMail(second, app, email);
  await expect(second).toHaveURL("/protected");
  expect(rows(app, "Session", "userId", id)).toHaveLength(2);

  await page.goto("/");
  await signOut(page);
  expect(rows(app, "Session", "sessionToken", hash(sessionToken))).toHaveLength(0);
  expect(rows(app, "Session", "userId", id)).toHaveLength(1);
  expect(await sessionCookie(context)).toBeUndefined();
  await second.goto("/protected");
  await expect(second.getByRole("heading", { name: `Hello, ${email}` })).toBeVisible();
  await other.close();
});

test("a session that is taken away is over at once: for pages, queries, the session endpoint, Connect and passkeys", async ({
  page,
  app,
  context,
}) => {
  const { id, email, sessionToken } = await signedIn(app, context);
  await page.goto("/");
  await expect(page.getByRole("navigation").getByText(email)).toBeVisible();
  const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
  app.database.prepare(`DELETE FROM "Session" WHERE "userId" = ?`).run(id);

  // The query, asked by the page that is open.
  await page.getByRole("link", { name: "Client-rendered page" }).click();
  await expect(page.getByRole("status")).toContainText("/protected/client is for signed-in users");
  // Each of these with the cookie, which the browser has lost by now.
  const headers = { cookie: `authjs.session-token=${sessionToken}` };
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(app.origin + path, { redirect: "manual", ...init, headers: { ...headers, ...init.headers } });
  expect((await ask("/protected")).status).toBe(302);
  expect(await (await ask("/api/auth/session")).json()).toBeNull();
  expect((await ask("/api/auth/webauthn-options/passkey?action=register")).status).toBe(401);
  const csrfCookie = (await context.cookies()).find(({ name }) => name === "authjs.csrf-token")?.value;
  const connect = await ask("/api/auth/signin/github", {
    method: "POST",
    headers: { cookie: `${headers.cookie}; authjs.csrf-token=${csrfCookie}` },
    body: new URLSearchParams({ csrfToken, connect: "true" }),
  });
  expect(connect.headers.get("location")).toContain("error=SessionRequired");
});

test("a stolen cookie is worthless after signing out", async ({ page, app, context, request }) => {
  const { sessionToken } = await signedIn(app, context);
  await signOut(page);
  const response = await request.get("/protected", {
    headers: { cookie: `authjs.session-token=${sessionToken}` },
    maxRedirects: 0,
  });
  expect(response.status()).toBe(302);
});

test("signing out of one account and into another never goes to the first one's page", async ({ page, app }) => {
  await page.goto("/protected/client");
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await signInByMail(page, app, newAddress());
  await expect(page).toHaveURL(/welcome/);
  await signOut(page);
  await page.goto("/sign-in");
  await signInByMail(page, app, newAddress());
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page).toHaveURL("/");
});
