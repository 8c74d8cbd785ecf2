// Changes a user's address. The mail to the new address has a link to a page, and the same user has to press the button
// there. The mail to the old address has a link that undoes the change.

import "server-only";
import { confirmEmailChange, requestEmailChange, undoEmailChange } from "solid-authjs/prisma";
import { LINK_MINUTES, UNDO_HOURS } from "~/lib/limits";
import { SIGN_IN } from "~/lib/paths";
import { mailText, securityMailTitles, undoMail } from "~/messages/mail";
import { database } from "~/server/database/client";
import { endAccess } from "~/server/database/end-access";
import { sendNewEmailMail, sendSecurityMail } from "~/server/mail";
import { recordSecurityEvent } from "./security-events";
import { findMethod } from "./sign-in-methods";

/** The target of the link. It is below /account, so that only signed-in users open it. */
const CONFIRM_PATH = "/account/email";

/** The target of the link for the old address, whose owner may not be able to sign in. */
const UNDO_PATH = `${SIGN_IN}/undo`;

/**
 * Sends the link, and cancels earlier links to other addresses. If the address belongs to another account, only the
 * mail says so: another answer, or a faster one, reveals who has an account.
 *
 * @param email a normalised address
 * @throws if the mail server does not accept the mail
 */
export async function sendEmailChange(userId: string, email: string, origin: string): Promise<void> {
  const expires = new Date(Date.now() + LINK_MINUTES * 60 * 1000);
  const { token, isTaken } = await requestEmailChange(database, userId, email, expires);
  if (isTaken) return sendNewEmailMail(email, `${origin}/account`, "emailTaken");
  const query = new URLSearchParams({ email, token });
  await sendNewEmailMail(email, `${origin}${CONFIRM_PATH}?${query}`, "newEmail");
}

/**
 * Spends the link's token and changes the user's address. If the old address was verified, it gets a mail with a link
 * that restores it.
 *
 * @returns whether it worked, or why not
 */
export async function confirmNewEmail(
  user: { id: string; email: string; emailVerified: boolean },
  email: string,
  token: string,
  origin: string,
) {
  // Without sign-in by mail there is no way back: the owner could not sign in with the address.
  const undoUntil = findMethod("email") && new Date(Date.now() + UNDO_HOURS * 60 * 60 * 1000);
  const { outcome, undoToken } = await confirmEmailChange(database, user, email, token, undoUntil);
  // This comes before the mail, which may take long.
  if (outcome === "changed" || outcome === "confirmed") await recordSecurityEvent(user.id, `address ${outcome}`);
  if (outcome === "changed" && user.emailVerified) {
    const [path, text] = undoToken ? [`${UNDO_PATH}?token=${undoToken}`, undoMail] : ["/account", {}];
    await sendSecurityMail(user.email, securityMailTitles.emailChanged, origin + path, text);
  }
  return outcome;
}

/**
 * Spends the token of the mail to the old address, and notifies the removed address: a reader of the old mailbox may
 * have undone the user's own change.
 *
 * @returns whether it worked, or why not
 */
export async function undoNewEmail(token: string, origin: string) {
  const undone = await undoEmailChange(database, token, endAccess);
  if (undone.outcome === "undone") {
    await recordSecurityEvent(undone.userId, "address restored");
    await sendSecurityMail(undone.newEmail, securityMailTitles.emailRestored, origin, { end: mailText.restoredEnd });
  }
  return undone.outcome;
}
