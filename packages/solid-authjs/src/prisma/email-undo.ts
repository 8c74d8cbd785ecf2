// The way back after a change of address, for the owner of the old address. The mail to that address has a token, and
// the database stores its hash with the other verification tokens, under an identifier that cannot be an address.
//
// Threat: an attacker with a fresh session changes the address. All later mails then go to the attacker, and the owner
// cannot sign in. The attacker's session, passkeys and further changes must not remove the owner's way back.

import { randomBytes } from "node:crypto";
import { sha256 } from "../sha256.ts";
import { type EndAccess, endAll, endNone, endPending, lockUser } from "./access.ts";
import { type AuthClient, clientOf, isUniqueViolation, type Tables, TRANSACTION } from "./client.ts";

const TOKEN_BYTES = 32;

/** The identifier of a user's tokens: when the user is deleted, it finds the tokens. */
export const emailUndosOf = (userId: string) => `undo:${userId}`;

/** The prefix of a stored token. The old address follows the prefix. */
const storedOf = (secret: string) => `${sha256(secret)} `;

/**
 * @param tx the transaction of the change
 * @param user with the old address
 * @returns the token for the mail to that address
 */
export async function createUndo(tx: Tables, user: { id: string; email: string }, expires: Date): Promise<string> {
  const secret = randomBytes(TOKEN_BYTES).toString("hex");
  const token = storedOf(secret) + user.email;
  const identifier = emailUndosOf(user.id);
  // The clocks of two servers may differ, and a later change has to have a later end.
  const newest = await tx.verificationToken.findFirst({ where: { identifier }, orderBy: { expires: "desc" } });
  const end = new Date(Math.max(expires.valueOf(), (newest?.expires.valueOf() ?? 0) + 1));
  await tx.verificationToken.create({ data: { identifier, token, expires: end } });
  return `${user.id}.${secret}`;
}

/** "spent" covers every token that does not work: used, expired or forged, or of a deleted user. */
type Undone = { outcome: "undone"; userId: string; email: string; newEmail: string } | { outcome: "spent" | "taken" };

/**
 * Spends the token of `confirmEmailChange`, restores the user's old address, and ends all access. The token proves the
 * address, like a link in any mail to it.
 *
 * @param endAccess ends access that your application has added
 * @returns "undone", with the restored address and the removed one; "taken" if another user has meanwhile verified the
 *   old address: the token stays valid
 */
export async function undoEmailChange(
  prisma: AuthClient,
  token: string,
  endAccess: EndAccess = endNone,
): Promise<Undone> {
  // An imported user's id may have dots.
  const dot = token.lastIndexOf(".");
  const [userId, secret] = [token.slice(0, Math.max(0, dot)), token.slice(dot + 1)];
  try {
    return await clientOf(prisma).$transaction((tx) => undo(tx, userId, storedOf(secret), endAccess), TRANSACTION);
  } catch (error) {
    if (isUniqueViolation(error)) return { outcome: "taken" };
    throw error;
  }
}

async function undo(tx: Tables, id: string, stored: string, endAccess: EndAccess): Promise<Undone> {
  // Of two concurrent requests with the same token, only one succeeds. A concurrent confirmation of a change of address
  // either completes before this begins, or fails.
  await lockUser(tx, id);
  const user = await tx.user.findUnique({ where: { id } });
  const own = { identifier: emailUndosOf(id) };
  const valid = { ...own, token: { startsWith: stored }, expires: { gt: new Date() } };
  const found = await tx.verificationToken.findFirst({ where: valid });
  if (!user || !found) return { outcome: "spent" };
  // The attacker's mailboxes have the tokens of later changes, and the attacker must not come back by these tokens.
  const later = { ...own, expires: { gte: found.expires } };
  await tx.verificationToken.deleteMany({ where: later });
  const email = found.token.slice(stored.length);
  // An attacker could sign up with the old address at a provider that does not vouch for it, and so block the way back.
  await tx.user.deleteMany({ where: { email, emailVerified: null, NOT: { id } } });
  const data = { email, emailVerified: new Date(), browserEpoch: { increment: 1 } };
  await tx.user.updateMany({ where: { id }, data });
  await endAll(tx, user, endAccess);
  await endPending(tx, id);
  return { outcome: "undone", userId: id, email, newEmail: user.email };
}
