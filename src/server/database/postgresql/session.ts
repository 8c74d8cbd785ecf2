// The statement that reads a session, on PostgreSQL.

import "server-only";
import pg from "pg";
import type { PrismaClient, Session, User } from "../generated/client";
import type { FindSession } from "../types";

/** The types whose values Prisma returns in another form than pg, by their number in PostgreSQL. */
const TYPES: Record<number, (text: string) => unknown> = {
  // timestamp without time zone: Prisma stores UTC, pg would take it for local time.
  1114: (text) => new Date(`${text.replace(" ", "T")}Z`),
  20: BigInt,
};

/**
 * @param prisma knows the columns. They are named one by one: after a migration that adds one, `*` would be another
 *   result, and fail in each connection that has prepared the statement
 * @param nameOf names a prepared statement. Without it nothing is prepared: a pooler gives each transaction another
 *   connection
 */
export function findSessionIn(
  pool: pg.Pool,
  prisma: PrismaClient,
  nameOf?: (query: { sql: string }) => string,
): FindSession {
  const sessionColumns = Object.keys(prisma.session.fields);
  const userColumns = Object.keys(prisma.user.fields);
  const columns = [...sessionColumns.map((name) => `s."${name}"`), ...userColumns.map((name) => `u."${name}"`)];
  const sql = `SELECT ${columns.join(", ")} FROM "Session" s JOIN "User" u ON u."id" = s."userId" WHERE s."sessionToken" = $1`;
  const query = {
    text: sql,
    rowMode: "array" as const,
    types: { getTypeParser: (type: number) => TYPES[type] ?? pg.types.getTypeParser(type) },
  };
  return async (tokenHash) => {
    const { rows } = await pool.query({ ...query, name: nameOf?.({ sql }), values: [tokenHash] }).catch(failAsPrisma);
    const [row] = rows;
    if (!row) return null;
    return {
      session: named<Session>(sessionColumns, row),
      user: named<User>(userColumns, row.slice(sessionColumns.length)),
    };
  };
}

function named<T>(columns: string[], values: unknown[]): T {
  return Object.fromEntries(columns.map((name, index) => [name, values[index]])) as T;
}

/**
 * Errors without `severity` are connection errors. They get Prisma's code, so that they are not taken for the mail
 * server's.
 */
function failAsPrisma(error: Error): never {
  throw "severity" in error ? error : Object.assign(new Error(error.message, { cause: error }), { code: "P1001" });
}
