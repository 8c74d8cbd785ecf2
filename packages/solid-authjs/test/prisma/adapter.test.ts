// Each method of the adapter: for a row that exists, for one that does not, and for fields that the schema does not
// have. sessions.test.ts has those of sessions.

import { describe, expect, it } from "vitest";
import { InvalidEmailAddress } from "../../src";
import { accountOf, anHourAgo, inAnHour, passkeyOf, useDatabase } from "./database";

const db = useDatabase();

/** Values that no type allows, but that a provider's profile may contain. */
function withMore<T extends object>(values: T): T {
  return { ...values, isAdmin: true, createdAt: new Date(0), plan: { seats: 3 } };
}

describe("users", () => {
  it("a new user is found by id and by address, has the given fields, and an unverified address if nothing else is given", async () => {
    const given = { name: "Ada", image: "https://example.com/ada.png", emailVerified: null };
    const user = await db.adapter.createUser({ id: "ignored", email: "ada@example.com", ...given });
    expect(user).toMatchObject({ email: "ada@example.com", ...given });
    expect(await db.adapter.getUser(user.id)).toEqual(user);
    expect(await db.adapter.getUserByEmail("ada@example.com")).toEqual(user);
  });

  it("stores one spelling of an address, and finds it by any other", async () => {
    const id = await db.newUser(" Ada@EXAMPLE.com ");
    for (const spelling of ["ada@example.com", "ADA@example.COM", "ada@example.com ", "ada＠example.com"])
      expect(await db.adapter.getUserByEmail(spelling), spelling).toMatchObject({ id, email: "ada@example.com" });
    await expect(db.newUser("ada@Example.Com")).rejects.toThrow();
    expect(await db.prisma.user.count()).toBe(1);
  });

  it("makes no user for what is no address, finds none, and gives no user this address", async () => {
    const id = await db.newUser();
    for (const address of [null, "nobody", 7] as string[]) {
      await expect(db.newUser(address)).rejects.toThrow(InvalidEmailAddress);
      expect(await db.adapter.getUserByEmail(address)).toBeNull();
      await expect(db.adapter.updateUser({ id, email: address })).rejects.toThrow(InvalidEmailAddress);
    }
    expect(await db.adapter.updateUser({ id, email: undefined })).toMatchObject({ email: "user@example.com" });
    expect(await db.prisma.user.count()).toBe(1);
  });

  it("writes only known fields of a profile", async () => {
    const { id } = await db.adapter.createUser(withMore({ id: "x", email: "ada@example.com", emailVerified: null }));
    await db.adapter.updateUser(withMore({ id, name: "Ada" }));
    const { createdAt } = await db.prisma.user.findFirstOrThrow({ where: { id } });
    expect(createdAt.valueOf()).toBeGreaterThan(anHourAgo().valueOf());
    expect(await db.adapter.getUser(id)).toMatchObject({ email: "ada@example.com", name: "Ada" });
  });

  it("deletes all data of the user, and nothing of other users", async () => {
    const users = [await db.newUser("ada@example.com"), await db.newUser("grace@example.com")];
    for (const id of users) {
      await db.adapter.linkAccount(accountOf(id, "github", id));
      await db.adapter.addPasskey(...passkeyOf(id, id));
      await db.signIn(id, id);
    }
    const [ada = "", grace = ""] = users;
    await db.adapter.deleteUser(ada);
    for (const table of [db.prisma.session, db.prisma.authenticator])
      expect([await table.count(), await table.count({ where: { userId: grace } })]).toEqual([1, 1]);
    const accounts = (await db.prisma.account.findMany()).map(({ userId, provider }) => [userId, provider]);
    expect(accounts.sort()).toEqual([
      [grace, "github"],
      [grace, "passkey"],
    ]);
    expect(await db.adapter.getSessionAndUser(ada)).toBeNull();
  });
});

describe("accounts", () => {
  it("finds the user by a linked account", async () => {
    const id = await db.newUser();
    await db.adapter.linkAccount(accountOf(id));
    const key = { provider: "github", providerAccountId: "1" };
    expect(await db.adapter.getUserByAccount(key)).toEqual(await db.adapter.getUser(id));
    expect(await db.adapter.getAccount("1", "github")).toMatchObject({ userId: id, type: "oauth", ...key });
    expect(await db.adapter.getUserByAccount({ ...key, provider: "gitlab" })).toBeNull();
  });

  it("stores no provider tokens and no other unknown fields", async () => {
    const tokens = { access_token: "gho_a", refresh_token: "ghr_b", id_token: "e.y.J", scope: "user", expires_at: 1 };
    const account = { ...accountOf(await db.newUser()), ...tokens, refresh_token_expires_in: 15897600 };
    await db.adapter.linkAccount(withMore(account));
    const [stored] = await db.prisma.account.findMany();
    expect(stored).toMatchObject({ access_token: null, refresh_token: null, id_token: null });
  });
});

describe("passkeys", () => {
  it("stores a passkey with known fields alone, finds it by its id and its owner, and counts its use", async () => {
    const id = await db.newUser();
    const [account, key] = passkeyOf(id);
    expect(await db.adapter.addPasskey(account, withMore(key))).toMatchObject(key);
    expect(await db.adapter.getAuthenticator("credential")).toMatchObject(key);
    expect(await db.adapter.listAuthenticatorsByUserId(id)).toHaveLength(1);
    expect(await db.adapter.updateAuthenticatorCounter("credential", 5)).toMatchObject({ counter: 5 });
    const where = { credentialID: "credential" };
    const { createdAt, lastUsedAt } = await db.prisma.authenticator.findFirstOrThrow({ where });
    for (const time of [createdAt, lastUsedAt]) expect(time?.valueOf()).toBeGreaterThan(anHourAgo().valueOf());
  });

  it("stores your own columns of a passkey, which may depend on its authenticator's model, and no others", async () => {
    const userId = await db.newUser();
    const aaguid = "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4";
    const passkeyColumns = (aaguid?: string) => ({ aaguid, name: "Ada's", userId: "nobody" });
    const stored = await db.adapterWith({ passkeyColumns }).addPasskey(...passkeyOf(userId), { aaguid });
    expect(stored).toMatchObject({ userId, aaguid, name: "Ada's" });
  });

  it("reports an answered challenge as used forever, and another one as new", async () => {
    for (const [challenge, isNew] of [["a", true] as const, ["a", false] as const, ["b", true] as const])
      expect(await db.adapter.useChallenge(challenge, inAnHour())).toBe(isNew);
  });
});

const NO_ACCOUNT = { provider: "github", providerAccountId: "nobody's" };
const NO_TOKEN = { identifier: "nobody@example.com", token: "none" };

it("each method says of a row that is not there so, without failing, and makes none", async () => {
  const asked: [string, () => unknown, unknown][] = [
    ["getUser", () => db.adapter.getUser("nobody"), null],
    ["getUserByEmail", () => db.adapter.getUserByEmail("nobody@example.com"), null],
    ["getUserByAccount", () => db.adapter.getUserByAccount(NO_ACCOUNT), null],
    ["updateUser", () => db.adapter.updateUser({ id: "nobody", name: "Nobody" }), null],
    ["updateUser to verified", () => db.adapter.updateUser({ id: "nobody", emailVerified: new Date() }), null],
    ["deleteUser", () => db.adapter.deleteUser("nobody"), undefined],
    ["getAccount", () => db.adapter.getAccount("nobody's", "github"), null],
    ["getSessionAndUser", () => db.adapter.getSessionAndUser("none"), null],
    ["updateSession", () => db.adapter.updateSession({ sessionToken: "none", expires: new Date() }), null],
    ["deleteSession", () => db.adapter.deleteSession("none"), null],
    ["rotateSession", () => db.adapter.rotateSession("none", "new"), false],
    ["useVerificationToken", () => db.adapter.useVerificationToken(NO_TOKEN), null],
    ["getAuthenticator", () => db.adapter.getAuthenticator("none"), null],
    ["listAuthenticatorsByUserId", () => db.adapter.listAuthenticatorsByUserId("nobody"), []],
    ["updateAuthenticatorCounter", () => db.adapter.updateAuthenticatorCounter("none", 1), null],
  ];
  for (const [name, call, answer] of asked) expect(await call(), name).toEqual(answer);
  expect([await db.prisma.user.count(), await db.prisma.session.count()]).toEqual([0, 0]);
});
