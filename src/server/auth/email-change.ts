// Changes a user's address. The link mailed to the new address opens a page, and the same user has to press its button.

import "server-only";
import { confirmEmailChange, requestEmailChange } from "solid-auth/prisma";
import { LINK_MINUTES } from "../../lib/limits";
import { noticeTitles } from "../../messages/mail";
import { database } from "../database/client";
import { sendEmailTakenMail, sendNewEmailMail, sendNoticeMail } from "../mail";

/** The target of the link. Below /account, so that only signed-in users open it. */
const CONFIRM_PATH = "/account/email";

/**
 * Sends the link, and cancels earlier links to other addresses. If the address belongs to another account, only the
 * mail says so: another answer, or a faster one, would reveal who has an account.
 *
 * @param email a normalised address
 * @throws if the mail server does not accept the mail
 */
export async function sendEmailChange(userId: string, email: string, origin: string): Promise<void> {
  const expires = new Date(Date.now() + LINK_MINUTES * 60 * 1000);
  const { token, isTaken } = await requestEmailChange(database, userId, email, expires);
  if (isTaken) return sendEmailTakenMail(email, `${origin}/account`);
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
) {
  const outcome = await confirmEmailChange(database, user, email, token);
  if (outcome === "changed" && user.emailVerified)
    await sendNoticeMail(user.email, noticeTitles.emailChanged, `${origin}/account`);
  return outcome;
}
