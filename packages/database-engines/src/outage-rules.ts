// What holds for queries on each engine.

import type { AnyClient, Connection } from "./types.ts";

/**
 * The place of a request that keeps the first error of its database. Its further queries fail at once with that error.
 */
export interface Outage {
  databaseFailure?: unknown;
}

/**
 * Two rules for each query of Prisma, and the first for each prepared statement.
 *
 * - A request waits for a database that does not respond once, and not again with each further query: it fails at once,
 *   with the same error.
 * - U+0000 in text becomes U+FFFD, as in HTML, so that no input can make a query fail: PostgreSQL refuses such text,
 *   and SQLite stores it.
 *
 * @param current what the current request keeps; undefined outside of a request
 * @returns the connection with these rules
 */
export function withOutageRules<Client extends AnyClient>(
  { prisma, prepare, close }: Connection<Client>,
  isUnavailable: (error: unknown) => boolean,
  current: () => Outage | undefined,
): Connection<Client> {
  async function unlessUnavailable<T>(query: () => T | Promise<T>): Promise<T> {
    const outage = current();
    if (outage?.databaseFailure) throw outage.databaseFailure;
    try {
      return await query();
    } catch (error) {
      if (outage && isUnavailable(error)) outage.databaseFailure = error;
      throw error;
    }
  }

  const $allOperations = <Args>({ args, query }: { args: Args; query: (args: Args) => Promise<unknown> }) =>
    unlessUnavailable(() => query(replaceNul(args) as Args));
  return {
    // The extended client has the same models and methods. Only its type has another name.
    prisma: (prisma as unknown as Extensible).$extends({ query: { $allOperations } }) as Client,
    prepare(sql, columns) {
      const read = prepare(sql, columns);
      return (...values) => unlessUnavailable(() => read(...values));
    },
    close,
  };
}

/** A generated client. */
interface Extensible {
  $extends: (extension: object) => unknown;
}

function replaceNul(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "\ufffd");
  if (Array.isArray(value)) return value.map(replaceNul);
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaceNul(inner)]));
}
