// The adapter of `solid-authjs/prisma`, with the columns that this application adds.

import "server-only";
import { randomUUID } from "node:crypto";
import type { SolidAuthAdapter } from "solid-authjs";
import { type FindSession, prismaAdapter } from "solid-authjs/prisma";
import { namePasskey } from "~/server/devices";
import { requestEvent } from "~/server/request-event";
import { endAccess } from "./end-access";
import type { PrismaClient } from "./generated/client";

/** The maximum length of a stored user agent, in characters. Only the session's owner sees it. */
const MAX_USER_AGENT_LENGTH = 400;

/** How many sessions a user has at most, because the account page lists them all. A further session ends the oldest. */
export const MAX_SESSIONS = 50;

/**
 * @param prisma a connected client
 * @param findSession the look-up of a session in the same database
 * @param verifiedEmail the address that an account proves, as the database stores it, if its provider vouches for it
 * @returns the adapter for `SolidAuthConfig.adapter`
 */
export function createAdapter(
  prisma: PrismaClient,
  findSession: FindSession,
  verifiedEmail?: () => string | undefined,
): SolidAuthAdapter {
  return prismaAdapter(prisma, {
    findSession,
    maxSessions: MAX_SESSIONS,
    verifiedEmail,
    endAccess,
    sessionColumns: () => ({ id: newSession(), userAgent: userAgent() }),
    passkeyColumns: async (aaguid) => ({ aaguid, name: await namePasskey(aaguid, userAgent()) }),
  });
}

/** The user agent of the current request. */
export const userAgent = () => requestEvent()?.request.headers.get("user-agent")?.slice(0, MAX_USER_AGENT_LENGTH);

/** The id of the session that this request creates. */
function newSession(): string {
  const id = randomUUID();
  const context = requestEvent()?.locals.context;
  if (context) Object.assign(context, { newSession: id, newSessionBegan: new Date() });
  return id;
}
