// The access that this application has added to a user, such as bearer tokens or passwords. docs/security.md says which
// events end this access, sessions and all other access.

import "server-only";
import type { EndAccess } from "solid-authjs/prisma";
import type { Prisma } from "./generated/client";

/** Deletes the rows of one user in one table, in the event's transaction. */
type End = (tx: Prisma.TransactionClient, userId: string) => Promise<unknown>;

/** Access that works like a session, such as a bearer token. Each event ends it. */
export const OWN_SESSIONS: End[] = [];

/**
 * Access that works like a passkey, such as a password. The proof of an address ends it, and so does the way back to an
 * old address.
 */
export const OWN_METHODS: End[] = [];

export const endAccess: EndAccess = async (tx, userId, { methods }) => {
  for (const end of [...OWN_SESSIONS, ...(methods ? OWN_METHODS : [])])
    await end(tx as Prisma.TransactionClient, userId);
};
