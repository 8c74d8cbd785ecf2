// Twenty identical requests at once, as from impatient clicks or several instances. One of them wins where only one
// may, and the others get a correct answer.

import { beforeEach, describe, expect, it } from "vitest";
import { hashToken } from "../../src/prisma";
import { endAll, endNone, lockUser } from "../../src/prisma/access";
import { clientOf, TRANSACTION } from "../../src/prisma/client";
import { accountOf, inAnHour, passkeyOf, useDatabase } from "./database";

const TIMES = 20;
const ROUNDS = 30;
const SIGN_INS = 30;
const LINK = { identifier: "user@example.com", token: "hash" };

const db = useDatabase();

beforeEach(() => {
  // The last of many waits for all others, and a disk can stand still.
  Object.assign(TRANSACTION, { maxWait: 60_000, timeout: 60_000 });
});

const atOnce = <T>(act: (turn: number) => T | PromiseLike<T>) =>
  Promise.allSettled(Array.from({ length: TIMES }, async (_, turn) => act(turn)));

async function signedInUser(sessionToken = "token"): Promise<string> {
  const userId = await db.newUser();
  await db.signIn(userId, sessionToken);
  return userId;
}

const userOf = async (id: string) => (await db.adapter.getUser(id)) ?? undefined;
const userOfAccount = async (provider: string, providerAccountId: string) =>
  (await db.adapter.getUserByAccount({ provider, providerAccountId })) ?? undefined;
const sessionOf = () => db.prisma.session.findFirstOrThrow();

/** What each request does. */
type Act = (userId: string, turn: number) => unknown;
/** What is left then, and what should be, where the request of this turn has won. */
type Left = (userId: string, winner: number) => Promise<[unknown, unknown]>;

/** The last column has the errors of the requests that lose. The others get null or false. */
it.each<[string, Act, Left, object?]>([
  [
    "creates one user per address; the unique column refuses concurrent others",
    (_, turn) => db.newUser(turn % 2 ? "New@example.com" : "new@example.com"),
    async () => [await db.prisma.user.count(), 2],
    { code: "P2002" },
  ],
  [
    "links an account to only one of the users who claim it concurrently",
    async (_, turn) => db.adapter.linkAccount(accountOf(await db.newUser(`user${turn}@example.com`))),
    async (_, winner) => [(await userOfAccount("github", "1"))?.email, `user${winner}@example.com`],
    {},
  ],
  [
    "connects one account of a provider, of twenty at the same moment",
    (id, turn) => db.adapter.linkAccount(accountOf(id, "github", `${turn}`)),
    async () => [await db.prisma.account.count(), 1],
    {},
  ],
  [
    "stores a credential once, even if several requests present it",
    (id) => db.adapter.addPasskey(...passkeyOf(id)),
    async (id) => [(await db.adapter.listAuthenticatorsByUserId(id)).length, 1],
    {},
  ],
  [
    "gives a sign-in link's token to one request",
    () => db.adapter.useVerificationToken(LINK),
    async () => [await db.prisma.verificationToken.count(), 0],
  ],
  [
    "ends a session for one request",
    () => db.adapter.deleteSession("token"),
    async () => [await db.prisma.session.count(), 0],
  ],
  [
    "rotates a session once: of twenty new tokens one works",
    (_, turn) => db.adapter.rotateSession("token", `token ${turn}`),
    async (_, winner) => [(await sessionOf()).sessionToken, hashToken(`token ${winner}`)],
  ],
  [
    "binds a session to one of twenty keys",
    async (_, turn) => db.adapter.bindSession((await sessionOf()).id, `key ${turn}`),
    async (_, winner) => [await db.adapter.sessionKey((await sessionOf()).id), `key ${winner}`],
  ],
  [
    "accepts one answer to a passkey challenge",
    () => db.adapter.useChallenge("challenge", inAnHour()),
    async () => [await db.prisma.usedChallenge.count({ where: { id: "challenge" } }), 1],
  ],
])("the adapter %s", async (_, act, left, refusal) => {
  const userId = await signedInUser();
  await db.adapter.createVerificationToken({ ...LINK, expires: inAnHour() });
  // Where the database is a server, connections are open by then: the first to open would serve the others in turn.
  await atOnce(() => db.prisma.user.count());
  const results = await atOnce((turn) => act(userId, turn));
  const hasWon = results.map((each) => each.status === "fulfilled" && each.value !== null && each.value !== false);
  expect(hasWon.filter(Boolean)).toHaveLength(1);
  const errors = results.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  expect(errors).toMatchObject(refusal ? Array(TIMES - 1).fill(refusal) : []);
  const [is, shouldBe] = await left(userId, hasWon.indexOf(true));
  expect(is).toEqual(shouldBe);
});

it("the adapter replaces a sign-in link's token for one request, and the next token for one of the others", async () => {
  const next = { identifier: "repeat:user@example.com", token: "next", expires: inAnHour() };
  await db.adapter.createVerificationToken({ ...LINK, expires: inAnHour() });
  const { replaceVerificationToken } = db.adapter;
  const answers = await atOnce(
    async () => (await replaceVerificationToken(LINK, next)) ?? replaceVerificationToken(next, null),
  );
  const tokens = answers.map((each) => (each.status === "fulfilled" ? each.value?.token : "fails"));
  expect(tokens.sort()).toEqual(["hash", "next", ...Array(TIMES - 2).fill(undefined)]);
  expect(await db.prisma.verificationToken.count()).toBe(0);
});

it.each<[string, (none: never) => unknown]>([
  ["account", (none) => db.adapter.getUserByAccount({ provider: "github", providerAccountId: none })],
  ["user to change", (none) => db.adapter.updateUser({ id: none, emailVerified: new Date() })],
  ["user to delete", (none) => db.adapter.deleteUser(none)],
  ["link", (none) => db.adapter.replaceVerificationToken({ identifier: none, token: "hash" }, null)],
  ["links to delete", (none) => db.adapter.deleteVerificationTokens(none)],
  ["session to bind", (none) => db.adapter.bindSession(none, "key")],
  ["passkey", (none) => db.adapter.updateAuthenticatorCounter(none, 1)],
])("the adapter takes no other's row where no %s is named", async (_, ask) => {
  const userId = await signedInUser();
  await db.adapter.linkAccount(accountOf(userId));
  await db.adapter.addPasskey(...passkeyOf(userId));
  await db.adapter.createVerificationToken({ ...LINK, expires: inAnHour() });
  const { user, account, session, authenticator, verificationToken } = db.prisma;
  const tables = [user, account, session, authenticator, verificationToken];
  const everything = async () => JSON.stringify(await Promise.all(tables.map((table) => table.findMany())));
  const before = await everything();
  await expect(async () => ask(undefined as never)).rejects.toThrow("is given");
  expect(await everything()).toBe(before);
});

describe("the owner's proof of an address that an attacker has registered", () => {
  const weak = (userId: string, id: string) => accountOf(userId, "unvouched", id);

  /** What requests of an attacker add, for the user whom they have found before. */
  const WAYS: ((id: string, name: string, user: Awaited<ReturnType<typeof userOf>>) => unknown)[] = [
    (id, name, user) => db.adapter.createSession({ sessionToken: name, userId: id, expires: inAnHour() }, { user }),
    (id, name, user) => db.adapter.linkAccount(weak(id, name), { user }),
    (id, name, user) => db.adapter.addPasskey(...passkeyOf(id, name), { user }),
  ];

  async function proveAndSignIn(id: string, sessionToken: string) {
    await db.adapter.updateUser({ id, emailVerified: new Date() });
    await db.signIn(id, sessionToken);
  }

  async function expectOnlyOwner(userId: string, token: string) {
    const sessions = await db.prisma.session.findMany({ where: { userId } });
    expect(sessions.map(({ sessionToken }) => sessionToken)).toEqual([hashToken(token)]);
    expect(await db.prisma.account.count({ where: { userId } })).toBe(0);
    expect(await db.prisma.authenticator.count({ where: { userId } })).toBe(0);
  }

  it("ends all of the attacker's sign-ins under way: none of thirty keeps access, wherever the proof comes among them", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await db.newUser(`victim${round}@example.com`);
      await db.adapter.linkAccount(weak(id, id));
      await db.signIn(id, `attacker of ${id}`);
      const bySession = (await db.adapter.getSessionAndUser(`attacker of ${id}`))?.user;
      const found = [await userOfAccount("unvouched", id), bySession];
      const underWay: (() => unknown)[] = Array.from(
        { length: SIGN_INS },
        (_, turn) => () => WAYS[turn % WAYS.length]?.(id, `${turn} of ${id}`, found[turn % found.length]),
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
    const id = await db.newUser("victim@example.com");
    const user = await userOf(id);
    await proveAndSignIn(id, "owner");
    for (const add of WAYS) await expect(add(id, "1", user)).rejects.toThrow("was verified");
    await db.adapter.deleteUser(id, { user });
    await expectOnlyOwner(id, "owner");
    expect(await userOf(id)).toBeDefined();
  });

  it("ends all that was there before an account, found by its address alone, proves that address", async () => {
    const id = await db.newUser("victim@example.com");
    const user = await userOf(id);
    await db.adapter.linkAccount(weak(id, "the attacker's"), { user });
    await db.signIn(id, "the attacker's");
    const ended: string[] = [];
    const endAccess = async (_: unknown, id: string) => void ended.push(id);
    const vouching = db.adapterWith({ verifiedEmail: () => "victim@example.com", endAccess });
    await vouching.linkAccount(accountOf(id, "vouching", "the owner's"), { user, isByAddress: true });
    expect(await vouching.getSessionAndUser("the attacker's")).toBeNull();
    expect(await db.prisma.account.findMany()).toMatchObject([{ provider: "vouching" }]);
    expect(ended).toEqual([id]);
  });

  it("lets a sign-up finish whose own provider verifies the address", async () => {
    const vouching = db.adapterWith({ verifiedEmail: () => "ada@example.com" });
    const id = await db.newUser("ada@example.com");
    const account = accountOf(id, "vouching");
    await vouching.linkAccount(account, { user: await userOf(id) });
    const user = await userOfAccount("vouching", account.providerAccountId);
    expect(user?.emailVerified).toBeInstanceOf(Date);
    await vouching.createSession({ sessionToken: "token", userId: id, expires: inAnHour() }, { user });
    expect(await vouching.getSessionAndUser("token")).not.toBeNull();
  });
});

describe("a session that the owner ends", () => {
  it.each([
    (userId: string, grant: object) => db.adapter.linkAccount(accountOf(userId), grant),
    (userId: string, grant: object) => db.adapter.addPasskey(...passkeyOf(userId), grant),
  ])("adds no sign-in method afterwards, by a request that was under way (%#)", async (add) => {
    const id = await signedInUser("a thief's");
    await db.prisma.user.updateMany({ data: { emailVerified: new Date() } });
    const { user } = (await db.adapter.getSessionAndUser("a thief's")) ?? {};
    await db.adapter.deleteSession("a thief's");
    await expect(add(id, { user, sessionToken: "a thief's" })).rejects.toThrow("has ended");
    expect(await db.prisma.account.count()).toBe(0);
    await db.signIn(id, "the owner's");
    await add(id, { user, sessionToken: "the owner's" });
    expect(await db.prisma.account.count()).toBe(1);
  });

  it("adds no account at the same moment: none is left where the session was ended by an event that ends accounts", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const email = `owner${round}@example.com`;
      const id = await db.newUser(email, new Date());
      await db.signIn(id, email);
      const { user } = (await db.adapter.getSessionAndUser(email)) ?? {};
      const end = () =>
        clientOf(db.prisma).$transaction(async (tx) => {
          await lockUser(tx, id);
          await endAll(tx, { id, email }, endNone);
        }, TRANSACTION);
      const add = () => db.adapter.linkAccount(accountOf(id, "github", email), { user, sessionToken: email });
      await Promise.allSettled(round % 2 ? [end(), add()] : [add(), end()]);
      expect(await db.prisma.account.count()).toBe(0);
    }
  });
});
