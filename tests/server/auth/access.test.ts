// Each event of an account ends the access that the table names, and no other. (A new password is a recipe's, with its
// own test; what it calls is "sign out other sessions".)

import { confirmEmailChange, isLinkUsed, knownBrowsers, requestEmailChange } from "solid-authjs/prisma";
import { beforeEach, expect, it } from "vitest";
import { type Database, passkeyOf } from "../../support/adapter";
import { isOffered } from "../../support/methods";
import { inRequest, ORIGIN, openApplication } from "../../support/request";
import { EVENTS, type Event, KINDS } from "./access-table";

const EMAIL = "ada@example.com";
const DAY_MS = 24 * 60 * 60 * 1000;
const GITHUB = { type: "oauth", provider: "github", providerAccountId: "the owner's" } as const;

let database: Database;

beforeEach(async () => {
  ({ database } = await openApplication({ AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "secret" }));
  const { OWN_METHODS, OWN_SESSIONS } = await import("~/server/database/end-access");
  // Rows of a user that stand for tables of an application's own.
  for (const [list, event] of [
    [OWN_SESSIONS, "own token"],
    [OWN_METHODS, "own method"],
  ] as const)
    list.push((tx, userId) => tx.securityEvent.deleteMany({ where: { userId, event } }));
});

/** The id of a session that began an hour ago, now, or in an hour: 0, 1, 2. A slow database takes less. */
const sessionId = (email: string, index: number) => `${email.split("@")[0]}-${index}`;

const at = (ms: number) => new Date(Date.now() + ms);

/** A user with access of each kind. */
async function userWithAccess(email: string, isVerified: boolean) {
  const { prisma } = database;
  const { id } = await prisma.user.create({
    data: {
      email,
      emailVerified: isVerified ? new Date() : null,
      sessions: {
        create: [-60 * 60_000, 0, 60 * 60_000].map((ms, index) => ({
          id: sessionId(email, index),
          sessionToken: `${email} ${index}`,
          expires: at(DAY_MS),
          createdAt: at(ms),
          deviceKey: "key",
        })),
      },
      authenticators: { create: passkeyOf(email) },
      accounts: { create: { type: "oauth", provider: "github", providerAccountId: email } },
      securityEvents: { create: [{ event: "own token" }, { event: "own method" }] },
    },
  });
  await requestEmailChange(prisma, id, `new.${email}`, at(DAY_MS));
  const links = [
    { identifier: email, token: `link of ${email}`, expires: at(DAY_MS) },
    { identifier: `undo:${id}`, token: `hash first.${email}`, expires: at(DAY_MS) },
  ];
  if (!isVerified) links.pop();
  await prisma.verificationToken.createMany({ data: links });
  return { id, email, emailVerified: isVerified };
}

type User = Awaited<ReturnType<typeof userWithAccess>>;

/** What is left of each kind: how many, or a number that changes. */
async function accessOf({ id, email }: User): Promise<number[]> {
  const { prisma } = database;
  const tokens = (identifier: object | string) => prisma.verificationToken.count({ where: { identifier } });
  const user = await prisma.user.findUnique({ where: { id } });
  return Promise.all([
    prisma.session.count({ where: { userId: id } }),
    prisma.authenticator.count({ where: { userId: id } }),
    prisma.account.count({ where: { userId: id, providerAccountId: { not: GITHUB.providerAccountId } } }),
    tokens(email),
    tokens(`address:${id}`),
    prisma.verificationToken.count({ where: { identifier: `undo:${id}`, token: { endsWith: `first.${email}` } } }),
    user ? 1 - user.browserEpoch : 0,
    prisma.securityEvent.count({ where: { userId: id, event: "own token" } }),
    prisma.securityEvent.count({ where: { userId: id, event: "own method" } }),
  ]);
}

async function changeAddress(user: User): Promise<string> {
  const email = `changed.${user.email}`;
  const { token } = await requestEmailChange(database.prisma, user.id, email, at(DAY_MS));
  const change = [user, email, token, at(2 * DAY_MS)] as const;
  const { outcome, undoToken = "" } = await confirmEmailChange(database.prisma, ...change);
  expect(outcome).toBe("changed");
  return undoToken;
}

/** How each event happens. */
const DOERS: Record<string, [Event, (user: User) => Promise<unknown>]> = {
  "a mail link": [
    "owner's proof",
    async ({ id }) => {
      const { authConfig } = await import("~/server/auth/config");
      await authConfig.adapter?.updateUser?.({ id, emailVerified: new Date() });
    },
  ],
  ...(isOffered("github") && {
    "a provider that vouches for the address": [
      "owner's proof",
      async ({ email }) => {
        const { authConfig } = await import("~/server/auth/config");
        const { checkingProfile } = await import("../../../packages/solid-authjs/src/profile");
        const profile = { sub: "1", email, email_verified: true };
        await checkingProfile("github")(profile);
        await inRequest(new Request(ORIGIN), async () =>
          authConfig.callbacks?.signIn?.({ user: { id: "ignored", email }, account: GITHUB, profile }),
        );
      },
    ],
  }),
  "the link in the mail about a new browser": [
    "report of a sign-in",
    async ({ id, email }) => {
      const { reportSignIn } = await import("~/server/auth/new-browser");
      const { env } = await import("~/server/env");
      const { reportToken } = knownBrowsers(database.prisma, env().secrets);
      expect(await reportSignIn(reportToken(id, sessionId(email, 1), at(DAY_MS)))).toBe(id);
    },
  ],
  "its button": [
    "sign out other sessions",
    async (user) => {
      const { endOtherSessions } = await import("~/server/auth/account-events");
      await database.prisma.$transaction((tx) => endOtherSessions(tx, user.id, `${user.email} 0`));
    },
  ],
  "its form": ["deletion", async ({ id }) => (await import("~/server/auth/account-events")).deleteUser(id)],
  "its confirmation": ["change of address", changeAddress],
  "the link in the mail to the old address": [
    "way back",
    async (user) => {
      const { undoNewEmail } = await import("~/server/auth/email-change");
      const token = await changeAddress(user);
      await requestEmailChange(database.prisma, user.id, "another@example.com", at(DAY_MS));
      await database.prisma.verificationToken.create({
        data: { identifier: user.email, token: "another link", expires: at(DAY_MS) },
      });
      expect(await undoNewEmail(token, ORIGIN)).toBe("undone");
    },
  ],
};

/** The events that a user can cause with a session alone. */
const BY_ITS_USER: Event[] = ["sign out other sessions", "deletion", "change of address"];

/**
 * How many of the three sessions are left. The first began before the reported one, and is the one that signs out
 * others.
 */
const SESSIONS_LEFT: Record<string, number> = { ended: 0, kept: 3, later: 1, others: 1 };

it.each(Object.entries(DOERS))(
  "%s ends the access that the table names for it, and no other user's",
  async (_, doer) => {
    const [event, happens] = doer;
    const isVerified = event !== "owner's proof";
    const user = await userWithAccess(EMAIL, isVerified);
    const other = await userWithAccess("bob@example.com", isVerified);
    const [before, others] = [await accessOf(user), await accessOf(other)];
    await happens(user);
    const left = await accessOf(user);
    for (const [index, kind] of KINDS.entries()) {
      const cell: string = EVENTS[event][index] ?? "";
      const expected = index === 0 ? SESSIONS_LEFT[cell] : cell === "ended" ? 0 : before[index];
      expect(left[index], kind).toBe(expected);
    }
    expect(await accessOf(other)).toEqual(others);
    // A link that has ended is not told to the browser that asked for it as one that was used.
    const token = `link of ${EMAIL}`;
    expect(await isLinkUsed(database.prisma, EMAIL, [token])).toBe(false);
    expect(await database.adapter.useVerificationToken?.({ identifier: EMAIL, token })).toBeNull();
  },
);

it("a link that was used is told to the browser that asked for it", async () => {
  await userWithAccess(EMAIL, true);
  await database.adapter.useVerificationToken?.({ identifier: EMAIL, token: `link of ${EMAIL}` });
  expect(await isLinkUsed(database.prisma, EMAIL, [`link of ${EMAIL}`])).toBe(true);
});

it("the end of one session leaves no other press of a mail link's form and no change of address, and another user's id ends none", async () => {
  const { endOneSession } = await import("~/server/auth/account-events");
  const [user, other] = [await userWithAccess(EMAIL, true), await userWithAccess("bob@example.com", true)];
  const before = await accessOf(user);
  const repeat = { identifier: `repeat:${EMAIL}`, token: "repeat", expires: at(DAY_MS) };
  await database.prisma.verificationToken.create({ data: repeat });
  expect(await endOneSession(user.id, sessionId(other.email, 1))).toBe(false);
  expect(await accessOf(user)).toEqual(before);
  expect(await endOneSession(user.id, sessionId(EMAIL, 1))).toBe(true);
  expect(await accessOf(user)).toEqual([2, ...before.slice(1, 3), 0, 0, ...before.slice(5)]);
  expect(await database.prisma.verificationToken.count({ where: repeat })).toBe(0);
});

it.each<[string, (user: User) => Promise<unknown>]>([
  ...Object.values(DOERS).filter(([event]) => BY_ITS_USER.includes(event)),
  [
    "the end of one session",
    async ({ id }) => (await import("~/server/auth/account-events")).endOneSession(id, sessionId(EMAIL, 1)),
  ],
])(
  "%s, of an account with an unverified address, ends no link that the address's owner asks for",
  async (_, happens) => {
    const attacker = await userWithAccess(EMAIL, false);
    await happens(attacker);
    expect(await database.prisma.verificationToken.count({ where: { identifier: `address:${attacker.id}` } })).toBe(0);
    const token = `link of ${EMAIL}`;
    expect(await database.adapter.useVerificationToken?.({ identifier: EMAIL, token })).toMatchObject({ token });
  },
);
