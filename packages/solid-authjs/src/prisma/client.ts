// The part of a generated Prisma client that the functions of this folder use. Each schema has a client with its own
// type, so the code treats an application's client as this type.

import type { AdapterAccount, AdapterAuthenticator, AdapterSession, AdapterUser } from "@auth/core/adapters";
import type { TokenColumns } from "../types.ts";

/** A client, or a transaction, with the models of Auth.js. A client without one of them is a type error. */
export type AuthTables = Record<
  "user" | "account" | "session" | "verificationToken" | "authenticator" | "usedChallenge",
  object
>;

/** A client that can begin a transaction. */
export type AuthClient = AuthTables & { $transaction: unknown; $disconnect: unknown };

export type StoredSession = AdapterSession & { id: string; deviceKey: string | null };

type StoredAccount = Pick<AdapterAccount, "userId" | "provider" | "providerAccountId"> & TokenColumns;

type Where = Record<string, unknown>;

interface Table<Row> {
  count: (args: { where: Where }) => Promise<number>;
  create: (args: { data: object }) => Promise<Row>;
  deleteMany: (args: { where: Where; limit?: number }) => Promise<{ count: number }>;
  findFirst: (args: { where: Where; orderBy?: object; select?: object }) => Promise<Row | null>;
  findMany: (args: { where: Where; orderBy?: object; skip?: number; take?: number; select?: object }) => Promise<Row[]>;
  findUnique: (args: { where: Where }) => Promise<Row | null>;
  updateMany: (args: { where: Where; data: object }) => Promise<{ count: number }>;
  updateManyAndReturn: (args: { where: Where; data: object }) => Promise<Row[]>;
}

export interface Tables {
  user: Table<AdapterUser>;
  account: Table<StoredAccount>;
  session: Table<StoredSession>;
  verificationToken: Table<{ identifier: string; token: string; expires: Date }>;
  authenticator: Table<AdapterAuthenticator>;
  usedChallenge: Table<{ id: string }>;
  /** The table that only `storeSecurityEvent` needs. */
  securityEvent: Table<{ id: string }>;
}

/** A client that can begin a transaction, with its tables. */
export interface Client extends Tables {
  $transaction: {
    <T>(run: (tx: Tables) => Promise<T>, options: typeof TRANSACTION): Promise<T>;
    (statements: Promise<unknown>[]): Promise<unknown>;
  };
}

/**
 * How many milliseconds a transaction waits at most, first to begin and then to end: another transaction may hold the
 * user's row.
 */
export const TRANSACTION = { maxWait: 5_000, timeout: 5_000 };

export const tablesOf = (prisma: AuthTables) => prisma as unknown as Tables;

export const clientOf = (prisma: AuthClient) => prisma as unknown as Client;

/**
 * Checks a `where` with values from outside of this folder. If a value is undefined, Prisma leaves the condition out,
 * and then finds, changes or deletes other users' rows.
 *
 * @throws {TypeError} for a value that is undefined
 */
export function given<T extends Where>(where: T): T {
  for (const [name, value] of Object.entries(where))
    if (value === undefined) throw new TypeError(`No ${name} is given.`);
  return where;
}

/**
 * @param error of Prisma
 * @returns whether a row was not written because another row already has one of its values
 */
export const isUniqueViolation = (error: unknown) => hasCode(error, "P2002");

/** @returns whether a row was not written because the row that it belongs to is gone */
export const isForeignKeyViolation = (error: unknown) => hasCode(error, "P2003");

const hasCode = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code;
