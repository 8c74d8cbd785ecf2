// Work that one of several instances does for all, by a row of the table `RateLimit`.

import { isUniqueViolation } from "./problems.ts";

/** A generated client. */
interface Client {
  rateLimit: {
    updateMany(args: {
      where: { key: string; expire: { lte: Date } };
      data: { expire: Date };
    }): PromiseLike<{ count: number }>;
    create(args: { data: { key: string; points: number; expire: Date } }): PromiseLike<unknown>;
  };
}

/**
 * For work that one instance does for all. Only one wins: one update of the expired row, or one first insert, succeeds.
 *
 * @param key names the work: the key of a row of RateLimit
 * @param everyMs in milliseconds
 * @param now in milliseconds since 1970
 * @returns whether the work is due, and this call is to do it
 */
export async function claim(prisma: Client, key: string, everyMs: number, now = Date.now()): Promise<boolean> {
  const expire = new Date(now + everyMs);
  const where = { key, expire: { lte: new Date(now) } };
  if ((await prisma.rateLimit.updateMany({ where, data: { expire } })).count > 0) return true;
  try {
    await prisma.rateLimit.create({ data: { key, points: 0, expire } });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
