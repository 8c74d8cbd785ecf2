// A database with a generated client, which is an application's: its Vitest configuration provides, as `store`, the
// path of a module that exports `openDatabase`. Without one, these tests do not run (../../vitest.config.ts).

import { beforeEach, inject } from "vitest";
import type { SolidAuthAdapter } from "../../src";
import { type AuthClient, type FindSession, type PrismaAdapterOptions, prismaAdapter } from "../../src/prisma";

interface Rows {
  user: { id: string; email: string; createdAt: Date; emailVerified: Date | null; browserEpoch: number };
  account: { userId: string; provider: string; access_token: string | null };
  session: {
    id: string;
    sessionToken: string;
    createdAt: Date;
    authenticatedAt: Date;
    lastSeenAt: Date;
    expires: Date;
  };
  authenticator: { name: string | null; aaguid: string | null; createdAt: Date; lastUsedAt: Date | null };
  verificationToken: { identifier: string };
  usedChallenge: { id: string; expires: Date };
}

/** What the tests use of a client's model. */
interface Table<Row> {
  count: (args?: { where: object }) => Promise<number>;
  create: (args: { data: object }) => Promise<Row>;
  findMany: (args?: { where: object }) => Promise<Row[]>;
  findFirst: (args: object) => Promise<Row | null>;
  findFirstOrThrow: () => Promise<Row>;
  findUniqueOrThrow: (args: { where: object }) => Promise<Row>;
  updateMany: (args: { where?: object; data: object }) => Promise<unknown>;
}

export interface Database {
  /** The tables, to look into and to change. */
  prisma: AuthClient & { [Name in keyof Rows]: Table<Rows[Name]> };
  adapter: Required<SolidAuthAdapter>;
  /** @returns another adapter on the same database */
  adapterWith: (options: Partial<PrismaAdapterOptions>) => Required<SolidAuthAdapter>;
  /** Everything that is stored: the bytes of the files, or else the rows. */
  stored: () => Promise<string>;
}

interface Opened {
  prisma: AuthClient;
  findSession: FindSession;
  stored: Database["stored"];
}

/** A new, empty database for one test. */
async function openDatabase(): Promise<Database> {
  const { openDatabase: open }: { openDatabase: () => Promise<Opened> } = await import(inject("store"));
  const { prisma, findSession, stored } = await open();
  const adapterWith = (options: Partial<PrismaAdapterOptions> = {}) =>
    prismaAdapter(prisma, { findSession, maxSessions: 50, ...options }) as Required<SolidAuthAdapter>;
  return {
    prisma: prisma as unknown as Database["prisma"],
    adapter: adapterWith(),
    adapterWith,
    stored,
  };
}

/**
 * The database of a test file, new for each test. Call it where `beforeEach` may be called.
 *
 * @returns the database, and functions that fill it
 */
export function useDatabase() {
  const database = {} as Database;
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
