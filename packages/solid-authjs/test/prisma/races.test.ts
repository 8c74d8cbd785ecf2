// Twenty identical requests at once, as from impatient clicks or several instances. One of them wins where only one
// may, and the others get a correct answer.

import { beforeEach, describe, expect, it } from "vitest";
import { hashToken } from "../../src/prisma";
import { endAll, endNone, lockUser } from "../../src/prisma/access";
import { clientOf, TRANSACTION } from "../../src/prisma/client";
import { type Database, openDatabase } from "./database";

const TIMES = 20;
const ROUNDS = 100;
const SIGN_INS = 30;
const inAnHour = () => new Date(Date.now() + 60 * 60 * 1000);

let prisma: Database["prisma"];
let adapter: Database["adapter"];
let adapterWith: Database["adapterWith"];
let adapterOf: Database["adapterOf"];

beforeEach(async () => {
  // The last of many waits for all others, and a disk can stand still.
  Object.assign(TRANSACTION, { maxWait: 60_000, timeout: 60_000 });
  ({ prisma, adapter, adapterWith, adapterOf } = await openDatabase());
});

async function atOnce<T>(action: (turn: number) => T | PromiseLike<T>): Promise<PromiseSettledResult<T>[]> {
  return Promise.allSettled(Array.from({ length: TIMES }, async (_, turn) => action(turn)));
}

/** The results. None of the calls may fail. */
async function answersAtOnce<T>(action: (turn: number) => T | PromiseLike<T>): Promise<T[]> {
  return (await atOnce(action)).map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}

async function signedInUser(sessionToken = "token"): Promise<string> {
  const user = await adapter.createUser({ id: "ignored", email: "user@example.com", emailVerified: null });
  await adapter.createSession({ sessionToken, userId: user.id, expires: inAnHour() });
  return user.id;
}

/** A passkey, as two methods of the adapter take it: its account, and its key. */
function passkey(userId: string, id: string) {
  const key = {
    credentialPublicKey: "key",
    counter: 0,
    credentialDeviceType: "multiDevice",
    credentialBackedUp: true,
  };
  return [
    { userId, type: "webauthn", provider: "passkey", providerAccountId: id },
    { userId, credentialID: id, providerAccountId: id, ...key },
  ] as const;
}

it("the adapter creates one user per address; the unique column refuses concurrent others", async () => {
  const results = await atOnce((turn) => {
    const email = turn % 2 ? "User@example.com" : "user@example.com";
    return adapter.createUser({ id: "ignored", email, emailVerified: null });
  });
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const result of results)
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "P2002" });
  expect(await prisma.user.count()).toBe(1);
});

it("links an account to only one of the users who claim it concurrently", async () => {
  const users = await Promise.all(
    Array.from({ length: TIMES }, (_, turn) =>
      adapter.createUser({ id: "ignored", email: `user${turn}@example.com`, emailVerified: null }),
    ),
  );
  const results = await atOnce((turn) =>
    adapter.linkAccount({
      userId: users[turn]?.id ?? "",
      type: "oauth",
      provider: "github",
      providerAccountId: "1",
    }),
  );
  const winner = results.findIndex(({ status }) => status === "fulfilled");
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const owner = await adapter.getUserByAccount({ provider: "github", providerAccountId: "1" });
  expect(owner?.id).toBe(users[winner]?.id);
});

it("the adapter connects one account of a provider, of twenty at the same moment", async () => {
  const userId = await signedInUser();
  const user = (await adapter.getUser(userId)) ?? undefined;
  const account = { userId, type: "oauth", provider: "github" } as const;
  await atOnce((turn) => adapter.linkAccount({ ...account, providerAccountId: `${turn}` }, { user }));
  expect(await prisma.account.count()).toBe(1);
});

it.each<[string, (undefined_: never) => unknown]>([
  ["account", (none) => adapter.getUserByAccount({ provider: "github", providerAccountId: none })],
  ["account to remove", (none) => adapter.unlinkAccount({ provider: "github", providerAccountId: none })],
  ["user to change", (none) => adapter.updateUser({ id: none, emailVerified: new Date() })],
  ["user to delete", (none) => adapter.deleteUser(none)],
  ["link", (none) => adapter.replaceVerificationToken({ identifier: none, token: "hash" }, null)],
  ["links to delete", (none) => adapter.deleteVerificationTokens(none)],
  ["session to bind", (none) => adapter.bindSession(none, "key")],
  ["passkey", (none) => adapter.updateAuthenticatorCounter(none, 1)],
])("the adapter takes no other's row where no %s is named", async (_, ask) => {
  const userId = await signedInUser();
  await adapter.linkAccount({ userId, type: "oauth", provider: "github", providerAccountId: "1" });
  await adapter.addPasskey(...passkey(userId, "credential"));
  await adapter.createVerificationToken({ identifier: "user@example.com", token: "hash", expires: inAnHour() });
  const before = JSON.stringify(await everything());
  await expect(async () => ask(undefined as never)).rejects.toThrow("is given");
  expect(JSON.stringify(await everything())).toBe(before);
});

const everything = async () => [
  await prisma.user.findMany(),
  await prisma.account.findMany(),
  await prisma.session.findMany(),
  await prisma.authenticator.findMany(),
  await prisma.verificationToken.findMany(),
];

it("an account that is deleted meanwhile leads to no user", async () => {
  const user = await adapter.createUser({ id: "ignored", email: "user@example.com", emailVerified: null });
  const account = { provider: "github", providerAccountId: "1" };
  await adapter.linkAccount({ ...account, userId: user.id, type: "oauth" });
  async function findFirst(args: object): Promise<object | null> {
    const found = await prisma.account.findFirst(args);
    await adapter.unlinkAccount(account);
    return found;
  }
  const slow = adapterOf({ ...prisma, user: prisma.user, account: { findFirst } });
  expect(await slow.getUserByAccount(account)).toBeNull();
});

it("the adapter gives a sign-in link's token to one request; the others get null", async () => {
  const link = { identifier: "user@example.com", token: "hash" };
  await adapter.createVerificationToken({ ...link, expires: inAnHour() });
  const answers = await answersAtOnce(() => adapter.useVerificationToken(link));
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(answers.filter((answer) => answer === null)).toHaveLength(TIMES - 1);
});

it("the adapter replaces a sign-in link's token for one request, and the next token for one of the others", async () => {
  const link = { identifier: "user@example.com", token: "hash" };
  const next = { identifier: "repeat:user@example.com", token: "next", expires: inAnHour() };
  await adapter.createVerificationToken({ ...link, expires: inAnHour() });
  const answers = await answersAtOnce(
    async () => (await adapter.replaceVerificationToken(link, next)) ?? adapter.replaceVerificationToken(next, null),
  );
  expect(answers.map((answer) => answer?.token).sort()).toEqual(["hash", "next", ...Array(TIMES - 2).fill(undefined)]);
  expect(await prisma.verificationToken.count()).toBe(0);
});

it("the adapter ends a session for one request; the others get null", async () => {
  await signedInUser();
  const answers = await answersAtOnce(() => adapter.deleteSession("token"));
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(answers.filter((answer) => answer === null)).toHaveLength(TIMES - 1);
  expect(await prisma.session.count()).toBe(0);
});

it("the adapter rotates a session once: of twenty new tokens one works, and only its caller gets true", async () => {
  await signedInUser();
  const answers = await answersAtOnce((turn) => adapter.rotateSession("token", `token ${turn}`));
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await adapter.getSessionAndUser(`token ${answers.indexOf(true)}`)).not.toBeNull();
  expect(await prisma.session.count()).toBe(1);
});

it("the adapter binds a session to one of twenty keys, and only its caller gets true", async () => {
  await signedInUser();
  const { id } = await prisma.session.findFirstOrThrow();
  const answers = await answersAtOnce((turn) => adapter.bindSession(id, `key ${turn}`));
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await adapter.sessionKey(id)).toBe(`key ${answers.indexOf(true)}`);
});

it("the adapter accepts one answer to a passkey challenge", async () => {
  const answers = await answersAtOnce(() => adapter.useChallenge("challenge", inAnHour()));
  expect(answers.filter(Boolean)).toHaveLength(1);
});

it("the adapter stores a credential once, even if several users present it", async () => {
  const userId = await signedInUser();
  const results = await atOnce(() => adapter.addPasskey(...passkey(userId, "credential")));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await adapter.listAuthenticatorsByUserId(userId)).toHaveLength(1);
});

it("concurrent extensions, updates and reads do not fail", async () => {
  const id = await signedInUser();
  const expires = inAnHour();
  await answersAtOnce(() => adapter.updateSession({ sessionToken: "token", expires }));
  await answersAtOnce((turn) => adapter.updateUser({ id, name: `Name ${turn}` }));
  const found = await answersAtOnce(() => adapter.getSessionAndUser("token"));
  expect(found.every((answer) => answer?.user.id === id)).toBe(true);
});

it("the adapter ends an expired session for all concurrent requests", async () => {
  await signedInUser();
  await prisma.session.updateMany({ data: { expires: new Date(0) } });
  const found = await answersAtOnce(() => adapter.getSessionAndUser("token"));
  expect(found.every((answer) => answer === null)).toBe(true);
});

it("the adapter deletes a user once, together with sessions that are being created", async () => {
  const id = await signedInUser();
  await atOnce((turn) =>
    turn % 2
      ? adapter.deleteUser(id)
      : adapter.createSession({ sessionToken: `t${turn}`, userId: id, expires: inAnHour() }),
  );
  expect(await prisma.user.count()).toBe(0);
  expect(await prisma.session.count()).toBe(0);
});

it("two links spent at the same time both sign in: the address is verified once, which ends neither session", async () => {
  const id = await signedInUser("a stranger's");
  await answersAtOnce(async (turn) => {
    await adapter.updateUser({ id, emailVerified: new Date() });
    await adapter.createSession({ sessionToken: `token ${turn}`, userId: id, expires: inAnHour() });
  });
  expect(await adapter.getSessionAndUser("a stranger's")).toBeNull();
  expect(await prisma.session.count()).toBe(TIMES);
});

describe("the owner's proof of an address that an attacker has registered", () => {
  const weak = (userId: string, providerAccountId: string) =>
    ({ userId, type: "oauth", provider: "unvouched", providerAccountId }) as const;

  /** The user as a request finds them, by a session or an account. The layer passes it on to what the request adds. */
  const asFoundBySession = async (token: string) => (await adapter.getSessionAndUser(token))?.user;
  const asFoundByAccount = async (id: string) =>
    (await adapter.getUserByAccount({ provider: "unvouched", providerAccountId: id })) ?? undefined;

  /** What requests of an attacker do after they have found the user. */
  const WAYS = [
    async (userId: string, name: string) => {
      const user = await asFoundByAccount(userId);
      return () => adapter.createSession({ sessionToken: name, userId, expires: inAnHour() }, { user });
    },
    async (userId: string, name: string) => {
      const user = await asFoundBySession(`attacker of ${userId}`);
      return () => adapter.linkAccount(weak(userId, name), { user });
    },
    async (userId: string, name: string) => {
      const user = await asFoundBySession(`attacker of ${userId}`);
      return () => adapter.addPasskey(...passkey(userId, name), { user });
    },
  ];

  async function proveAndSignIn(id: string, sessionToken: string) {
    await adapter.updateUser({ id, emailVerified: new Date() });
    await adapter.createSession({ sessionToken, userId: id, expires: inAnHour() });
  }

  async function expectOnlyOwner(userId: string, token: string) {
    const sessions = await prisma.session.findMany({ where: { userId } });
    expect(sessions.map(({ sessionToken }) => sessionToken)).toEqual([hashToken(token)]);
    expect(await prisma.account.count({ where: { userId } })).toBe(0);
    expect(await prisma.authenticator.count({ where: { userId } })).toBe(0);
  }

  it("ends all of the attacker's sign-ins under way: none of thirty keeps access, in a hundred rounds", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const email = `victim${round}@example.com`;
      const { id } = await adapter.createUser({ id: "ignored", email, emailVerified: null });
      await adapter.linkAccount(weak(id, id));
      await adapter.createSession({ sessionToken: `attacker of ${id}`, userId: id, expires: inAnHour() });
      const underWay: (() => unknown)[] = await Promise.all(
        Array.from({ length: SIGN_INS }, (_, turn) => WAYS[turn % WAYS.length]?.(id, `${turn} of ${id}`) as never),
      );
      // The proof has another place among them in each round.
      let proof: Promise<void> | undefined;
      underWay.splice(round % SIGN_INS, 0, () => {
        proof = proveAndSignIn(id, `owner of ${id}`);
        return proof;
      });
      await Promise.allSettled(underWay.map(async (goOn) => goOn()));
      await proof;
      await expectOnlyOwner(id, `owner of ${id}`);
    }
  });

  it("keeps the user whom the attacker's sign-up created, even if that sign-up fails afterwards", async () => {
    const user = await adapter.createUser({ id: "ignored", email: "victim@example.com", emailVerified: null });
    await proveAndSignIn(user.id, "owner");
    await expect(adapter.linkAccount(weak(user.id, "1"), { user })).rejects.toThrow("was verified");
    await adapter.deleteUser(user.id, { user });
    await expectOnlyOwner(user.id, "owner");
    expect(await adapter.getUser(user.id)).not.toBeNull();
  });

  it("ends all that was there before an account, found by its address alone, proves that address", async () => {
    const user = await adapter.createUser({ id: "ignored", email: "victim@example.com", emailVerified: null });
    await adapter.linkAccount(weak(user.id, "the attacker's"), { user });
    await adapter.createSession({ sessionToken: "the attacker's", userId: user.id, expires: inAnHour() }, { user });
    const ended: string[] = [];
    const vouching = adapterWith({
      verifiedEmail: () => user.email,
      endAccess: async (_, id) => void ended.push(id),
    });
    const account = { ...weak(user.id, "the owner's"), provider: "vouching" };
    await vouching.linkAccount(account, { user, isByAddress: true });
    expect(await vouching.getSessionAndUser("the attacker's")).toBeNull();
    expect(await prisma.account.findMany()).toMatchObject([{ provider: "vouching" }]);
    expect(ended).toEqual([user.id]);
  });

  it("lets a sign-up finish whose own provider verifies the address", async () => {
    const vouching = adapterWith({ verifiedEmail: () => "ada@example.com" });
    const { id } = await vouching.createUser({ id: "ignored", email: "ada@example.com", emailVerified: null });
    const account = { ...weak(id, "1"), provider: "vouching" };
    await vouching.linkAccount(account, { user: (await vouching.getUser(id)) ?? undefined });
    const user = (await vouching.getUserByAccount(account)) ?? undefined;
    expect(user?.emailVerified).toBeInstanceOf(Date);
    await vouching.createSession({ sessionToken: "token", userId: id, expires: inAnHour() }, { user });
    expect(await vouching.getSessionAndUser("token")).not.toBeNull();
  });
});

describe("a session that the owner ends", () => {
  const github = (userId: string) =>
    ({ userId, type: "oauth", provider: "github", providerAccountId: "a thief's" }) as const;

  /** What a thief's request adds, which has found the session. */
  const WAYS = [
    (userId: string, grant: object) => adapter.linkAccount(github(userId), grant),
    (userId: string, grant: object) => adapter.addPasskey(...passkey(userId, "a thief's"), grant),
  ];

  it.each(WAYS)("adds no sign-in method afterwards, by a request that was under way (%#)", async (add) => {
    const id = await signedInUser("a thief's");
    await prisma.user.updateMany({ data: { emailVerified: new Date() } });
    const { user } = (await adapter.getSessionAndUser("a thief's")) ?? {};
    await adapter.deleteSession("a thief's");
    await expect(add(id, { user, sessionToken: "a thief's" })).rejects.toThrow("has ended");
    expect(await prisma.account.count()).toBe(0);
    await adapter.createSession({ sessionToken: "the owner's", userId: id, expires: inAnHour() });
    await add(id, { user, sessionToken: "the owner's" });
    expect(await prisma.account.count()).toBe(1);
  });

  it("adds no account at the same moment: none is left where the session was ended by an event that ends accounts", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const email = `owner${round}@example.com`;
      const { id } = await adapter.createUser({ id: "ignored", email, emailVerified: new Date() });
      await adapter.createSession({ sessionToken: email, userId: id, expires: inAnHour() });
      const { user } = (await adapter.getSessionAndUser(email)) ?? {};
      const end = () =>
        clientOf(prisma).$transaction(async (tx) => {
          await lockUser(tx, id);
          await endAll(tx, { id, email }, endNone);
        }, TRANSACTION);
      const add = () => adapter.linkAccount({ ...github(id), providerAccountId: email }, { user, sessionToken: email });
      await Promise.allSettled(round % 2 ? [end(), add()] : [add(), end()]);
      expect(await prisma.account.count()).toBe(0);
    }
  });
});

it("the adapter stores a passkey together with its account, or neither", async () => {
  const userId = await signedInUser();
  await prisma.authenticator.create({ data: passkey(userId, "credential")[1] });
  await expect(adapter.addPasskey(...passkey(userId, "credential"))).rejects.toMatchObject({ code: "P2002" });
  expect(await prisma.account.count()).toBe(0);
});
