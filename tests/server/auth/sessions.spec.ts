// Sessions as rows of the database. Not run under "jwt" (playwright.config.ts).

import { Client, signInByLink } from "../../support/client.ts";
import {
  type App,
  expect,
  expectAuthError,
  expectUser,
  followLink,
  goToAccount,
  hash,
  insertSession,
  insertSessionRow,
  linkIn,
  mailTo,
  newClient,
  newEmail,
  rows,
  sessionCookie,
  signedIn,
  signOut,
  test,
} from "../../support/test.ts";

test("the cookie holds a random token and nothing else; the database only its hash", {
  tag: "@email",
}, async ({ app }) => {
  const client = new Client(app.origin, newClient());
  const email = newEmail();
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
  await expect.poll(() => rows(app, "Session", "userId", id).map((row) => row.sessionToken)).toEqual([hash(other)]);
  expect(await sessionCookie(context)).toBeUndefined();
  const headers = { cookie: `authjs.session-token=${sessionToken}` };
  expect((await fetch(`${app.origin}/account`, { headers, redirect: "manual" })).status).toBe(302);
});

test("a revoked session ends immediately: for pages, queries and the session endpoint", async ({
  page,
  app,
  context,
}) => {
  const { id, email, sessionToken } = await signedIn(app, context);
  await page.goto("/");
  await expectUser(page, email);
  app.database.prepare(`DELETE FROM "Session" WHERE "userId" = ?`).run(id);

  // The query, called by the open page.
  await followLink(page, "/account");
  await expectAuthError(page, "SessionRequired", "signed_out");
  // Each request has the old cookie, which the browser no longer has.
  const headers = { cookie: `authjs.session-token=${sessionToken}` };
  const ask = (path: string) => fetch(app.origin + path, { redirect: "manual", headers });
  expect((await ask("/account")).status).toBe(302);
  expect(await (await ask("/api/auth/session")).json()).toBeNull();
});

test("a revoked session adds no passkey", { tag: "@passkey" }, async ({ app }) => {
  const { client } = await withRevokedSession(app);
  expect((await client.get("/api/auth/webauthn-options/passkey?action=register")).status).toBe(401);
});

test("a revoked session connects no provider", { tag: "@github" }, async ({ app }) => {
  const { client, csrfToken } = await withRevokedSession(app);
  const { location } = await client.post("/api/auth/signin/github", { csrfToken, connect: "true" });
  expect(location?.searchParams.get("error")).toBe("SessionRequired");
});

/** @returns a client that still has the cookie of a session that is gone */
async function withRevokedSession(app: App): Promise<{ client: Client; csrfToken: string }> {
  const client = new Client(app.origin, newClient());
  const csrfToken = await client.csrfToken();
  const { id, sessionToken } = await insertSession(app);
  app.database.prepare(`DELETE FROM "Session" WHERE "userId" = ?`).run(id);
  client.cookies.set("authjs.session-token", sessionToken);
  return { client, csrfToken };
}

test("the next navigation after the session was revoked leads to the sign-in page, and on from there", async ({
  page,
  app,
  context,
}) => {
  const { id, email } = await signedIn(app, context);
  await page.goto("/");
  await expectUser(page, email);
  app.database.prepare(`DELETE FROM "Session" WHERE "userId" = ?`).run(id);
  await goToAccount(page);
  await expectAuthError(page, "SessionRequired", "signed_out");
  // The user signs in in another tab.
  await signedIn(app, context);
  await page.reload();
  await expect(page).toHaveURL("/account");
});
