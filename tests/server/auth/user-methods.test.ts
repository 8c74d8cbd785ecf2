// The sign-in methods of one user among others.

import GitHub from "@auth/core/providers/github";
import { beforeEach, expect, it } from "vitest";
import { type Database, openDatabase, passkeyOf } from "../../support/adapter";
import { inRequest, ORIGIN, useApplication } from "../../support/request";

let database: Database;

beforeEach(async () => {
  database = await openDatabase();
  useApplication(database);
  // The three methods of the template, whatever a clone offers.
  const { signInMethods, providerMethods } = await import("~/server/auth/sign-in-methods");
  const offered = ["email", "passkey", "github"].map((id) => ({ id, name: id, variables: [], provider: GitHub }));
  signInMethods.splice(0, signInMethods.length, ...offered);
  providerMethods.splice(0, providerMethods.length, ...offered.slice(2));
});

const methods = () => import("~/server/auth/user-methods");

interface Methods {
  isVerified?: boolean;
  passkeys?: number;
  accounts?: string[];
}

/** @returns the id of a new user with these sign-in methods */
async function userWith({ isVerified = false, passkeys = 0, accounts = [] }: Methods): Promise<string> {
  const { prisma } = database;
  const number = await prisma.user.count();
  const ids = Array.from({ length: passkeys }, (_, index) => `${number}-${index}`);
  const { id } = await prisma.user.create({
    data: {
      email: `user-${number}@example.com`,
      emailVerified: isVerified ? new Date() : null,
      authenticators: { create: ids.map(passkeyOf) },
      accounts: {
        create: accounts.map((provider) => ({ type: "oauth", provider, providerAccountId: `${number}-${provider}` })),
      },
    },
  });
  return id;
}

it.each<[Methods, string[]]>([
  [{}, []],
  [{ accounts: ["gone"] }, []],
  [{ isVerified: true, passkeys: 2, accounts: ["github", "gone"] }, ["email", "passkey", "passkey", "github"]],
])("a user's methods are the configured ones of that user alone: %o", async (given, ids) => {
  await userWith({ isVerified: true, passkeys: 3, accounts: ["github"] });
  const { methodsOf } = await methods();
  expect(await methodsOf(await userWith(given))).toEqual(ids);
});

it.each<[Methods, string[], string[]]>([
  [{ isVerified: true, accounts: ["github"] }, ["email"], ["github"]],
  [{ passkeys: 1, accounts: ["github"] }, ["passkey"], ["github"]],
  [{ accounts: ["github"] }, ["github"], []],
  [{ accounts: ["gone"] }, ["email"], []],
  [
    { isVerified: true, passkeys: 1, accounts: ["company", "github", "google"] },
    ["email", "passkey", "company"],
    ["github", "google"],
  ],
])(
  "the page for a fresh sign-in offers what asks the user, and a silent provider only where there is no other way: %o",
  async (given, ids, silent) => {
    const { signInMethods, providerMethods } = await import("~/server/auth/sign-in-methods");
    const openId = { name: "Any", variables: [], provider: { id: "any", name: "any", type: "oidc" } as const };
    for (const list of [signInMethods, providerMethods])
      list.push({ ...openId, id: "company" }, { ...openId, id: "google", name: "google", asksAgain: false });
    for (const [index, type] of (["email", "webauthn"] as const).entries())
      Object.assign(signInMethods[index] ?? {}, { provider: { type } });
    const { freshMethodsOf } = await methods();
    const found = await freshMethodsOf(await userWith(given));
    expect([found.ids.toSorted(), found.silent.toSorted()]).toEqual([ids.toSorted(), silent.toSorted()]);
  },
);

it("a user can remove each sign-in method except the last", async () => {
  await userWith({ isVerified: true, passkeys: 3, accounts: ["github"] });
  const { removeMethod } = await methods();
  const userId = await userWith({ passkeys: 2 });
  const remove = async (credentialID: string) =>
    removeMethod(userId, async (tx) => (await tx.authenticator.deleteMany({ where: { userId, credentialID } })).count);
  expect([await remove("1-0"), await remove("1-0"), await remove("1-1")]).toEqual(["removed", "gone", "last"]);
  expect(await database.prisma.authenticator.count({ where: { userId } })).toBe(1);
  expect(await removeMethod(await userWith({}), async () => 0), "without any method").toBe("gone");
});

it.each<[Methods, hasPasskeys: boolean, providers: boolean, passkeys: boolean]>([
  [{ passkeys: 1 }, true, false, false],
  [{ accounts: ["github"] }, true, false, false],
  [{ passkeys: 2 }, true, true, true],
  [{ isVerified: true, passkeys: 1 }, true, true, true],
  [{ accounts: ["github"], passkeys: 1 }, false, false, true],
])(
  "the account page offers to remove each method except the last, and each passkey where none signs in: %o, %s",
  async (...row) => {
    const [given, hasPasskeys, providers, passkeys] = row;
    const { signInMethods } = await import("~/server/auth/sign-in-methods");
    if (!hasPasskeys) signInMethods.splice(1, 1);
    const { loadAccount } = await import("~/server/auth/account");
    const user = { id: await userWith(given), emailVerified: given.isVerified === true };
    const { methods } = await inRequest(new Request(ORIGIN), () => loadAccount(user as never));
    expect([methods.isRemovable, methods.isPasskeyRemovable]).toEqual([providers, passkeys]);
  },
);

it("the label of an account is stored with that account alone, and is cut", async () => {
  const { labelAccount } = await methods();
  await userWith({ accounts: ["github"] });
  await userWith({ accounts: ["github"] });
  const account = { type: "oauth", provider: "github", providerAccountId: "1-github" } as const;
  await labelAccount(account, { login: "ada".repeat(100) });
  const rows = await database.prisma.account.findMany({ orderBy: { providerAccountId: "asc" } });
  expect(rows.map(({ label }) => label)).toEqual([null, "ada".repeat(100).slice(0, 100)]);
});
