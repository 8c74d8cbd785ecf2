// Each action of the account page, called directly: with ids of another user, signed out, and with a revoked session. The other
// user's data stays unchanged.

import { isOffered } from "../support/methods.ts";
import { type App, expect, hasSessionRows, insertSession, rows, type SignedInUser, test } from "../support/test.ts";

/** The actions of the page's forms, by the names of their buttons. */
async function actionsOf(app: App, user: SignedInUser): Promise<Map<string, string>> {
  const headers = { cookie: `authjs.session-token=${user.sessionToken}` };
  const html = (await (await fetch(`${app.origin}/account`, { headers })).text()).replace(/<!--.*?-->/g, "");
  const actions = new Map<string, string>();
  for (const [, action = "", inner = ""] of html.matchAll(
    /<form[^>]*action="([^"]*_server[^"]*)"[^>]*>(.*?)<\/form>/gs,
  )) {
    const [, button = ""] = inner.match(/<button[^>]*type="submit"[^>]*>(.*?)<\/button>/s) ?? [];
    actions.set(button.replace(/<svg.*?<\/svg>|<[^>]*>/gs, "").trim(), action.replaceAll("&amp;", "&"));
  }
  return actions;
}

/** A user with rows in every table. */
async function ownerOfMuch(app: App): Promise<SignedInUser> {
  const user = await insertSession(app);
  app.database
    .prepare(
      `INSERT INTO "Account" ("id", "userId", "type", "provider", "providerAccountId") VALUES (?, ?, 'oauth', 'github', ?)`,
    )
    .run(`account-${user.id}`, user.id, `gh-${user.id}`);
  app.database
    .prepare(
      `INSERT INTO "Authenticator" ("credentialID", "userId", "providerAccountId", "credentialPublicKey", "counter", "credentialDeviceType", "credentialBackedUp", "name") VALUES (?, ?, ?, 'k', 0, 'singleDevice', FALSE, 'Mine')`,
    )
    .run(`passkey-${user.id}`, user.id, `passkey-${user.id}`);
  const now = new Date().toISOString();
  app.database
    .prepare(
      `INSERT INTO "Session" ("id", "sessionToken", "userId", "expires", "createdAt", "authenticatedAt", "lastSeenAt") VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(`session-${user.id}`, `other-${user.id}`, user.id, new Date(Date.now() + 1e9).toISOString(), now, now, now);
  return user;
}

const everythingOf = (app: App, { id }: SignedInUser) =>
  JSON.stringify([
    rows(app, "User", "id", id),
    ...["Account", "Authenticator", "Session"].map((table) => rows(app, table, "userId", id)),
  ]);

test("no action reads or changes another user's data, or anything without a session", async ({ app }) => {
  const victim = await ownerOfMuch(app);
  const attacker = await ownerOfMuch(app);
  const revoked = await ownerOfMuch(app);

  const actions = await actionsOf(app, attacker);
  expect([...actions.keys()].sort()).toEqual(
    [
      "Change address",
      "Delete account",
      ...(isOffered("github") ? ["Disconnect GitHub"] : []),
      "Remove",
      "Rename",
      "Save",
      ...(hasSessionRows ? ["Sign out", "Sign out other sessions"] : []),
    ].sort(),
  );
  app.database.prepare(`DELETE FROM "Session" WHERE "userId" = ?`).run(revoked.id);
  const before = everythingOf(app, victim);
  const beforeRevoked = everythingOf(app, revoked);

  const fields = (owner: SignedInUser, button: string) => ({
    id: button === "Sign out" ? `session-${owner.id}` : `passkey-${owner.id}`,
    userId: owner.id,
    name: "Taken",
    email: "taken@example.com",
    confirmation: owner.email,
  });
  for (const [button, path] of actions) {
    const call = (owner: SignedInUser, cookie: string) =>
      fetch(app.origin + path, {
        method: "POST",
        headers: { cookie, origin: app.origin },
        body: new URLSearchParams(fields(owner, button)),
        redirect: "manual",
      });
    // The attacker confirms the deletion with the victim's address. It is not the attacker's own, so nothing is deleted.
    const foreign = await call(victim, `authjs.session-token=${attacker.sessionToken}`);
    expect(foreign.status, button).toBe(302);
    expect(everythingOf(app, victim), button).toBe(before);
    const takenAway = hasSessionRows ? [`authjs.session-token=${revoked.sessionToken}`] : [];
    for (const cookie of ["", ...takenAway]) {
      const response = await call(revoked, cookie);
      expect(response.status, button).toBe(302);
      // The guard is at that page, too.
      expect(response.headers.get("location"), button).toBe(`${app.origin}/account`);
      expect(everythingOf(app, revoked), button).toBe(beforeRevoked);
    }
  }
});
