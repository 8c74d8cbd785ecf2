// Prepared statements on PostgreSQL.

import pg from "pg";
import type { Prepare } from "../types.ts";

/** The types whose values Prisma returns in another form than pg does, by their number in PostgreSQL. */
const TYPES: Record<number, (text: string) => unknown> = {
  // timestamp without time zone: Prisma stores UTC, but pg takes it for local time.
  1114: (text) => new Date(`${text.replace(" ", "T")}Z`),
  20: BigInt,
};

/** @param sql with `?` for each value. @returns the SQL with PostgreSQL's numbered parameters */
export function numbered(sql: string): string {
  let number = 0;
  return sql.replaceAll("?", () => `$${++number}`);
}

/**
 * @param nameOf names a prepared statement. Without it, statements are not prepared: a pooler gives each transaction
 *   another connection
 */
export function statementsIn(pool: pg.Pool, nameOf?: (query: { sql: string }) => string): Prepare {
  return (sql) => {
    const text = numbered(sql);
    const query = {
      text,
      rowMode: "array" as const,
      types: { getTypeParser: (type: number) => TYPES[type] ?? pg.types.getTypeParser(type) },
    };
    return async (...values) => {
      return (await pool.query({ ...query, name: nameOf?.({ sql: text }), values }).catch(failAsPrisma)).rows;
    };
  };
}

/**
 * Errors without `severity` are connection errors. They get Prisma's error code, because otherwise they look like
 * errors of the mail server.
 */
export function failAsPrisma(error: Error & { code?: unknown }): never {
  if ("severity" in error) throw error;
  // The error of a host with several addresses has only a code.
  throw Object.assign(new Error(error.message || String(error.code), { cause: error }), { code: "P1001" });
}
