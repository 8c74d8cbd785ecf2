// Sessions as rows: what is stored, when a row ends, and what the first proof of an address deletes.

import { AccessDenied } from "@auth/core/errors";
import { beforeEach, describe, expect, it } from "vitest";
import { hashToken } from "../../src/prisma";
import { endNone } from "../../src/prisma/access";
import { clientOf, TRANSACTION } from "../../src/prisma/client";
import { verifyEmail } from "../../src/prisma/email";
import { accountOf, anHourAgo, inAnHour, passkeyOf, useDatabase } from "./database";

const db = useDatabase();
let userId: string;

beforeEach(async () => {
  userId = await db.newUser();
});

const row = () => db.prisma.session.findFirstOrThrow();

describe("a session's row", () => {
  it("a row never contains the token: not after sign-in, extension or rotation, in anything that is stored", async () => {
    const [first, next] = ["raw-token-of-the-cookie", "next-token-of-the-cookie"];
    await db.signIn(userId, first);
    await db.adapter.updateSession({ sessionToken: first, expires: inAnHour() });
    await db.adapter.rotateSession(first, next);
    const bytes = await db.stored();
    expect(bytes).toContain("user@example.com");
    for (const token of [first, next]) expect(bytes).not.toContain(token);
    expect(await db.adapter.getSessionAndUser((await row()).sessionToken)).toBeNull();
    expect(await db.adapter.getSessionAndUser(next)).toMatchObject({ user: { id: userId } });
  });

  it("a session is extended to the given time, its last visit is updated, and only known fields are written", async () => {
    const more = { isAdmin: true, authenticatedAt: new Date(0) };
    await db.adapter.createSession({ sessionToken: "token", userId, expires: new Date(Date.now() + 1000), ...more });
    await db.prisma.session.updateMany({ data: { lastSeenAt: anHourAgo() } });
    const prolonged = { sessionToken: "token", expires: inAnHour(), ...more };
    await db.adapter.updateSession(prolonged);
    const { expires, lastSeenAt, authenticatedAt } = await row();
    expect(expires).toEqual(prolonged.expires);
    for (const time of [lastSeenAt, authenticatedAt])
      expect(time.valueOf()).toBeGreaterThan(anHourAgo().valueOf() + 1000);
  });

  it("keeps everything except its token when it is rotated, including the time of sign-in", async () => {
    await db.signIn(userId, "old");
    await db.prisma.session.updateMany({ data: { authenticatedAt: anHourAgo() } });
    const { sessionToken: oldHash, ...before } = await row();
    expect(await db.adapter.rotateSession("old", "new")).toBe(true);
    const { sessionToken: newHash, ...after } = await row();
    expect(after).toEqual(before);
    expect(newHash).not.toBe(oldHash);
    expect(await db.adapter.getSessionAndUser("old")).toBeNull();
  });

  it("a key is stored once, for the session that was made with this id, and none once that is gone", async () => {
    const made = await db.signIn(userId, "token");
    const { id } = await row();
    expect(made).toMatchObject({ id });
    expect(await db.adapter.sessionKey(id)).toBeNull();
    expect(await db.adapter.bindSession(id, "key")).toBe(true);
    expect(await db.adapter.bindSession(id, "another key")).toBe(false);
    expect(await db.adapter.sessionKey(id)).toBe("key");
    expect((await db.adapter.getSessionAndUser("token"))?.session).toMatchObject({ id, deviceKey: "key" });
    await db.adapter.deleteSession("token");
    expect(await db.adapter.bindSession(id, "key")).toBe(false);
    expect(await db.adapter.sessionKey(id)).toBeUndefined();
  });

  it.each<[string, () => Date]>([
    ["has expired", anHourAgo],
    ["expires at this moment", () => new Date()],
  ])("a session that %s grants no access, and is deleted when it is used", async (_, expires) => {
    await db.signIn(userId, "token", expires());
    expect(await db.adapter.getSessionAndUser("token")).toBeNull();
    expect(await db.prisma.session.count()).toBe(0);
  });
});

it("a user who was deleted meanwhile gets no session, passkey or account, and that is no fault of the database", async () => {
  const user = (await db.adapter.getUser(userId)) ?? undefined;
  await db.adapter.deleteUser(userId);
  for (const adding of [
    () => db.signIn(userId, "token"),
    () => db.adapter.linkAccount(accountOf(userId)),
    () => db.adapter.linkAccount(accountOf(userId), { user }),
    () => db.adapter.addPasskey(...passkeyOf(userId)),
  ])
    await expect(adding()).rejects.toBeInstanceOf(AccessDenied);
  expect(await db.prisma.account.count()).toBe(0);
});

it("a new session has your own columns, too, and they replace none of the adapter's", async () => {
  const columns = { userAgent: "Firefox", userId: "nobody" };
  for (const sessionColumns of [() => columns, async () => columns]) {
    await db.adapter.deleteSession("token");
    await db.adapterWith({ sessionColumns }).createSession({ sessionToken: "token", userId, expires: inAnHour() });
    expect(await row()).toMatchObject({ userAgent: "Firefox", userId });
  }
});

it("a user has as many sessions as allowed: the oldest ends, and other users' sessions stay", async () => {
  const { createSession, getSessionAndUser } = db.adapterWith({ maxSessions: 2 });
  await db.signIn(await db.newUser("other@example.com"), "other's");
  for (const [index, sessionToken] of ["oldest", "older", "newest"].entries()) {
    await createSession({ sessionToken, userId, expires: inAnHour() });
    const createdAt = new Date(Date.now() - (3 - index) * 60 * 60_000);
    await db.prisma.session.updateMany({ where: { sessionToken: hashToken(sessionToken) }, data: { createdAt } });
  }
  expect(await getSessionAndUser("oldest")).toBeNull();
  for (const token of ["older", "newest", "other's"]) expect(await getSessionAndUser(token), token).not.toBeNull();
});

describe("the first proof of an address", () => {
  /** What an attacker could add to an account before its owner first signs in. */
  async function prepareAccount(owner = userId) {
    await db.signIn(owner, `session of ${owner}`);
    await db.adapter.linkAccount(accountOf(owner, "unvouched", owner));
    await db.adapter.addPasskey(...passkeyOf(owner, owner));
  }

  /** How many sessions, accounts and passkeys a user has. */
  async function accessOf(owner = userId): Promise<number[]> {
    const { session, account, authenticator } = db.prisma;
    return Promise.all([session, account, authenticator].map((table) => table.count({ where: { userId: owner } })));
  }

  const prove = () => clientOf(db.prisma).$transaction((tx) => verifyEmail(tx, userId, endNone), TRANSACTION);

  it("ends the user's earlier sessions, passkeys and connected accounts, and no other user's", async () => {
    const other = await db.newUser("other@example.com");
    await prepareAccount();
    await prepareAccount(other);
    await db.adapter.updateUser({ id: userId, emailVerified: new Date() });
    expect([await accessOf(), await accessOf(other)]).toEqual([
      [0, 0, 0],
      [1, 2, 1],
    ]);
    expect(await db.adapter.getSessionAndUser(`session of ${userId}`)).toBeNull();
    expect(await db.adapter.getUserByAccount({ provider: "unvouched", providerAccountId: other })).not.toBeNull();
  });

  it("ends nothing when it is repeated, also at the same time: later access is the owner's", async () => {
    expect(await prove()).toBe(true);
    await prepareAccount();
    await db.adapter.updateUser({ id: userId, emailVerified: new Date() });
    expect(await prove()).toBe(false);
    expect(await accessOf()).toEqual([1, 2, 1]);
  });

  it("a change of the name alone is no proof", async () => {
    await prepareAccount();
    await db.adapter.updateUser({ id: userId, name: "Ada" });
    expect(await accessOf()).toEqual([1, 2, 1]);
    expect(await db.adapter.getUser(userId)).toMatchObject({ emailVerified: null });
  });
});
