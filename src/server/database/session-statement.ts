// Reads a session with its user. Each page and each request of a signed-in visitor does this, so it is one statement, prepared once; the
// same query by Prisma takes several times as long (docs/performance.md). Its own connection never sees another request's open transaction.

import "server-only";
import Database from "better-sqlite3";
import type { Session, User } from "./generated/client";

/** @returns null if there is no such session */
export type FindSession = (tokenHash: string) => Promise<{ session: Session; user: User } | null>;

/** The inner query finds at most one row. As a plain join of the two tables, the same takes several times as long. */
const SQL = `SELECT "Session".*, "User".* FROM (SELECT * FROM "Session" WHERE "sessionToken" = ? LIMIT 1) AS "Session"
  JOIN "User" ON "User"."id" = "Session"."userId"`;

/** How Prisma stores the types that SQLite lacks, by the column's declared type. */
const TYPES: Record<string, (stored: never) => unknown> = {
  DATETIME: (text: string) => new Date(text),
  BOOLEAN: (bit: number) => bit === 1,
  BIGINT: (integer: number) => BigInt(integer),
  JSONB: (text: string) => JSON.parse(text),
};

/** @param file the path of the SQLite file, which is opened at the first call */
export function findSessionIn(file: string): FindSession {
  let find: ReturnType<typeof prepare> | undefined;
  return async (tokenHash) => {
    find ??= prepare(file);
    return find(tokenHash);
  };
}

function prepare(file: string) {
  const statement = new Database(file, { readonly: true }).prepare<[string], unknown[]>(SQL).raw();
  const columns = statement.columns().map(({ name, table, type }) => {
    const convert = TYPES[type ?? ""] as ((stored: unknown) => unknown) | undefined;
    return { name, isOfUser: table === "User", convert };
  });

  return (tokenHash: string) => {
    const row = statement.get(tokenHash);
    if (!row) return null;
    const session: Record<string, unknown> = {};
    const user: Record<string, unknown> = {};
    for (const [index, { name, isOfUser, convert }] of columns.entries()) {
      const stored = row[index];
      (isOfUser ? user : session)[name] = convert && stored !== null ? convert(stored as never) : stored;
    }
    return { session, user } as unknown as { session: Session; user: User };
  };
}
