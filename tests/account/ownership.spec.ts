// Each action of the account page, called directly: with ids of another user, signed out, and with a revoked session.
// The other user's data stays unchanged.

import { accountText } from "../../src/messages/account.ts";
import { isOffered } from "../support/methods.ts";
import {
  type App,
  addAuthenticator,
  age,
  expect,
  expectRows,
  hasSessionRows,
  insertPasskey,
  insertSession,
  rows,
  type SignedInUser,
  sessionCookie,
  signedIn,
  test,
} from "../support/test.ts";

const { deletion, methods, passkeys, profile, sessions } = accountText;

/** The actions of the page's forms, by the names of their buttons. */
async function actionsOf(app: App, user: SignedInUser, path = "/account"): Promise<Map<string, string>> {
  const headers = { cookie: `authjs.session-token=${user.sessionToken}` };
  const html = (await (await fetch(app.origin + path, { headers })).text()).replace(/<!--.*?-->/g, "");
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
    ...["Account", "Authenticator", "Session", "SecurityEvent"].map((table) => rows(app, table, "userId", id)),
  ]);

test("no action reads or changes another user's data, or anything without a session", async ({ app }) => {
  const victim = await ownerOfMuch(app);
  const attacker = await ownerOfMuch(app);
  const revoked = await ownerOfMuch(app);

  const actions = await actionsOf(app, attacker);
  expect([...actions.keys()].sort()).toEqual(
    [
      profile.change,
      deletion.title,
      ...(isOffered("github") ? [methods.disconnect("GitHub")] : []),
      passkeys.remove,
      passkeys.rename,
      profile.save,
      ...(hasSessionRows ? [sessions.signOut, sessions.signOutOthers] : []),
    ].sort(),
  );
  app.database.prepare(`DELETE FROM "Session" WHERE "userId" = ?`).run(revoked.id);
  const before = everythingOf(app, victim);
  const beforeRevoked = everythingOf(app, revoked);

  const fields = (owner: SignedInUser, button: string) => ({
    id: button === sessions.signOut ? `session-${owner.id}` : `passkey-${owner.id}`,
    userId: owner.id,
    provider: "github",
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
    // The attacker confirms the deletion with the victim's address. It is not the attacker's own, so nothing is
    // deleted.
    const foreign = await call(victim, `authjs.session-token=${attacker.sessionToken}`);
    expect(foreign.status, button).toBe(button === deletion.title ? 422 : 302);
    expect(everythingOf(app, victim), button).toBe(before);
    const takenAway = hasSessionRows ? [`authjs.session-token=${revoked.sessionToken}`] : [];
    for (const cookie of ["", ...takenAway]) {
      const response = await call(revoked, cookie);
      expect(response.status, button).toBe(302);
      // The page is guarded, too.
      expect(response.headers.get("location"), button).toBe(`${app.origin}/account`);
      expect(everythingOf(app, revoked), button).toBe(beforeRevoked);
    }
  }
});

test("each change of access to the account asks for a fresh sign-in after fifteen minutes, and a change of the name does not", async ({
  app,
  context,
}) => {
  const user = await ownerOfMuch(app);
  const actions = await actionsOf(app, user);
  const paths = [profile.change, deletion.title, methods.disconnect("GitHub"), passkeys.remove].flatMap(
    (name) => actions.get(name) ?? [],
  );
  const confirmation = await actionsOf(app, user, "/account/email?email=new@example.com&token=x");
  const before = everythingOf(app, user);
  await age(app, context, user, 16);
  const aged = everythingOf(app, user);
  expect(aged === before).toBe(!hasSessionRows);

  const cookie = `authjs.session-token=${(await sessionCookie(context))?.value ?? user.sessionToken}`;
  const send = async (path: string) => {
    const response = await fetch(app.origin + path, {
      method: "POST",
      headers: { cookie, origin: app.origin },
      body: new URLSearchParams({ id: `passkey-${user.id}`, email: "new@example.com", confirmation: user.email }),
      redirect: "manual",
    });
    return response.headers.get("location");
  };
  for (const path of [...paths, ...confirmation.values()])
    expect(await send(path), path).toContain("error=FreshSignInRequired");
  expect(confirmation.size).toBe(1);
  expect(everythingOf(app, user)).toBe(aged);
  expect(await send(actions.get(profile.save) ?? "")).toBe(`${app.origin}/account`);
});

/** Calls an action of the account page as a user. */
async function post(app: App, user: SignedInUser, button: string, fields: Record<string, string>): Promise<Response> {
  return fetch(app.origin + (await actionsOf(app, user)).get(button), {
    method: "POST",
    headers: { cookie: `authjs.session-token=${user.sessionToken}`, origin: app.origin },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
}

test("an action changes what it names, and nothing else of the user's", async ({ app }) => {
  const user = await ownerOfMuch(app);
  insertPasskey(app, user.id, "Other");
  const [other] = rows(app, "Authenticator", "name", "Other").filter(({ userId }) => userId === user.id);
  for (const id of [`passkey-${user.id}`, other?.credentialID])
    app.database
      .prepare(
        `INSERT INTO "Account" ("id", "userId", "type", "provider", "providerAccountId") VALUES (?, ?, 'webauthn', 'passkey', ?)`,
      )
      .run(`account-${id}`, user.id, String(id));
  const namesOf = (table: string, column: string) =>
    rows(app, table, "userId", user.id)
      .map((row) => row[column])
      .sort();

  await post(app, user, passkeys.rename, { id: `passkey-${user.id}`, name: "" });
  await post(app, user, passkeys.rename, { id: `passkey-${user.id}`, name: "x".repeat(51) });
  expect(namesOf("Authenticator", "name")).toEqual(["Mine", "Other"]);
  await post(app, user, passkeys.rename, { id: `passkey-${user.id}`, name: "Renamed" });
  expect(namesOf("Authenticator", "name")).toEqual(["Other", "Renamed"]);
  await post(app, user, passkeys.remove, { id: `passkey-${user.id}` });
  expect(namesOf("Authenticator", "name")).toEqual(["Other"]);
  expect(namesOf("Account", "id")).toEqual([`account-${other?.credentialID}`, `account-${user.id}`].sort());
  if (hasSessionRows) {
    await post(app, user, sessions.signOut, { id: `session-${user.id}` });
    await expectRows(app, "Session", "userId", user.id).toHaveLength(1);
  }
  // A clone may have removed GitHub.
  if ((await actionsOf(app, user)).has(methods.disconnect("GitHub"))) {
    await post(app, user, methods.disconnect("GitHub"), { provider: "github" });
    expect(namesOf("Account", "id")).toEqual([`account-${other?.credentialID}`]);
  }
  const answer = await post(app, user, profile.save, { name: "Ada", next: "@evil.example/" });
  expect(new URL(answer.headers.get("location") ?? "").origin).toBe(app.origin);
});

test("the account page shows nothing of another user", { tag: ["@email", "@passkey"] }, async ({ app }) => {
  const other = await ownerOfMuch(app);
  const user = await insertSession(app);
  // The user has a second method: without it no method could be removed, and no form would show the other user's.
  insertPasskey(app, user.id, "Mine alone");
  expect([...(await actionsOf(app, user)).keys()].sort()).toEqual(
    [profile.change, deletion.title, passkeys.remove, passkeys.rename, profile.save].sort(),
  );
  const headers = { cookie: `authjs.session-token=${user.sessionToken}` };
  expect(await (await fetch(`${app.origin}/account`, { headers })).text()).not.toContain(other.id);
});

test("deleting an account deletes the links that were mailed for it, and no others", async ({ app }) => {
  const user = await insertSession(app);
  const identifiers = [user.email, `address:${user.id}`, `undo:${user.id}`, `other.${user.email}`, "address:other"];
  for (const identifier of identifiers)
    app.database
      .prepare(`INSERT INTO "VerificationToken" ("identifier", "token", "expires") VALUES (?, ?, ?)`)
      .run(identifier, `${user.id}-${identifier}`, new Date(Date.now() + 60_000).toISOString());
  await post(app, user, deletion.title, { confirmation: user.email });
  const left = identifiers.filter((identifier) =>
    rows(app, "VerificationToken", "identifier", identifier).some(({ token }) => token === `${user.id}-${identifier}`),
  );
  expect(left).toEqual(identifiers.slice(3));
});

test("a user can have at most twenty passkeys, and is told so", { tag: "@passkey" }, async ({ page, app, context }) => {
  await addAuthenticator(page);
  const { id } = await signedIn(app, context);
  for (let number = 1; number <= 20; number++) insertPasskey(app, id, `Passkey ${number}`);
  await page.goto("/account");
  await page.getByRole("button", { name: accountText.addPasskey.button }).click();
  await expect(page.getByRole("alert")).toContainText(accountText.addPasskey.failures.TooManyPasskeys);
  await expectRows(app, "Authenticator", "userId", id).toHaveLength(20);
  await expectRows(app, "Account", "userId", id).toHaveLength(0);
});
