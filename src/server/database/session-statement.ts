// Reads a session with its user. Each page and each request of a signed-in visitor does this, so it is one statement, prepared once; the
// same query by Prisma takes several times as long (docs/performance.md). Its own connection never sees another request's open transaction.

import "server-only";
import Database from "better-sqlite3";
import type { Session, User } from "./generated/client";

/** @returns null if there is no such session */
export type FindSession = (tokenHash: string) => Promise<{ session: Session; user: User } | null>;

const SQL = `SELECT "Session".*, "User".* FROM "Session" JOIN "User" ON "User"."id" = "Session"."userId" WHERE "Session"."sessionToken" = ?`;

/** How Prisma stores the types that SQLite lacks, by the column's declared type. */
const TYPES: Record<string, (stored: never) => unknown> = {
  DATETIME: (text: string) => new Date(text),
  BOOLEAN: (bit: number) => bit === 1,
  BIGINT: (integer: number) => BigInt(integer),
  JSONB: (text: string) => JSON.parse(text),
};

type Row = Record<"Session" | "User", Record<string, unknown>>;

/** @param file the path of the SQLite file, which is opened at the first call */
export function findSessionIn(file: string): FindSession {
  let find: ((tokenHash: string) => Row | undefined) | undefined;
  return async (tokenHash) => {
    find ??= prepare(file);
    const row = find(tokenHash);
    return row ? { session: row.Session as unknown as Session, user: row.User as unknown as User } : null;
  };
}

function prepare(file: string): (tokenHash: string) => Row | undefined {
  const statement = new Database(file, { readonly: true }).prepare<[string], Row>(SQL).expand();
  const converted = statement.columns().flatMap(({ name, table, type }) => {
    const convert = TYPES[type ?? ""] as ((stored: unknown) => unknown) | undefined;
    return convert ? [{ name, table: table as keyof Row, convert }] : [];
  });
  return (tokenHash) => {
    const row = statement.get(tokenHash);
    if (!row) return undefined;
    for (const { name, table, convert } of converted) {
      const stored = row[table][name];
      if (stored !== null) row[table][name] = convert(stored);
    }
    return row;
  };
}
