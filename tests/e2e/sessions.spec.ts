// Sessions as rows of the database. Not run under "jwt" (playwright.config.ts).

import { Client, signInByLink } from "../support/client.ts";
import {
  expect,
  followLink,
  hash,
  insertSessionRow,
  linkIn,
  mailTo,
  newAddress,
  newClient,
  rows,
  sessionCookie,
  signedIn,
  signOut,
  test,
} from "../support/test.ts";

test("the cookie holds a random token and nothing else; the database only its hash", async ({ app }) => {
  const client = new Client(app.origin, newClient());
  const email = newAddress();
  const csrfToken = await client.csrfToken();
  await client.post("/api/auth/signin/email", { csrfToken, email });
  const { headers } = await signInByLink(client, linkIn(await mailTo(app, email)), { "user-agent": "A browser" });
  const [line] = headers.getSetCookie().filter((each) => each.startsWith("authjs.session-token="));
  expect(line).toMatch(/^authjs\.session-token=[0-9a-f]{64}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
  const [user] = rows(app, "User", "email", email);
  const [session] = rows(app, "Session", "userId", String(user?.id));
  expect(session?.sessionToken).toBe(hash(client.sessionToken ?? ""));
  expect(session?.userAgent).toBe("A browser");
});

test("signing out deletes the session's row and its cookie, and no other session", async ({ page, app, context }) => {
  const { id, sessionToken } = await signedIn(app, context);
  const other = insertSessionRow(app, id);
  await signOut(page);
  expect(rows(app, "Session", "userId", id).map((row) => row.sessionToken)).toEqual([hash(other)]);
  expect(await sessionCookie(context)).toBeUndefined();
  const headers = { cookie: `authjs.session-token=${sessionToken}` };
  expect((await fetch(`${app.origin}/protected`, { headers, redirect: "manual" })).status).toBe(302);
});

test("a revoked session ends immediately: for pages, queries, the session endpoint, Connect and passkeys", async ({
  page,
  app,
  context,
}) => {
  const { id, email, sessionToken } = await signedIn(app, context);
  await page.goto("/");
  await expect(page.getByRole("navigation").getByText(email)).toBeVisible();
  const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
  app.database.prepare(`DELETE FROM "Session" WHERE "userId" = ?`).run(id);

  // The query, called by the open page.
  await followLink(page, "/protected/client");
  await expect(page.getByRole("status")).toContainText("/protected/client");
  // Each request has the old cookie, which the browser no longer has.
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

test("after the session was revoked, the next navigation within the application ends on the home page", async ({
  page,
  app,
  context,
}) => {
  const { id, email } = await signedIn(app, context);
  await page.goto("/protected");
  await expect(page.getByRole("heading", { name: `Hello, ${email}` })).toBeVisible();
  app.database.prepare(`DELETE FROM "Session" WHERE "userId" = ?`).run(id);
  await page.getByRole("link", { name: "the client-rendered page" }).click();
  await expect(page.getByRole("status")).toContainText("/protected/client");
  await expect(page).toHaveURL("/");
});
