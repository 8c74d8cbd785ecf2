// Rules for queries on each engine.

import type { AnyClient, Connection, Extensible } from "./types.ts";

/**
 * Where a request keeps the first error of its database. Its later queries fail at once with that error.
 */
export interface Outage {
  databaseFailure?: unknown;
}

/**
 * Prepared statements follow the first of these two rules, and queries of Prisma follow both.
 *
 * - A request waits only once for a database that does not respond. Each further query fails at once, with the same
 *   error.
 * - U+0000 in text becomes U+FFFD, as in HTML, so that no input can make a query fail: PostgreSQL refuses such text,
 *   and SQLite stores it.
 *
 * @param current where the current request keeps its first error; undefined outside of a request
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
    prisma: (prisma as unknown as Extensible).$extends({ query: { $allOperations } }) as Client,
    prepare(sql, columns) {
      const read = prepare(sql, columns);
      return (...values) => unlessUnavailable(() => read(...values));
    },
    close,
  };
}

function replaceNul(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "\ufffd");
  if (Array.isArray(value)) return value.map(replaceNul);
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaceNul(inner)]));
}
