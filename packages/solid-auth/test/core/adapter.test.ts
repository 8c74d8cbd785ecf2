// Sign-in, sessions, passkeys and sign-out with other adapters than the application's: Auth.js's own for Prisma, unmodified, and one in memory.

import { randomUUID } from "node:crypto";
import type { AdapterAccount, AdapterAuthenticator, AdapterSession, AdapterUser } from "@auth/core/adapters";
import WebAuthn from "@auth/core/providers/passkey";
import { PrismaAdapter } from "@auth/prisma-adapter";
import { beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../../../tests/support/adapter";
import type { SolidAuthAdapter } from "../../src";
import { linkFields, QUIET, useApplication } from "../support/application";
import { Passkey } from "../support/passkey";
import { optionsFor } from "../support/passkeys";
import { LOCAL_ORIGIN, useGitHub } from "../support/peers";
import { errorOf, type Visitor } from "../support/visitor";

const gitHub = useGitHub();
const app = useApplication(
  () => ({
    providers: [gitHub.provider(), WebAuthn({})],
    experimental: { enableWebAuthn: true },
    pages: { signIn: "/sign-in", error: "/error" },
  }),
  LOCAL_ORIGIN,
);

const ADAPTERS: Record<string, () => SolidAuthAdapter> = {
  "the application's": () => app.adapter,
  "Auth.js's own for Prisma": () => PrismaAdapter(app.prisma as unknown as Parameters<typeof PrismaAdapter>[0]),
  "one in memory": () => inMemory(),
};

async function signedIn(email?: string): Promise<Visitor> {
  const visitor = app.visitor();
  expect(errorOf(await app.signIn(visitor, email))).toBeNull();
  return visitor;
}

describe.each(Object.keys(ADAPTERS))("with the adapter %s", (name) => {
  beforeEach(() => {
    app.config.adapter = ADAPTERS[name]?.();
  });

  it("a mail link signs up, works once, and signs in again as the same user", async () => {
    const visitor = await signedIn();
    const first = await visitor.session();
    expect(first).toMatchObject({ user: { email: "user@example.com" } });
    const spent = linkFields(app.sent.at(-1));
    expect(errorOf(await app.visitor().post("/callback/email", spent))).toBe("Verification");
    expect(await (await signedIn()).session()).toMatchObject({ user: first?.user ?? {} });
  });

  it("an OAuth account signs up and in", async () => {
    for (const _ of ["first", "again"]) {
      const visitor = app.visitor();
      expect(errorOf(await gitHub.signIn(visitor))).toBeNull();
      expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    }
  });

  it("a passkey is added, and signs in", async () => {
    const passkey = new Passkey(LOCAL_ORIGIN, { aaguid: "adce0002-35bc-c60a-648b-0b25f1f05503" });
    const owner = await signedIn();
    const credential = passkey.register(await optionsFor(owner, "register"));
    const added = await owner.post("/callback/passkey", { action: "register", data: JSON.stringify(credential) });
    expect(errorOf(added)).toBeNull();
    const visitor = app.visitor();
    const data = JSON.stringify(passkey.authenticate(await optionsFor(visitor, "authenticate")));
    expect(errorOf(await visitor.post("/callback/passkey", { action: "authenticate", data }))).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
  });

  it("signing out ends the session for every copy of its cookie", async () => {
    const visitor = await signedIn();
    const thief = app.visitor();
    for (const [cookie, value] of visitor.cookies) thief.cookies.set(cookie, value);
    await visitor.post("/signout");
    expect(await visitor.session()).toBeNull();
    expect(await thief.session()).toBeNull();
  });

  it("a cookie of a deleted session blocks neither signing in nor signing out", async () => {
    const visitor = await signedIn();
    const [cookie, value] = visitor.sessionCookie ?? ["", ""];
    const other = app.visitor();
    for (const [each, content] of visitor.cookies) other.cookies.set(each, content);
    await other.post("/signout");
    expect(errorOf(await app.signIn(visitor))).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
    visitor.cookies.set(cookie, value);
    expect(errorOf(await visitor.post("/signout"))).toBeNull();
    expect(visitor.cookies.has(cookie)).toBe(false);
  });

  it("an expired session is refused", async () => {
    app.config.session = { maxAge: 0 };
    expect(await (await signedIn()).session()).toBeNull();
  });
});

describe("an adapter that lacks a method", () => {
  it.each([
    "linkAccount",
    "createUser",
    "useVerificationToken",
    "createAuthenticator",
    "updateAuthenticatorCounter",
  ] as const)("%s is refused, before a user is half made", async (method) => {
    const { prisma, adapter } = await openDatabase();
    const { [method]: _, ...rest } = adapter;
    const logged: string[] = [];
    const logger = { ...QUIET, error: (error: Error) => logged.push(error.name) };
    const lacking = { adapter: rest as SolidAuthAdapter, logger };
    const answer = await app.visitor(lacking).get("/csrf");
    expect(answer.status).not.toBe(200);
    expect(logged).toContain("MissingAdapterMethods");
    expect(await prisma.user.count()).toBe(0);
  });
});

/** The methods that Auth.js requires, and no more. */
function inMemory(): SolidAuthAdapter {
  const users: AdapterUser[] = [];
  const accounts: AdapterAccount[] = [];
  const sessions: AdapterSession[] = [];
  const authenticators: AdapterAuthenticator[] = [];
  const tokens: { identifier: string; token: string; expires: Date }[] = [];
  const userOf = (id: string | undefined) => users.find((user) => user.id === id) ?? null;
  function take<T>(list: T[], find: (item: T) => boolean): T | null {
    const index = list.findIndex(find);
    return index < 0 ? null : (list.splice(index, 1)[0] ?? null);
  }
  return {
    async createUser(user) {
      const created = { ...user, id: randomUUID() };
      users.push(created);
      return created;
    },
    getUser: async (id) => userOf(id),
    getUserByEmail: async (email) => users.find((user) => user.email === email) ?? null,
    async getUserByAccount({ provider, providerAccountId }) {
      const account = accounts.find((a) => a.provider === provider && a.providerAccountId === providerAccountId);
      return userOf(account?.userId);
    },
    updateUser: async (user) => Object.assign(userOf(user.id) ?? {}, user) as AdapterUser,
    async linkAccount(account) {
      accounts.push(account);
    },
    async createSession(session) {
      sessions.push({ ...session });
      return session;
    },
    async getSessionAndUser(sessionToken) {
      const session = sessions.find((each) => each.sessionToken === sessionToken);
      const user = userOf(session?.userId);
      return session && user ? { session: { ...session }, user } : null;
    },
    async updateSession(session) {
      const found = sessions.find(({ sessionToken }) => sessionToken === session.sessionToken);
      return found ? Object.assign(found, session) : null;
    },
    async deleteSession(sessionToken) {
      return take(sessions, (session) => session.sessionToken === sessionToken);
    },
    async createVerificationToken(token) {
      tokens.push(token);
      return token;
    },
    useVerificationToken: async ({ identifier, token }) =>
      take(tokens, (each) => each.identifier === identifier && each.token === token),
    async getAccount(providerAccountId, provider) {
      return accounts.find((a) => a.provider === provider && a.providerAccountId === providerAccountId) ?? null;
    },
    async createAuthenticator(authenticator) {
      authenticators.push(authenticator);
      return authenticator;
    },
    getAuthenticator: async (id) => authenticators.find(({ credentialID }) => credentialID === id) ?? null,
    listAuthenticatorsByUserId: async (id) => authenticators.filter(({ userId }) => userId === id),
    async updateAuthenticatorCounter(id, counter) {
      const found = authenticators.find(({ credentialID }) => credentialID === id);
      return Object.assign(found ?? ({} as AdapterAuthenticator), { counter });
    },
  };
}
