// Records an event of an account: an entry in the log, and a row for the owner, who sees the rows on the account page.

import "server-only";
import { storeSecurityEvent } from "solid-authjs/prisma";
import { MAX_EVENTS_OF_A_KIND } from "~/lib/limits";
import type { SecurityEventName } from "~/messages/activity";
import { userAgent } from "~/server/database/adapter";
import { database } from "~/server/database/client";
import { log } from "~/server/log";

/**
 * It never throws, because the event has already happened. The row has no token, no address and no IP address.
 *
 * @param isFirst whether the user can have no older event of this kind
 */
export async function recordSecurityEvent(
  userId = "",
  event: SecurityEventName,
  fields: { provider?: string; count?: number } = {},
  isFirst = false,
): Promise<void> {
  log.event(`auth: ${event}`, { user: userId, ...fields });
  try {
    const row = { userId, event, provider: fields.provider, userAgent: userAgent() };
    await storeSecurityEvent(database, row, isFirst ? Number.POSITIVE_INFINITY : MAX_EVENTS_OF_A_KIND);
  } catch (error) {
    log.error("a security event could not be stored", error);
  }
}
