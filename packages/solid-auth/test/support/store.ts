// What a test's database is: an adapter, and the tables behind it. The package's own is in memory. It does what
// SolidAuthAdapter (../../src/types.ts) asks of a database: each method happens at once, and the first proof of an
// address ends the access from before it. An application runs the same tests with its own adapter: its Vitest
// configuration provides, as `store`, the path of a module that exports `openStore`.

import { randomUUID } from "node:crypto";
import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "@auth/core/adapters";
import { AccessDenied } from "@auth/core/errors";
import { inject } from "vitest";
import { type Grant, normalizeEmail, type SolidAuthAdapter } from "../../src";
import { MemoryTable, type Table } from "./tables";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of the module that opens the tests' databases, if it is not this one. */
    store: string;
  }
}

interface SessionRow extends AdapterSession {
  id: string;
  authenticatedAt: Date;
}

type WithUser = { user: AdapterUser };

/** The tables, named like those of an application with Prisma. */
interface Tables {
  user: Table<AdapterUser, { accounts: AdapterAccount[]; authenticators: AdapterAuthenticator[] }>;
  account: Table<AdapterAccount, WithUser>;
  session: Table<SessionRow, WithUser>;
  authenticator: Table<AdapterAuthenticator, WithUser>;
  verificationToken: Table<VerificationToken>;
  usedChallenge: Table<{ id: string; expires: Date }>;
}

export interface Store {
  adapter: SolidAuthAdapter;
  prisma: Tables;
}

/** A new, empty database for one test. */
export async function openStore(): Promise<Store> {
  const path = inject("store");
  if (!path) return openMemory();
  const other: { openStore: () => Promise<Store> } = await import(path);
  return other.openStore();
}

function openMemory(): Store {
  const userOf = ({ userId }: { userId: string }) => {
    const found = user.one({ id: userId });
    if (!found) throw new Error("There is no such user.");
    return found;
  };
  const ofUser = { check: userOf, related: { user: userOf } };
  const dropAccess = (userId: string) => {
    for (const table of [session, authenticator, account]) table.remove({ userId });
  };

  const user = new MemoryTable<AdapterUser, { accounts: AdapterAccount[]; authenticators: AdapterAuthenticator[] }>({
    key: ["email"],
    defaults: () => ({ id: randomUUID(), emailVerified: null, name: null, image: null }),
    related: {
      accounts: ({ id }) => account.all({ userId: id }),
      authenticators: ({ id }) => authenticator.all({ userId: id }),
    },
    onDelete: ({ id }) => dropAccess(id),
  });
  const account = new MemoryTable<AdapterAccount, WithUser>({ key: ["provider", "providerAccountId"], ...ofUser });
  const session = new MemoryTable<SessionRow, WithUser>({
    key: ["sessionToken"],
    defaults: () => ({ id: randomUUID(), authenticatedAt: new Date() }),
    ...ofUser,
  });
  const authenticator = new MemoryTable<AdapterAuthenticator, WithUser>({ key: ["credentialID"], ...ofUser });
  const verificationToken = new MemoryTable<VerificationToken>({ key: ["identifier", "token"] });
  const usedChallenge = new MemoryTable<{ id: string; expires: Date }>({ key: ["id"] });

  /** @throws {AccessDenied} if the user's address was proven since the request found them */
  function check({ user: found }: Grant = {}): void {
    if (found?.emailVerified === null && user.one({ id: found.id })?.emailVerified !== null)
      throw new AccessDenied("The address was proven since the user was found.");
  }

  const adapter: SolidAuthAdapter = {
    createUser: async ({ email, emailVerified, name = null, image = null }) =>
      user.add({ email: normalizeEmail(email), emailVerified, name, image }),
    getUser: async (id) => user.one({ id }),
    getUserByEmail: async (email) => user.one({ email }),
    async getUserByAccount({ provider, providerAccountId }) {
      const found = account.one({ provider, providerAccountId });
      return found && userOf(found);
    },
    async updateUser({ id, email, emailVerified, name, image }) {
      if (emailVerified && user.one({ id })?.emailVerified === null) dropAccess(id);
      return user.change({ id }, { email, emailVerified, name, image })[0] as AdapterUser;
    },
    async deleteUser(id, { user: found } = {}) {
      // An owner who has proven the address meanwhile keeps the user.
      user.remove({ id, emailVerified: found?.emailVerified === null ? null : undefined });
    },
    async linkAccount(row, grant) {
      check(grant);
      account.add(row);
    },
    async unlinkAccount({ provider, providerAccountId }) {
      account.remove({ provider, providerAccountId });
    },
    getAccount: async (providerAccountId, provider) => account.one({ provider, providerAccountId }),
    async createSession({ sessionToken, userId, expires }, grant) {
      check(grant);
      return session.add({ sessionToken, userId, expires });
    },
    async getSessionAndUser(sessionToken) {
      const found = session.one({ sessionToken });
      return found && { session: found, user: userOf(found) };
    },
    updateSession: async ({ sessionToken, expires }) => session.change({ sessionToken }, { expires })[0] ?? null,
    deleteSession: async (sessionToken) => session.remove({ sessionToken })[0] ?? null,
    rotateSession: async (sessionToken, newSessionToken) =>
      session.change({ sessionToken }, { sessionToken: newSessionToken }).length > 0,
    createVerificationToken: async (token) => verificationToken.add(token),
    useVerificationToken: async ({ identifier, token }) => verificationToken.remove({ identifier, token })[0] ?? null,
    createAuthenticator: async (row, grant) => {
      check(grant);
      return authenticator.add(row);
    },
    async addPasskey(accountRow, row, grant) {
      check(grant);
      if (authenticator.one({ credentialID: row.credentialID })) throw new Error("There is such a passkey.");
      account.add(accountRow);
      return authenticator.add(row);
    },
    getAuthenticator: async (credentialID) => authenticator.one({ credentialID }),
    listAuthenticatorsByUserId: async (userId) => authenticator.all({ userId }),
    updateAuthenticatorCounter: async (credentialID, counter) =>
      authenticator.change({ credentialID }, { counter })[0] as AdapterAuthenticator,
    useChallenge: async (id, expires) => {
      if (usedChallenge.one({ id })) return false;
      usedChallenge.add({ id, expires });
      return true;
    },
  };
  return { adapter, prisma: { user, account, session, authenticator, verificationToken, usedChallenge } };
}
