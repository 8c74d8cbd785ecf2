// Deletes expired rows. There is no cron: the first attempt that a rate limit counts in an hour starts it
// (../http/rate-limit.ts).

import "server-only";
import { setTimeout } from "node:timers/promises";
import { isUniqueViolation } from "database-engines";
import type { PrismaClient } from "./generated/client";

/** The instances share one database, so it is swept once an hour, however many they are. */
const SWEEP_EVERY_MS = 60 * 60 * 1000;

/** Rows per statement: other requests may wait while it runs. */
const BATCH = 100;

/** Users per statement that looks for those without access. */
const USERS_BATCH = 500;

/** Between two statements, for the requests that wait. */
const PAUSE_MS = 20;

/** A row of RateLimit that says when the next sweep is due. */
const CLAIM = "sweep";

/**
 * @param now in milliseconds since 1970
 * @returns whether this call has swept; if not, the next sweep is not due yet
 */
export async function sweep(prisma: PrismaClient, now = Date.now()): Promise<boolean> {
  if (!(await claim(prisma, CLAIM, SWEEP_EVERY_MS, now))) return false;
  const expired = { lt: new Date(now) };
  const limit = BATCH;
  const deletions = [
    () => prisma.session.deleteMany({ where: { expires: expired }, limit }),
    () => prisma.verificationToken.deleteMany({ where: { expires: expired }, limit }),
    () => prisma.usedChallenge.deleteMany({ where: { expires: expired }, limit }),
    () => prisma.rateLimit.deleteMany({ where: { expire: expired }, limit }),
  ];
  for (const deleteSome of deletions) while ((await deleteSome()).count === BATCH) await pause();
  await deleteUsersWithoutAccess(prisma, now);
  return true;
}

/** It does not keep a server running that stops. */
const pause = () => setTimeout(PAUSE_MS, undefined, { ref: false });

/** No index finds them, so it looks at all users, in the order of their ids. */
async function deleteUsersWithoutAccess(prisma: PrismaClient, now: number): Promise<void> {
  const nextUsers = { orderBy: { id: "asc" }, take: USERS_BATCH, select: { id: true } } as const;
  for (let after = ""; ; await pause()) {
    const last = (await prisma.user.findMany({ where: { id: { gt: after } }, ...nextUsers })).at(-1)?.id;
    if (last === undefined) return;
    await prisma.user.deleteMany({ where: { ...withoutAccess(now), id: { gt: after, lte: last } } });
    after = last;
  }
}

/** Users of a sign-up that was cut off, for example by a power failure, before it had stored how they sign in. */
function withoutAccess(now: number) {
  return {
    emailVerified: null,
    createdAt: { lt: new Date(now - SWEEP_EVERY_MS) },
    accounts: { none: {} },
    authenticators: { none: {} },
    sessions: { none: {} },
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
export async function claim(prisma: PrismaClient, key: string, everyMs: number, now = Date.now()): Promise<boolean> {
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
