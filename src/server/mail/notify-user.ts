// Mails that notify users about a change to their account.

import "server-only";
import { database } from "../database/client";
import { type NoticeWords, sendNoticeMail } from "./index";

/**
 * Mails a user if their address is verified. An unverified address may belong to someone else. Never fails.
 *
 * @param title the change, as a sentence
 * @param url the page on which the user can check and undo it
 * @param words in place of a notice's
 */
export async function notifyUser(userId: string, title: string, url: string, words?: NoticeWords): Promise<void> {
  const where = { id: userId, emailVerified: { not: null } };
  const user = await database.user.findFirst({ where, select: { email: true } });
  await sendNoticeMail(user?.email, title, url, words);
}
