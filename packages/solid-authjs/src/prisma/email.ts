// The first proof of a user's address: by a link in a mail, or by a provider that vouches for it.
//
// Threat: an attacker has signed up with a victim's unverified address. The attacker's session, passkey or connected
// account must not open the victim's account.

import type { Account } from "@auth/core/types";
import { emailOrNull } from "../email.ts";
import { type EndAccess, endAll, endNone } from "./access.ts";
import {
  type AuthClient,
  type AuthTables,
  clientOf,
  given,
  isUniqueViolation,
  type Tables,
  TRANSACTION,
  tablesOf,
} from "./client.ts";

/**
 * Records the first proof of a user's address, which ends all earlier access.
 *
 * @param tx a transaction, so that a killed process cannot leave one change without the other
 * @param endAccess ends access that the application has added
 * @returns false if the address was already verified, and nothing was changed
 */
export async function verifyEmail(tx: Tables, userId: string, endAccess: EndAccess): Promise<boolean> {
  // The update locks the row. Of two concurrent proofs, the later one must not end the first one's session.
  const where = { id: userId, emailVerified: null };
  const [user] = await tx.user.updateManyAndReturn({ where, data: { emailVerified: new Date() } });
  if (!user) return false;
  await endAll(tx, user, endAccess);
  return true;
}

/**
 * Call this after a sign-in at a provider that vouches for the address. Like a mail link, the sign-in proves who owns
 * the address. The call gives the unverified account with that address to the owner, and ends all earlier access.
 *
 * @param email the address, in the spelling for which the provider vouches
 * @param endAccess ends access that your application has added
 */
export async function claimEmail(
  prisma: AuthClient,
  email: string,
  account: Account,
  endAccess: EndAccess = endNone,
): Promise<void> {
  const client = clientOf(prisma);
  const holder = await client.user.findUnique({ where: { email: emailOrNull(email) ?? "" } });
  if (!holder || holder.emailVerified) return;
  const { type, provider, providerAccountId } = account;
  try {
    await client.$transaction(async (tx) => {
      if (await verifyEmail(tx, holder.id, endAccess))
        await tx.account.create({ data: { userId: holder.id, type, provider, providerAccountId } });
    }, TRANSACTION);
  } catch (error) {
    // Another request of the same person has stored the account meanwhile.
    if (!isUniqueViolation(error)) throw error;
  }
}

/**
 * Call this after each sign-in at a provider that vouches for the address. The row may still be unverified, because the
 * provider may not have vouched before. Nothing is removed: the account belongs to the owner.
 */
export async function recordVerification(prisma: AuthTables, userId: string, email: unknown): Promise<void> {
  const address = emailOrNull(email);
  if (!address) return;
  const where = given({ id: userId, email: address, emailVerified: null });
  await tablesOf(prisma).user.updateMany({ where, data: { emailVerified: new Date() } });
}
