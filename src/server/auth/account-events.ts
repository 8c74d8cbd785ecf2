// The events of an account that end access. Each is one transaction, so that a killed process cannot leave half of an
// event.

import "server-only";
import { emailUndosOf, endPending, lockUser } from "solid-authjs/prisma";
import { endAccess } from "~/server/database/end-access";
import type { Prisma } from "~/server/database/generated/client";
import { inTurn } from "~/server/database/transaction";

/**
 * Ends all of the user's sessions except one, and access that an attacker with one of them may have added.
 *
 * @param tx a transaction, which can contain further changes
 * @param sessionToken the hash of the token of the session that stays
 * @returns how many sessions have ended
 */
export async function endOtherSessions(
  tx: Prisma.TransactionClient,
  userId: string,
  sessionToken: string,
): Promise<number> {
  await lockUser(tx, userId);
  await endPending(tx, userId);
  await endAccess(tx, userId, { methods: false });
  return (await tx.session.deleteMany({ where: { userId, NOT: { sessionToken } } })).count;
}

/**
 * Ends one of the user's sessions, and access that an attacker in this session may have added: the form of its mail
 * link could work once more.
 *
 * @returns whether the session existed
 */
export function endOneSession(userId: string, id: string): Promise<boolean> {
  return inTurn(userId, async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { userId, id } });
    if (count > 0) await endPending(tx, userId);
    return count > 0;
  });
}

/** Deletes the user and all their data. The tables of the user's rows cascade. */
export async function deleteUser(id: string): Promise<void> {
  await inTurn(id, async (tx) => {
    await endPending(tx, id);
    await endAccess(tx, id, { methods: true });
    await tx.verificationToken.deleteMany({ where: { identifier: emailUndosOf(id) } });
    await tx.user.deleteMany({ where: { id } });
  });
}
