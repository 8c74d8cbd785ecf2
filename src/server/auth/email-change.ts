// Changes a user's address. The link mailed to the new address opens a page, and the same user has to press its button.
// The token in the link is stored hashed with the other verification tokens, under an identifier that cannot be an
// address.

import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { isUniqueViolation } from "database-engines";
import { LINK_MINUTES } from "../../lib/limits";
import { noticeTitles } from "../../messages/mail";
import { database } from "../database/client";
import { sendEmailTakenMail, sendNewEmailMail, sendNoticeMail } from "../mail";

const TOKEN_BYTES = 32;

/** The length of the token in the link, in hexadecimal digits. */
export const EMAIL_TOKEN_LENGTH = 2 * TOKEN_BYTES;

/** The target of the link. Below /account, so that only signed-in users open it. */
const CONFIRM_PATH = "/account/email";

const hash = (token: string) => createHash("sha256").update(token).digest("hex");
const identifiersOf = (userId: string) => `address:${userId}:`;
const identifierOf = (userId: string, email: string) => identifiersOf(userId) + email;

/**
 * Sends the link, and cancels earlier links to other addresses. If the address belongs to another account, only the
 * mail says so: another answer, or a faster one, would reveal who has an account.
 *
 * @param email a normalised address
 * @throws if the mail server does not accept the mail
 */
export async function requestEmailChange(userId: string, email: string, origin: string): Promise<void> {
  const identifier = identifierOf(userId, email);
  const outdated = { identifier: { startsWith: identifiersOf(userId), not: identifier } };
  const taken = await isTaken(userId, email);
  const token = randomBytes(TOKEN_BYTES).toString("hex");
  const expires = new Date(Date.now() + LINK_MINUTES * 60 * 1000);
  // The row of a taken address is for the time that it takes to write: its token is not in the mail. One transaction:
  // of two concurrent requests, the later one counts.
  await database.$transaction([
    database.verificationToken.deleteMany({ where: outdated }),
    database.verificationToken.create({ data: { identifier, token: hash(token), expires } }),
  ]);
  if (taken) return sendEmailTakenMail(email, `${origin}/account`);
  const query = new URLSearchParams({ email, token });
  await sendNewEmailMail(email, `${origin}${CONFIRM_PATH}?${query}`);
}

/**
 * Spends the link's token and changes the user's address. Notifies the old address if it was verified.
 *
 * @returns whether it worked, or why not
 */
export async function confirmNewEmail(
  user: { id: string; email: string; emailVerified: boolean },
  email: string,
  token: string,
  origin: string,
): Promise<"changed" | "confirmed" | "own" | "taken" | "spent"> {
  const where = { identifier: identifierOf(user.id, email), token: hash(token), expires: { gt: new Date() } };
  try {
    // One transaction: after a failure the link still works.
    const isSpent = await database.$transaction(async (tx) => {
      // Of two concurrent requests with the same token, only one succeeds.
      if ((await tx.verificationToken.deleteMany({ where })).count === 0) return true;
      // A user whose address its owner has just verified is no longer the one who asked for the change.
      const unchanged = { email: user.email, emailVerified: user.emailVerified ? undefined : null };
      const changed = { email, emailVerified: new Date() };
      if ((await tx.user.updateMany({ where: { id: user.id, ...unchanged }, data: changed })).count === 0) return true;
      // Sign-in links that were sent to the old address would now create a new user.
      await tx.verificationToken.deleteMany({ where: { identifier: user.email } });
    });
    if (isSpent) return user.email === email && user.emailVerified ? "own" : "spent";
  } catch (error) {
    // A check beforehand would be a race, so the unique column decides.
    if (isUniqueViolation(error)) return "taken";
    throw error;
  }
  if (user.email === email) return "confirmed";
  if (user.emailVerified) await sendNoticeMail(user.email, noticeTitles.emailChanged, `${origin}/account`);
  return "changed";
}

/** Whether the address belongs to another user. A user's own unverified address is confirmed with the same link. */
async function isTaken(userId: string, email: string): Promise<boolean> {
  return (await database.user.count({ where: { email, NOT: { id: userId } } })) > 0;
}
