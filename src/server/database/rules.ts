// What holds for queries on each engine.

import "server-only";
import type { PrismaClient } from "./generated/client";
import { unlessUnavailable } from "./outage";

/**
 * Two rules for each query of a model. After a failure it does not wait again (./outage.ts). And U+0000 in text becomes
 * U+FFFD, as in HTML, so that no input can make a query fail.
 *
 * - PostgreSQL refuses such text.
 * - SQLite stores it.
 *
 * @returns the client with these rules
 */
export function withRules(prisma: PrismaClient): PrismaClient {
  const $allOperations = <Args>({ args, query }: { args: Args; query: (args: Args) => Promise<unknown> }) =>
    unlessUnavailable(() => query(replaceNul(args) as Args));
  // The extended client has the same models and methods. Only its type has another name.
  return prisma.$extends({ query: { $allModels: { $allOperations } } }) as unknown as PrismaClient;
}

function replaceNul(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "\ufffd");
  if (Array.isArray(value)) return value.map(replaceNul);
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaceNul(inner)]));
}
