// Deletes expired rows. There is no cron: the first attempt that a rate limit counts in an hour starts it
// (../http/rate-limit.ts).

import "server-only";
import { claim } from "database-engines";
import { oldestOf, sweepExpired } from "solid-authjs/prisma";
import { SECURITY_EVENT_DAYS } from "~/lib/limits";
import type { PrismaClient } from "./generated/client";

/** The instances share one database, so it is swept once an hour, however many they are. */
const SWEEP_EVERY_MS = 60 * 60 * 1000;

const EVENT_MS = SECURITY_EVENT_DAYS * 24 * 60 * 60 * 1000;

/**
 * @param now in milliseconds since 1970
 * @returns whether this call has swept; if not, the next sweep is not due yet
 */
export async function sweep(prisma: PrismaClient, now = Date.now()): Promise<boolean> {
  if (!(await claim(prisma, "sweep", SWEEP_EVERY_MS, now))) return false;
  await sweepExpired(prisma, now, [
    oldestOf(prisma.securityEvent, "createdAt", new Date(now - EVENT_MS)),
    oldestOf(prisma.rateLimit, "expire", new Date(now)),
  ]);
  return true;
}
