// Sessions as rows of the database. Not run under "jwt" (playwright.config.ts).

import { accountText, signOutText } from "../../../src/messages/account.ts";
import { clientOf, signInByMailAs } from "../../support/client.ts";
import { expect, hash, insertSession, insertSessionRow, newEmail, rows, test } from "../../support/test.ts";

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

test("signing out deletes the session's row and its cookie, and no other", async ({ app }) => {
  const user = await insertSession(app);
  const [client, other] = [clientOf(app, user), insertSessionRow(app, user.id)];
  await client.press(await client.open("/sign-out"), signOutText.button);
  expect(rows(app, "Session", "userId", user.id)).toMatchObject([{ sessionToken: hash(other) }]);
  expect(client.sessionToken).toBeUndefined();
  expect((await clientOf(app, user).get("/account")).status).toBe(302);
});

test("a revoked session ends immediately, for pages, actions and endpoints", async ({ app }) => {
  const user = await insertSession(app);
  const page = await clientOf(app, user).open("/account");
  app.database.prepare(`DELETE FROM "Session" WHERE "userId" = ?`).run(user.id);
  // Each request has the old cookie, which the browser no longer has.
  const ask = (path: string) => clientOf(app, user).get(path);
  expect((await ask("/account")).status).toBe(302);
  expect((await ask("/api/auth/session")).body).toBe("null");
  const pressed = await clientOf(app, user).press(page, accountText.profile.save, { name: "Ada" });
  expect(pressed.location?.searchParams.get("error")).toBe("SessionRequired");
  expect(rows(app, "User", "id", user.id)[0]?.name).toBeNull();
});
