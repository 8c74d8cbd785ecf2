// Each method of the adapter: for a row that exists, for one that does not, and for fields that the schema does not
// have.

import type { AdapterAccount, AdapterUser } from "@auth/core/adapters";
import { beforeEach, describe, expect, it } from "vitest";
import { InvalidEmailAddress } from "../../src";
import { type Database, openDatabase } from "./database";

const HOUR_MS = 60 * 60 * 1000;

let prisma: Database["prisma"];
let adapter: Database["adapter"];
let adapterWith: Database["adapterWith"];

beforeEach(async () => {
  ({ prisma, adapter, adapterWith } = await openDatabase());
});

const inAnHour = () => new Date(Date.now() + HOUR_MS);

/** Values that no type allows, but that a provider's profile may contain. */
function withMore<T extends object>(values: T): T {
  return { ...values, isAdmin: true, createdAt: new Date(0), plan: { seats: 3 } };
}

async function newUser(email = "user@example.com"): Promise<AdapterUser> {
  return adapter.createUser({ id: "ignored", email, emailVerified: null });
}

function gitHubAccount(userId: string, providerAccountId = "1"): AdapterAccount {
  return { userId, type: "oauth", provider: "github", providerAccountId };
}

function passkey(userId: string, credentialID = "credential") {
  return {
    userId,
    credentialID,
    providerAccountId: credentialID,
    credentialPublicKey: "key",
    counter: 0,
    credentialDeviceType: "multiDevice",
    credentialBackedUp: true,
    transports: "internal",
  };
}

function addPasskey(key: ReturnType<typeof passkey>) {
  const { userId, providerAccountId } = key;
  return adapter.addPasskey({ userId, providerAccountId, type: "webauthn", provider: "passkey" }, key);
}

describe("users", () => {
  it("a new user is found by id and by address, has the given fields, and an unverified address if nothing else is given", async () => {
    const given = { name: "Ada", image: "https://example.com/ada.png", emailVerified: null };
    const user = await adapter.createUser({ id: "ignored", email: "ada@example.com", ...given });
    expect(user).toMatchObject({ email: "ada@example.com", ...given });
    expect(await adapter.getUser(user.id)).toEqual(user);
    expect(await adapter.getUserByEmail("ada@example.com")).toEqual(user);
  });

  it("stores one spelling of an address, and finds it by any other", async () => {
    const user = await newUser(" Ada@EXAMPLE.com ");
    expect(user.email).toBe("ada@example.com");
    for (const spelling of ["ADA@example.COM", "ada@example.com ", "ada＠example.com"])
      expect(await adapter.getUserByEmail(spelling), spelling).toEqual(user);
    await expect(newUser("ada@Example.Com")).rejects.toThrow();
    expect(await prisma.user.count()).toBe(1);
  });

  it.each([undefined, null, "", "nobody", "a@b@c", "two@example.com,other@example.com", 7, {}])(
    "makes no user for %j, and finds none",
    async (address) => {
      const email = address as string;
      await expect(newUser(email ?? (null as unknown as string))).rejects.toThrow(InvalidEmailAddress);
      expect(await adapter.getUserByEmail(email)).toBeNull();
      expect(await prisma.user.count()).toBe(0);
    },
  );

  it("writes only known fields of a profile", async () => {
    const user = await adapter.createUser(withMore({ id: "x", email: "ada@example.com", emailVerified: null }));
    await adapter.updateUser(withMore({ id: user.id, name: "Ada" }));
    const { createdAt } = await prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(createdAt.valueOf()).toBeGreaterThan(Date.now() - HOUR_MS);
    expect(await adapter.getUser(user.id)).toMatchObject({ email: "ada@example.com", name: "Ada" });
  });

  it("changes the given fields and keeps the others", async () => {
    const { id } = await adapter.createUser({ id: "x", email: "a@example.com", emailVerified: null, image: "/a.png" });
    expect(await adapter.updateUser({ id, name: "Ada" })).toMatchObject({ id, name: "Ada", image: "/a.png" });
    expect(await adapter.updateUser({ id, email: "Ada@Example.com" })).toMatchObject({ email: "ada@example.com" });
    expect(await adapter.getUser(id)).toMatchObject({ email: "ada@example.com", name: "Ada", image: "/a.png" });
  });

  it("a user cannot lose their address", async () => {
    const { id } = await newUser("ada@example.com");
    for (const email of ["", "nobody", null as unknown as string])
      await expect(adapter.updateUser({ id, email })).rejects.toThrow(InvalidEmailAddress);
    expect(await adapter.updateUser({ id, email: undefined })).toMatchObject({ email: "ada@example.com" });
  });

  it("deletes all data of the user, and nothing of other users", async () => {
    const users = [await newUser("ada@example.com"), await newUser("grace@example.com")];
    for (const { id, email } of users) {
      await adapter.linkAccount(gitHubAccount(id, email));
      await addPasskey(passkey(id, email));
      await adapter.createSession({ sessionToken: email, userId: id, expires: inAnHour() });
    }
    await adapter.deleteUser(users[0]?.id ?? "");
    const others = { where: { userId: users[1]?.id } };
    for (const table of [prisma.session, prisma.authenticator]) {
      expect(await table.count()).toBe(1);
      expect(await table.count(others)).toBe(1);
    }
    expect((await prisma.account.findMany(others)).map(({ provider }) => provider).sort()).toEqual([
      "github",
      "passkey",
    ]);
    expect(await prisma.account.count()).toBe(2);
    expect(await adapter.getSessionAndUser("ada@example.com")).toBeNull();
  });
});

describe("accounts", () => {
  it("finds the user by a linked account until it is unlinked", async () => {
    const user = await newUser();
    await adapter.linkAccount(gitHubAccount(user.id));
    const key = { provider: "github", providerAccountId: "1" };
    expect(await adapter.getUserByAccount(key)).toEqual(user);
    expect(await adapter.getAccount("1", "github")).toMatchObject({ userId: user.id, type: "oauth", ...key });
    expect(await adapter.getUserByAccount({ ...key, provider: "gitlab" })).toBeNull();
    await adapter.unlinkAccount(key);
    expect(await adapter.getUserByAccount(key)).toBeNull();
  });

  it("stores no provider tokens and no other unknown fields", async () => {
    const { id } = await newUser();
    const tokens = { access_token: "gho_a", refresh_token: "ghr_b", id_token: "e.y.J", scope: "user", expires_at: 1 };
    await adapter.linkAccount(withMore({ ...gitHubAccount(id), ...tokens, refresh_token_expires_in: 15897600 }));
    const [account] = await prisma.account.findMany();
    expect(account).toMatchObject({ access_token: null, refresh_token: null, id_token: null });
  });
});

describe("passkeys", () => {
  it("stores a passkey, finds it by its id and its owner, and counts its use", async () => {
    const { id } = await newUser();
    expect(await addPasskey(passkey(id))).toMatchObject(passkey(id));
    expect(await adapter.getAuthenticator("credential")).toMatchObject(passkey(id));
    expect(await adapter.listAuthenticatorsByUserId(id)).toHaveLength(1);
    expect(await adapter.updateAuthenticatorCounter("credential", 5)).toMatchObject({ counter: 5 });
    const { lastUsedAt } = await prisma.authenticator.findUniqueOrThrow({ where: { credentialID: "credential" } });
    expect(lastUsedAt?.valueOf()).toBeGreaterThan(Date.now() - HOUR_MS);
  });

  it("writes only known fields", async () => {
    const { id } = await newUser();
    expect(await addPasskey(withMore(passkey(id)))).toMatchObject(passkey(id));
    const { createdAt } = await prisma.authenticator.findUniqueOrThrow({ where: { credentialID: "credential" } });
    expect(createdAt.valueOf()).toBeGreaterThan(Date.now() - HOUR_MS);
  });

  it("stores your own columns of a passkey, which may depend on its authenticator's model, and no others", async () => {
    const { id } = await newUser();
    const aaguid = "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4";
    const { addPasskey } = adapterWith({ passkeyColumns: (aaguid) => ({ aaguid, name: "Ada's", userId: "nobody" }) });
    const account = { userId: id, providerAccountId: "credential", type: "webauthn", provider: "passkey" } as const;
    expect(await addPasskey(account, passkey(id), { aaguid })).toMatchObject({ userId: id, aaguid, name: "Ada's" });
  });

  it("reports an answered challenge as used forever, and another one as new", async () => {
    expect(await adapter.useChallenge("a", inAnHour())).toBe(true);
    expect(await adapter.useChallenge("a", inAnHour())).toBe(false);
    expect(await adapter.useChallenge("b", inAnHour())).toBe(true);
  });
});

describe("sign-in links", () => {
  const link = () => ({ identifier: "user@example.com", token: "hash", expires: inAnHour() });

  it("returns a token once, for its address in any spelling", async () => {
    await adapter.createVerificationToken({ ...link(), identifier: "User@Example.com" });
    expect(await adapter.useVerificationToken({ identifier: "other@example.com", token: "hash" })).toBeNull();
    const used = await adapter.useVerificationToken({ identifier: "USER@example.com", token: "hash" });
    expect(used).toMatchObject({ identifier: "user@example.com", token: "hash" });
    expect(await adapter.useVerificationToken({ identifier: "user@example.com", token: "hash" })).toBeNull();
  });

  it("writes only known fields, and no token for an invalid address", async () => {
    await adapter.createVerificationToken(withMore(link()));
    const bad = adapter.createVerificationToken({ ...link(), identifier: "nobody" });
    await expect(bad).rejects.toThrow(InvalidEmailAddress);
    expect(await prisma.verificationToken.count()).toBe(1);
  });
});

describe("on a row that is not there", () => {
  const account = { provider: "github", providerAccountId: "nobody's" };
  const token = { identifier: "nobody@example.com", token: "none" };

  it.each<[string, () => unknown, unknown]>([
    ["getUser", () => adapter.getUser("nobody"), null],
    ["getUserByEmail", () => adapter.getUserByEmail("nobody@example.com"), null],
    ["getUserByAccount", () => adapter.getUserByAccount(account), null],
    ["updateUser", () => adapter.updateUser({ id: "nobody", name: "Nobody" }), null],
    ["updateUser to verified", () => adapter.updateUser({ id: "nobody", emailVerified: new Date() }), null],
    ["deleteUser", () => adapter.deleteUser("nobody"), undefined],
    ["unlinkAccount", () => adapter.unlinkAccount(account), undefined],
    ["getAccount", () => adapter.getAccount("nobody's", "github"), null],
    ["getSessionAndUser", () => adapter.getSessionAndUser("none"), null],
    ["updateSession", () => adapter.updateSession({ sessionToken: "none", expires: new Date() }), null],
    ["deleteSession", () => adapter.deleteSession("none"), null],
    ["rotateSession", () => adapter.rotateSession("none", "new"), false],
    ["useVerificationToken", () => adapter.useVerificationToken(token), null],
    ["useVerificationToken of no address", () => adapter.useVerificationToken({ ...token, identifier: "x" }), null],
    ["getAuthenticator", () => adapter.getAuthenticator("none"), null],
    ["listAuthenticatorsByUserId", () => adapter.listAuthenticatorsByUserId("nobody"), []],
    ["updateAuthenticatorCounter", () => adapter.updateAuthenticatorCounter("none", 1), null],
  ])("%s says so without failing, and makes none", async (_name, call, answer) => {
    expect(await call()).toEqual(answer);
    expect(await prisma.user.count()).toBe(0);
    expect(await prisma.session.count()).toBe(0);
  });

  it("nothing can be added to a deleted user", async () => {
    await expect(adapter.linkAccount(gitHubAccount("nobody"))).rejects.toThrow();
    await expect(addPasskey(passkey("nobody"))).rejects.toThrow();
    const session = { sessionToken: "token", userId: "nobody", expires: inAnHour() };
    await expect(adapter.createSession(session)).rejects.toThrow();
    expect(await prisma.account.count()).toBe(0);
  });
});
