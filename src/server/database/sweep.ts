// Deletes expired rows. There is no cron. A rate limit starts the sweep when it counts the first attempt of an hour
// (../http/rate-limit.ts).

import "server-only";
import { claim } from "database-engines";
import { oldestOf, sweepExpired } from "solid-authjs/prisma";
import { SECURITY_EVENT_DAYS } from "~/lib/limits";
import type { PrismaClient } from "./generated/client";

/** The instances share one database, so one of them sweeps it once an hour. */
const SWEEP_EVERY_MS = 60 * 60 * 1000;

const EVENT_MS = SECURITY_EVENT_DAYS * 24 * 60 * 60 * 1000;

/**
 * @param now the time, in milliseconds since 1970
 * @returns whether this call has swept; false if the next sweep is not due yet
 */
export async function sweep(prisma: PrismaClient, now = Date.now()): Promise<boolean> {
  if (!(await claim(prisma, "sweep", SWEEP_EVERY_MS, now))) return false;
  await sweepExpired(prisma, now, [
    oldestOf(prisma.securityEvent, "createdAt", new Date(now - EVENT_MS)),
    oldestOf(prisma.rateLimit, "expire", new Date(now)),
  ]);
  return true;
}
