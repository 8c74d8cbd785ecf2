// Changes a user's address. The link mailed to the new address opens a page, and the same user has to press its button.
// The database stores the hash of the link's token with the other verification tokens, under an identifier that cannot
// be an address.

import { randomBytes } from "node:crypto";
import { sha256 } from "../sha256.ts";
import { emailChangesOf, endPending, lockUser } from "./access.ts";
import { type AuthClient, clientOf, isUniqueViolation, TRANSACTION } from "./client.ts";
import { createUndo } from "./email-undo.ts";

const TOKEN_BYTES = 32;

/** The length of the token in the link, in hexadecimal digits. */
export const EMAIL_TOKEN_LENGTH = 2 * TOKEN_BYTES;

/** The stored value for a link: it works only for its address, and links for other addresses have other values. */
const storedOf = (email: string, token: string) => `${sha256(email)}.${sha256(token)}`;

/**
 * Stores a token for the link, and cancels earlier links to other addresses.
 *
 * @param email a normalised address
 * @returns the token; whether the address belongs to another user. Only the mail may reveal that: another answer, or a
 *   faster one, reveals who has an account
 */
export async function requestEmailChange(
  prisma: AuthClient,
  userId: string,
  email: string,
  expires: Date,
): Promise<{ token: string; isTaken: boolean }> {
  const client = clientOf(prisma);
  const identifier = emailChangesOf(userId);
  const outdated = { identifier, NOT: { token: { startsWith: sha256(email) } } };
  // A user's own unverified address is confirmed with the same link.
  const isTaken = (await client.user.count({ where: { email, NOT: { id: userId } } })) > 0;
  const token = randomBytes(TOKEN_BYTES).toString("hex");
  // The row of a taken address exists so that the answer takes the same time: no mail contains its token. One
  // transaction: of two concurrent requests, the later one counts.
  await client.$transaction([
    client.verificationToken.deleteMany({ where: outdated }),
    client.verificationToken.create({ data: { identifier, token: storedOf(email, token), expires } }),
  ]);
  return { token, isTaken };
}

/**
 * Spends the link's token and changes the user's address.
 *
 * @param user as the session has them
 * @param undoUntil when the way back to a verified address ends; without it there is none
 * @returns "changed"; "confirmed" for the user's present address, or "own" if that address was already verified;
 *   "taken" if another user has the address; or "spent", also for a token of another user or address. The result
 *   includes the token for `undoEmailChange`, which may go only into the mail to the old address
 */
export async function confirmEmailChange(
  prisma: AuthClient,
  user: { id: string; email: string; emailVerified: boolean },
  email: string,
  token: string,
  undoUntil?: Date,
): Promise<{ outcome: "changed" | "confirmed" | "own" | "taken" | "spent"; undoToken?: string }> {
  const client = clientOf(prisma);
  const stored = { identifier: emailChangesOf(user.id), token: storedOf(email, token) };
  const where = { ...stored, expires: { gt: new Date() } };
  const isNew = user.email !== email;
  try {
    // One transaction: after a failure the link still works.
    const result = await client.$transaction(async (tx) => {
      await lockUser(tx, user.id);
      // Of two concurrent requests with the same token, only one succeeds.
      if ((await tx.verificationToken.deleteMany({ where })).count === 0) return null;
      // Sign-in links to the old address can now create a new user.
      await endPending(tx, user.id);
      // If an owner has just verified the user's address, the user is no longer the one who asked for the change.
      const unchanged = { email: user.email, emailVerified: user.emailVerified ? undefined : null };
      const changed = { email, emailVerified: new Date() };
      if ((await tx.user.updateMany({ where: { id: user.id, ...unchanged }, data: changed })).count === 0) return null;
      const hasUndo = undoUntil && isNew && user.emailVerified;
      return { undoToken: hasUndo ? await createUndo(tx, user, undoUntil) : undefined };
    }, TRANSACTION);
    if (result) return { outcome: isNew ? "changed" : "confirmed", ...result };
    return { outcome: !isNew && user.emailVerified ? "own" : "spent" };
  } catch (error) {
    // A check beforehand is a race, so the unique column decides.
    if (isUniqueViolation(error)) return { outcome: "taken" };
    throw error;
  }
}
