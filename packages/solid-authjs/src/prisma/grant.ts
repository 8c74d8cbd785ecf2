// Adds access to a user while an event may end it: a session, an account, a passkey.

import type { AdapterUser } from "@auth/core/adapters";
import { AccessDenied } from "@auth/core/errors";
import type { Grant } from "../types.ts";
import { lockUser } from "./access.ts";
import { type Client, isForeignKeyViolation, type Tables, TRANSACTION } from "./client.ts";
import { hashToken } from "./find-session.ts";

/**
 * Adds access to a user, in one transaction. The transaction locks the user's row in two cases: the request found the
 * user with an unverified address, or a session adds the access. If an event that ends access comes later, it ends the
 * new access too. If the event came first, nothing is added.
 *
 * @throws {AccessDenied} if the address was verified meanwhile, the session has ended, or the user was deleted
 */
export function addTo<T>(client: Client, grant: Grant | undefined, add: (tx: Tables) => Promise<T>): Promise<T> {
  const adding = client.$transaction(async (tx) => {
    if (isUnverified(grant)) {
      const { id } = grant.user;
      const { count } = await tx.user.updateMany({ where: { id, emailVerified: null }, data: { id } });
      if (count === 0) throw new AccessDenied("The address was verified since the user was found.");
    }
    if (grant?.sessionToken) {
      const { user, sessionToken } = grant;
      if (user) await lockUser(tx, user.id);
      if ((await tx.session.count({ where: { sessionToken: hashToken(sessionToken) } })) === 0)
        throw new AccessDenied("The session has ended since the user was found.");
    }
    return add(tx);
  }, TRANSACTION);
  return adding.catch(refuseGone);
}

/**
 * Call this in a `catch`. @throws {AccessDenied} if the error says that the user of a new row was deleted; otherwise
 * the error itself
 */
export function refuseGone(error: unknown): never {
  throw isForeignKeyViolation(error) ? new AccessDenied("The user was deleted since they were found.") : error;
}

/** @returns whether the user's address was unverified when the request found them */
export function isUnverified(grant: Grant | undefined): grant is Grant & { user: AdapterUser } {
  return grant?.user?.emailVerified === null;
}
