// Deletes expired rows. There is no cron: the first attempt that a rate limit counts in an hour starts it (../http/rate-limit.ts).

import "server-only";
import { isUniqueViolation } from "./adapter";
import type { PrismaClient } from "./generated/client";

/** The instances share one database, so it is swept once an hour, however many they are. */
const SWEEP_EVERY_MS = 60 * 60 * 1000;

/** Rows per statement, so that other requests do not wait for long. */
const BATCH = 1000;

/** A row of RateLimit that says when the next sweep is due. */
const CLAIM = "sweep";

/**
 * @param now in milliseconds since 1970
 * @returns whether this call has swept; if not, the next sweep is not due yet
 */
export async function sweep(prisma: PrismaClient, now = Date.now()): Promise<boolean> {
  if (!(await claim(prisma, now))) return false;
  const expired = { lt: new Date(now) };
  const limit = BATCH;
  const deletions = [
    () => prisma.session.deleteMany({ where: { expires: expired }, limit }),
    () => prisma.verificationToken.deleteMany({ where: { expires: expired }, limit }),
    () => prisma.usedChallenge.deleteMany({ where: { expires: expired }, limit }),
    () => prisma.rateLimit.deleteMany({ where: { expire: expired }, limit }),
    () => prisma.user.deleteMany({ where: withoutAccess(now), limit }),
  ];
  for (const deleteSome of deletions) while ((await deleteSome()).count === BATCH);
  return true;
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

/** Of several instances, one gets the claim: the update of an expired row, or the first insert, succeeds once. */
async function claim(prisma: PrismaClient, now: number): Promise<boolean> {
  const expire = new Date(now + SWEEP_EVERY_MS);
  const where = { key: CLAIM, expire: { lte: new Date(now) } };
  if ((await prisma.rateLimit.updateMany({ where, data: { expire } })).count > 0) return true;
  try {
    await prisma.rateLimit.create({ data: { key: CLAIM, points: 0, expire } });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
