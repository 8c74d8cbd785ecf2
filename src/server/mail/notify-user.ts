// Mails that notify users about a change to their account.

import "server-only";
import { mailText } from "~/messages/mail";
import { database } from "~/server/database/client";
import { env } from "~/server/env";
import { countAttempt, type LimitName } from "~/server/http/rate-limit";
import { log } from "~/server/log";
import { type SecurityMailText, sendSecurityMail } from "./index";

/**
 * Mails a user if their address is verified. An unverified address may belong to another person. Never fails.
 *
 * Threat: an attacker with a session buries the important mail under many others. So each user gets few mails in a
 * window, and the last one says that no more follow. The account page lists the events in between.
 *
 * @param title the change, as a sentence
 * @param url the page on which the user can check and undo it
 * @param text replaces the usual button and end
 * @param limit the counter of this kind of mail
 */
export async function notifyUser(
  userId: string,
  title: string,
  url: string,
  text?: SecurityMailText,
  limit: LimitName = "securityMails",
): Promise<void> {
  try {
    const where = { id: userId, emailVerified: { not: null } };
    const user = await database.user.findFirst({ where, select: { email: true } });
    if (!user || !env().email) return;
    const { seconds, isLast } = await countAttempt(limit, userId);
    if (seconds > 0) return;
    await sendSecurityMail(user.email, title, url, { ...text, ...(isLast && { more: mailText.noMoreSecurityMails }) });
  } catch (error) {
    log.error("mail: a notice to a user could not be sent", error);
  }
}
