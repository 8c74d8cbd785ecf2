// What a test's database is: an adapter, and the tables behind it. The package's own is in memory. It does what
// SolidAuthAdapter (../../src/types.ts) asks of a database: each method happens at once, and the first proof of an
// address ends the access from before it. An application runs the same tests with its own adapter: its Vitest
// configuration provides, as `store`, the path of a module that exports `openStore`.

import type { AdapterAuthenticator, AdapterUser } from "@auth/core/adapters";
import { AccessDenied, OAuthAccountNotLinked } from "@auth/core/errors";
import { inject } from "vitest";
import { type Grant, normalizeEmail, type SolidAuthAdapter } from "../../src";
import { createTables } from "./tables";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of the module that opens the tests' databases, if it is not this one. */
    store: string;
  }
}

type Tables = ReturnType<typeof createTables>;
type Methods = "count" | "create" | "deleteMany" | "findFirst" | "findFirstOrThrow" | "findMany" | "updateMany";

export interface Store {
  adapter: SolidAuthAdapter;
  /** The tables, named like those of an application with Prisma. */
  prisma: { [Name in keyof Tables]: Pick<Tables[Name], Methods> };
}

/** A new, empty database for one test. */
export async function openStore(): Promise<Store> {
  const path = inject("store");
  const other: { openStore: () => Promise<Store> } | undefined = path && (await import(path));
  if (other) return other.openStore();
  const tables = createTables();
  return { adapter: createAdapter(tables), prisma: tables };
}

function createAdapter(tables: Tables): SolidAuthAdapter {
  const { user, account, authenticator, session, verificationToken, usedChallenge } = tables;

  /** @throws {AccessDenied} if the user's address was verified since the request found them */
  function check({ user: found }: Grant = {}): void {
    if (found?.emailVerified === null && user.one({ id: found.id })?.emailVerified !== null)
      throw new AccessDenied("The address was verified since the user was found.");
  }

  return {
    createUser: async ({ email, emailVerified, name = null, image = null }) =>
      user.add({ email: normalizeEmail(email), emailVerified, name, image }),
    getUser: async (id) => user.one({ id }),
    getUserByEmail: async (email) => user.one({ email }),
    async getUserByAccount({ provider, providerAccountId }) {
      const found = account.one({ provider, providerAccountId });
      return found && user.one({ id: found.userId });
    },
    async updateUser({ id, email, emailVerified, name, image }) {
      const isFirstProof = emailVerified && user.one({ id })?.emailVerified === null;
      if (isFirstProof) for (const table of [account, authenticator, session]) table.remove({ userId: id });
      return user.change({ id }, { email, emailVerified, name, image })[0] as AdapterUser;
    },
    async deleteUser(id, { user: found } = {}) {
      // An owner who has verified the address meanwhile keeps the user.
      user.remove({ id, emailVerified: found?.emailVerified === null ? null : undefined });
    },
    async linkAccount(row, grant) {
      check(grant);
      if (account.one({ userId: row.userId, provider: row.provider }))
        throw new OAuthAccountNotLinked("Another account of this provider is connected.");
      account.add(row);
    },
    async unlinkAccount({ provider, providerAccountId }) {
      account.remove({ provider, providerAccountId });
    },
    getAccount: async (providerAccountId, provider) => account.one({ provider, providerAccountId }),
    async createSession({ sessionToken, userId, expires }, grant) {
      check(grant);
      return session.add({ sessionToken, userId, expires, inPerson: grant?.inPerson === true });
    },
    async getSessionAndUser(sessionToken) {
      const found = session.one({ sessionToken });
      const owner = found && user.one({ id: found.userId });
      return owner && { session: found, user: owner };
    },
    updateSession: async ({ sessionToken, expires }) => session.change({ sessionToken }, { expires })[0] ?? null,
    deleteSession: async (sessionToken) => session.remove({ sessionToken })[0] ?? null,
    rotateSession: async (sessionToken, newSessionToken) =>
      session.change({ sessionToken }, { sessionToken: newSessionToken }).length > 0,
    bindSession: async (id, key) => session.change({ id, deviceKey: null }, { deviceKey: key }).length > 0,
    sessionKey: async (id) => session.one({ id })?.deviceKey,
    createVerificationToken: async (token) => verificationToken.add(token),
    useVerificationToken: async ({ identifier, token }) => verificationToken.remove({ identifier, token })[0] ?? null,
    async replaceVerificationToken({ identifier, token }, next) {
      const found = verificationToken.one({ identifier, token });
      if (!found || found.expires.valueOf() <= Date.now()) return null;
      verificationToken.remove({ identifier, token });
      if (next) verificationToken.add(next);
      return found;
    },
    deleteVerificationTokens: async (identifier) => void verificationToken.remove({ identifier }),
    async createAuthenticator(row, grant) {
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
    async useChallenge(id, expires) {
      if (usedChallenge.one({ id })) return false;
      usedChallenge.add({ id, expires });
      return true;
    },
  };
}
