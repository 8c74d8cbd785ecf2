// Mails that tell users about a change of their account.

import "server-only";
import { database } from "../database/client";
import { sendNoticeMail } from "./index";

/**
 * Mails a user at their address, if it is proven: an unproven one may be a stranger's. Never fails.
 *
 * @param title the change, as a sentence
 * @param url where to look, and undo it
 */
export async function notifyUser(userId: string, title: string, url: string): Promise<void> {
  const where = { id: userId, emailVerified: { not: null } };
  const user = await database.user.findFirst({ where, select: { email: true } });
  await sendNoticeMail(user?.email, title, url);
}
