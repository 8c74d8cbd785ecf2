// The statement that reads a session, on SQLite. Its own connection never sees another request's open transaction.

import "server-only";
import Database from "better-sqlite3";
import type { PrismaClient, Session, User } from "../generated/client";
import type { FindSession } from "../types";
import { whenUnlocked } from "./file";

/** How Prisma stores the types that SQLite lacks, by Prisma's name of the type. */
const TYPES: Record<string, (stored: unknown) => unknown> = {
  DateTime: (text) => new Date(String(text)),
  Boolean: (bit) => bit === 1,
  BigInt: (integer) => BigInt(Number(integer)),
  Json: (text) => JSON.parse(String(text)),
};

interface Column {
  name: string;
  convert?: (stored: unknown) => unknown;
}

/**
 * @param file the path of the SQLite file, which is opened at the first call
 * @param prisma knows the columns. They are named one by one: SQLite prepares a statement again after a migration, and
 *   `*` would then be other columns in another order
 * @param checkFile throws if another file is there
 */
export function findSessionIn(
  file: string,
  prisma: PrismaClient,
  checkFile: () => void,
): { findSession: FindSession; close: () => void } {
  const sessionColumns = columnsOf(prisma.session.fields);
  const userColumns = columnsOf(prisma.user.fields);
  const columns = [...sessionColumns.map(({ name }) => `s."${name}"`), ...userColumns.map(({ name }) => `u."${name}"`)];
  // The inner query finds at most one row. As a plain join of the two tables, the same takes several times as long.
  const sql = `SELECT ${columns.join(", ")} FROM (SELECT * FROM "Session" WHERE "sessionToken" = ? LIMIT 1) AS s
    JOIN "User" AS u ON u."id" = s."userId"`;
  let connection: Database.Database | undefined;
  let statement: Database.Statement<[string], unknown[]> | undefined;
  return {
    async findSession(tokenHash) {
      checkFile();
      const row = await whenUnlocked(() => {
        connection ??= new Database(file, { readonly: true, timeout: 0 });
        statement ??= connection.prepare<[string], unknown[]>(sql).raw();
        return statement.get(tokenHash);
      });
      if (!row) return null;
      return {
        session: named<Session>(sessionColumns, row),
        user: named<User>(userColumns, row.slice(sessionColumns.length)),
      };
    },
    close: () => void connection?.close(),
  };
}

function columnsOf(fields: object): Column[] {
  return Object.values(fields).map(({ name, typeName }) => ({ name, convert: TYPES[typeName] }));
}

function named<T>(columns: Column[], values: unknown[]): T {
  const entries = columns.map(({ name, convert }, index) => {
    const stored = values[index];
    return [name, convert && stored !== null ? convert(stored) : stored];
  });
  return Object.fromEntries(entries) as T;
}
