// The statement that reads a session, on SQLite. Its own connection never sees another request's open transaction.

import "server-only";
import Database from "better-sqlite3";
import type { FindSession } from "./engine";
import type { Session, User } from "./generated/client";

/** The inner query finds at most one row. As a plain join of the two tables, the same takes several times as long. */
const SQL = `SELECT "Session".*, "User".* FROM (SELECT * FROM "Session" WHERE "sessionToken" = ? LIMIT 1) AS "Session"
  JOIN "User" ON "User"."id" = "Session"."userId"`;

/** How Prisma stores the types that SQLite lacks, by the column's declared type. */
const TYPES: Record<string, (stored: unknown) => unknown> = {
  DATETIME: (text) => new Date(String(text)),
  BOOLEAN: (bit) => bit === 1,
  BIGINT: (integer) => BigInt(Number(integer)),
  JSONB: (text) => JSON.parse(String(text)),
};

/** @param file the path of the SQLite file, which is opened at the first call */
export function findSessionIn(file: string): { findSession: FindSession; close: () => void } {
  let connection: Database.Database | undefined;
  let find: ReturnType<typeof prepare> | undefined;
  return {
    async findSession(tokenHash) {
      connection ??= new Database(file, { readonly: true });
      find ??= prepare(connection);
      return find(tokenHash);
    },
    close: () => void connection?.close(),
  };
}

function prepare(connection: Database.Database) {
  const statement = connection.prepare<[string], unknown[]>(SQL).raw();
  const columns = statement.columns().map(({ name, table, type }) => {
    return { name, isOfUser: table === "User", convert: TYPES[type ?? ""] };
  });

  return (tokenHash: string) => {
    const row = statement.get(tokenHash);
    if (!row) return null;
    const session: Record<string, unknown> = {};
    const user: Record<string, unknown> = {};
    for (const [index, { name, isOfUser, convert }] of columns.entries()) {
      const stored = row[index];
      (isOfUser ? user : session)[name] = convert && stored !== null ? convert(stored) : stored;
    }
    // The columns are those of the generated types: a test compares them with what Prisma reads.
    return { session, user } as unknown as { session: Session; user: User };
  };
}
