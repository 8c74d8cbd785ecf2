// Sessions as rows of the database. Not run under "jwt" (playwright.config.ts).

import { clientOf, signInByMailAs } from "../../support/client.ts";
import {
  expect,
  expectAuthError,
  expectUser,
  goToAccount,
  hash,
  insertSessionRow,
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
  const [client, email] = [clientOf(app), newEmail()];
  const { headers } = await signInByMailAs(client, app, email, "My browser");
  const [line] = headers.getSetCookie().filter((each) => each.startsWith("authjs.session-token="));
  expect(line).toMatch(/^authjs\.session-token=[0-9a-f]{64}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
  const [user] = rows(app, "User", "email", email);
  const stored = { sessionToken: hash(client.sessionToken ?? ""), userAgent: "My browser" };
  expect(rows(app, "Session", "userId", String(user?.id))).toMatchObject([stored]);
});

test("signing out deletes the session's row and its cookie, and no other", async ({ page, app, context, user }) => {
  const other = insertSessionRow(app, user.id);
  await signOut(page);
  await expect.poll(() => rows(app, "Session", "userId", user.id)).toMatchObject([{ sessionToken: hash(other) }]);
  expect(await sessionCookie(context)).toBeUndefined();
  expect((await clientOf(app, user).get("/account")).status).toBe(302);
});

test("a revoked session ends immediately, for pages, queries and endpoints", async ({ page, app, context, user }) => {
  await page.goto("/");
  await expectUser(page, user.email);
  app.database.prepare(`DELETE FROM "Session" WHERE "userId" = ?`).run(user.id);
  // The query, called by the open page.
  await goToAccount(page);
  await expectAuthError(page, "SessionRequired", "signed_out");
  // Each request has the old cookie, which the browser no longer has.
  const ask = (path: string) => clientOf(app, user).get(path);
  expect((await ask("/account")).status).toBe(302);
  expect((await ask("/api/auth/session")).body).toBe("null");
  // The user signs in in another tab.
  await signedIn(app, context);
  await page.reload();
  await expect(page).toHaveURL("/account");
});
