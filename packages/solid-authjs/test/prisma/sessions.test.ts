// Sessions as rows: what is stored, when a row ends, and what the first proof of an address deletes.

import { AccessDenied } from "@auth/core/errors";
import { beforeEach, describe, expect, it } from "vitest";
import { endNone } from "../../src/prisma/access";
import { clientOf, TRANSACTION } from "../../src/prisma/client";
import { verifyEmail } from "../../src/prisma/email";
import { type Database, openDatabase } from "./database";

const HOUR_MS = 60 * 60 * 1000;

let prisma: Database["prisma"];
let adapter: Database["adapter"];
let adapterWith: Database["adapterWith"];
let stored: Database["stored"];
let userId: string;

beforeEach(async () => {
  ({ prisma, adapter, adapterWith, stored } = await openDatabase());
  userId = await newUser("user@example.com");
});

const inAnHour = () => new Date(Date.now() + HOUR_MS);
const anHourAgo = () => new Date(Date.now() - HOUR_MS);

async function newUser(email: string): Promise<string> {
  return (await adapter.createUser({ id: "ignored", email, emailVerified: null })).id;
}

function signIn(sessionToken: string, expires = inAnHour(), owner = userId) {
  return adapter.createSession({ sessionToken, userId: owner, expires });
}

describe("a session's row", () => {
  it("a row never contains the token: not after sign-in, extension or rotation, in anything that is stored", async () => {
    await signIn("raw-token-of-the-cookie");
    await adapter.updateSession({ sessionToken: "raw-token-of-the-cookie", expires: inAnHour() });
    await adapter.rotateSession("raw-token-of-the-cookie", "next-token-of-the-cookie");
    const bytes = await stored();
    expect(bytes).toContain("user@example.com");
    expect(bytes).not.toContain("raw-token-of-the-cookie");
    expect(bytes).not.toContain("next-token-of-the-cookie");
  });

  it("the values in a copy of the database open no session", async () => {
    await signIn("token");
    const { sessionToken: stored } = await prisma.session.findFirstOrThrow();
    expect(await adapter.getSessionAndUser(stored)).toBeNull();
    expect(await adapter.getSessionAndUser("token")).toMatchObject({ user: { id: userId } });
  });

  it("every method returns the session with the cookie's token", async () => {
    const expires = inAnHour();
    const session = { sessionToken: "token", userId, expires };
    expect(await signIn("token", expires)).toMatchObject(session);
    expect((await adapter.getSessionAndUser("token"))?.session).toMatchObject(session);
    expect(await adapter.updateSession({ sessionToken: "token", expires })).toMatchObject(session);
    expect(await adapter.deleteSession("token")).toMatchObject(session);
  });

  it("a session is extended to the given time, and its last visit is updated", async () => {
    await signIn("token", new Date(Date.now() + 1000));
    await prisma.session.updateMany({ data: { lastSeenAt: anHourAgo() } });
    const expires = inAnHour();
    await adapter.updateSession({ sessionToken: "token", expires });
    const session = await prisma.session.findFirstOrThrow();
    expect(session.expires).toEqual(expires);
    expect(session.lastSeenAt.valueOf()).toBeGreaterThan(anHourAgo().valueOf() + 1000);
  });

  it("keeps everything except its token when it is rotated, including the time of sign-in", async () => {
    await signIn("old");
    await prisma.session.updateMany({ data: { authenticatedAt: anHourAgo() } });
    const { sessionToken: oldHash, ...before } = await prisma.session.findFirstOrThrow();
    expect(await adapter.rotateSession("old", "new")).toBe(true);
    const { sessionToken: newHash, ...after } = await prisma.session.findFirstOrThrow();
    expect(after).toEqual(before);
    expect(newHash).not.toBe(oldHash);
    expect(await adapter.getSessionAndUser("old")).toBeNull();
  });

  it("writes only known fields", async () => {
    const more = { isAdmin: true, authenticatedAt: new Date(0) };
    await adapter.createSession({ sessionToken: "token", userId, expires: inAnHour(), ...more });
    const prolonged = { sessionToken: "token", expires: inAnHour(), ...more };
    await adapter.updateSession(prolonged);
    const { authenticatedAt } = await prisma.session.findFirstOrThrow();
    expect(authenticatedAt.valueOf()).toBeGreaterThan(anHourAgo().valueOf());
  });
});

describe("a session's key", () => {
  const sessionId = async () => (await prisma.session.findFirstOrThrow()).id;

  it("a key is stored once, for the session that was made with this id", async () => {
    const made = await signIn("token");
    const id = await sessionId();
    expect(made).toMatchObject({ id });
    expect(await adapter.sessionKey(id)).toBeNull();
    expect(await adapter.bindSession(id, "key")).toBe(true);
    expect(await adapter.bindSession(id, "another key")).toBe(false);
    expect(await adapter.sessionKey(id)).toBe("key");
    expect((await adapter.getSessionAndUser("token"))?.session).toMatchObject({ id, deviceKey: "key" });
  });

  it("a session that is gone has no key, and none is stored for it", async () => {
    await signIn("token");
    const id = await sessionId();
    await adapter.deleteSession("token");
    expect(await adapter.bindSession(id, "key")).toBe(false);
    expect(await adapter.sessionKey(id)).toBeUndefined();
  });
});

describe("an expired session", () => {
  it("grants no access and is deleted when it is used", async () => {
    await signIn("token", anHourAgo());
    expect(await adapter.getSessionAndUser("token")).toBeNull();
    expect(await prisma.session.count()).toBe(0);
  });

  it("ends alone, also if its row has no id, as in Auth.js's own schema", async () => {
    await signIn("other");
    const session = { sessionToken: "", userId, expires: anHourAgo() };
    const findSession = async () => ({ session, user: await adapter.getUser(userId) });
    const { getSessionAndUser } = adapterWith({ findSession: findSession as never });
    expect(await getSessionAndUser("token")).toBeNull();
    expect(await prisma.session.count()).toBe(1);
  });

  it("ends exactly at its expiry", async () => {
    await signIn("token", new Date());
    expect(await adapter.getSessionAndUser("token")).toBeNull();
  });
});

it("a user who was deleted meanwhile gets no session, passkey or account, and that is no fault of the database", async () => {
  const gone = await adapter.getUser(userId);
  await adapter.deleteUser(userId);
  await expect(signIn("token")).rejects.toBeInstanceOf(AccessDenied);
  const grant = { user: gone ?? undefined };
  const account = { userId, type: "oidc", provider: "a", providerAccountId: "1" } as const;
  await expect(adapter.linkAccount(account, { ...grant, user: undefined })).rejects.toBeInstanceOf(AccessDenied);
  await expect(adapter.linkAccount(account, grant)).rejects.toBeInstanceOf(AccessDenied);
});

it("a new session has your own columns, too, and they replace none of the adapter's", async () => {
  const columns = { userAgent: "Firefox", userId: "nobody" };
  for (const sessionColumns of [() => columns, async () => columns]) {
    await adapter.deleteSession("token");
    await adapterWith({ sessionColumns }).createSession({ sessionToken: "token", userId, expires: inAnHour() });
    expect(await prisma.session.findFirstOrThrow()).toMatchObject({ userAgent: "Firefox", userId });
  }
});

it("a user has as many sessions as allowed: the oldest ends, and other users' sessions stay", async () => {
  const { createSession, getSessionAndUser } = adapterWith({ maxSessions: 2 });
  const other = await newUser("other@example.com");
  await signIn("other's", inAnHour(), other);
  for (const [age, sessionToken] of [
    [3, "first"],
    [2, "second"],
    [1, "third"],
  ] as const) {
    await createSession({ sessionToken, userId, expires: inAnHour() });
    const isNew = { gt: new Date(Date.now() - HOUR_MS / 2) };
    const createdAt = new Date(Date.now() - age * HOUR_MS);
    await prisma.session.updateMany({ where: { userId, createdAt: isNew }, data: { createdAt } });
  }
  expect(await getSessionAndUser("first")).toBeNull();
  for (const token of ["second", "third", "other's"]) expect(await getSessionAndUser(token), token).not.toBeNull();
});

describe("the first proof of an address", () => {
  /** What an attacker could add to an account before its owner first signs in. */
  async function prepareAccount(owner = userId) {
    await signIn(`session of ${owner}`, inAnHour(), owner);
    await adapter.linkAccount({ userId: owner, type: "oauth", provider: "unvouched", providerAccountId: owner });
    const ids = { userId: owner, providerAccountId: owner };
    await adapter.addPasskey(
      { ...ids, type: "webauthn", provider: "passkey" },
      {
        ...ids,
        credentialID: owner,
        credentialPublicKey: "key",
        counter: 0,
        credentialDeviceType: "multiDevice",
        credentialBackedUp: true,
      },
    );
  }

  it("ends the user's earlier sessions, passkeys and connected accounts, and no other user's", async () => {
    const other = await newUser("other@example.com");
    await prepareAccount();
    await prepareAccount(other);
    await adapter.updateUser({ id: userId, emailVerified: new Date() });
    expect(await adapter.getSessionAndUser(`session of ${userId}`)).toBeNull();
    expect(await adapter.getAuthenticator(userId)).toBeNull();
    expect(await adapter.getAccount(userId, "passkey")).toBeNull();
    expect(await adapter.getUserByAccount({ provider: "unvouched", providerAccountId: userId })).toBeNull();
    expect(await adapter.getSessionAndUser(`session of ${other}`)).not.toBeNull();
    expect(await adapter.getAuthenticator(other)).not.toBeNull();
    expect(await adapter.getUserByAccount({ provider: "unvouched", providerAccountId: other })).not.toBeNull();
  });

  it("ends nothing when it is repeated, because later access is the owner's", async () => {
    await adapter.updateUser({ id: userId, emailVerified: new Date() });
    await prepareAccount();
    await adapter.updateUser({ id: userId, emailVerified: new Date() });
    expect(await adapter.getSessionAndUser(`session of ${userId}`)).not.toBeNull();
    expect(await adapter.getAuthenticator(userId)).not.toBeNull();
  });

  it("a second proof at the same time ends nothing: the session of the first one stays", async () => {
    const prove = () => clientOf(prisma).$transaction((tx) => verifyEmail(tx, userId, endNone), TRANSACTION);
    expect(await prove()).toBe(true);
    await prepareAccount();
    expect(await prove()).toBe(false);
    expect(await adapter.getSessionAndUser(`session of ${userId}`)).not.toBeNull();
    expect(await adapter.getAuthenticator(userId)).not.toBeNull();
  });

  it("a change of the name alone is no proof", async () => {
    await prepareAccount();
    await adapter.updateUser({ id: userId, name: "Ada" });
    expect(await adapter.getAuthenticator(userId)).not.toBeNull();
    expect(await adapter.getUser(userId)).toMatchObject({ emailVerified: null });
  });
});
