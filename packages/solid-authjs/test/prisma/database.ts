// A database with a generated client, which is an application's: its Vitest configuration provides, as `store`, the
// path of a module that exports `openDatabase`. Without one, these tests do not run (../../vitest.config.ts).

import { beforeEach, inject } from "vitest";
import type { SolidAuthAdapter } from "../../src";
import { type AuthClient, type FindSession, type PrismaAdapterOptions, prismaAdapter } from "../../src/prisma";
import type { AuthTables } from "../../src/prisma/client";

/** A row of any table: the columns that the tests read. */
type Row = Record<"id" | "sessionToken" | "userId" | "provider", string> &
  Record<"createdAt" | "authenticatedAt" | "lastSeenAt" | "lastUsedAt" | "expires", Date> & { browserEpoch: number };

interface Table {
  count: (args?: object) => Promise<number>;
  create: (args: object) => Promise<Row>;
  findMany: (args?: object) => Promise<Row[]>;
  findFirstOrThrow: (args?: object) => Promise<Row>;
  updateMany: (args: object) => Promise<unknown>;
}

interface Opened {
  prisma: AuthClient;
  findSession: FindSession;
  /** Everything that is stored: the bytes of the files, or else the rows. */
  stored: () => Promise<string>;
}

/** A new, empty database for one test. */
async function openDatabase() {
  const { openDatabase: open }: { openDatabase: () => Promise<Opened> } = await import(inject("store"));
  const { prisma, findSession, stored } = await open();
  /** @returns another adapter on the same database */
  const adapterWith = (options: Partial<PrismaAdapterOptions> = {}) =>
    prismaAdapter(prisma, { findSession, maxSessions: 50, ...options }) as Required<SolidAuthAdapter>;
  const tables = prisma as unknown as AuthClient & Record<keyof AuthTables, Table>;
  return { prisma: tables, adapter: adapterWith(), adapterWith, stored };
}

/**
 * The database of a test file, new for each test. Call it where `beforeEach` may be called.
 *
 * @returns the database, and functions that fill it
 */
export function useDatabase() {
  const database = {} as Awaited<ReturnType<typeof openDatabase>>;
  beforeEach(async () => {
    Object.assign(database, await openDatabase());
  });
  return Object.assign(database, {
    /** @returns the id of a new user */
    async newUser(email = "user@example.com", emailVerified: Date | null = null): Promise<string> {
      return (await database.adapter.createUser({ id: "ignored", email, emailVerified })).id;
    },
    signIn: (userId: string, sessionToken: string, expires = inAnHour()) =>
      database.adapter.createSession({ sessionToken, userId, expires }),
  });
}

export const inAnHour = () => new Date(Date.now() + 60 * 60 * 1000);
export const anHourAgo = () => new Date(Date.now() - 60 * 60 * 1000);

/** An account of a provider. */
export const accountOf = (userId: string, provider = "github", providerAccountId = "1") =>
  ({ userId, type: "oauth", provider, providerAccountId }) as const;

/** A passkey, as `addPasskey` takes it: its account, and its key. */
export function passkeyOf(userId: string, id = "credential") {
  const key = {
    userId,
    credentialID: id,
    providerAccountId: id,
    credentialPublicKey: "key",
    counter: 0,
    credentialDeviceType: "multiDevice",
    credentialBackedUp: true,
    transports: "internal",
  };
  return [{ userId, type: "webauthn", provider: "passkey", providerAccountId: id }, key] as const;
}
