// Mails the owner about a sign-in from a browser that the account has never used. A button behind the mail's link
// reports the sign-in.
//
// Threat: an attacker signs in with a stolen passkey, or with a code that the user gave away, and the owner does not
// notice.

import "server-only";
import type { User } from "solid-authjs";
import { knownBrowsers } from "solid-authjs/prisma";
import { REPORT_DAYS } from "~/lib/limits";
import { SIGN_IN } from "~/lib/paths";
import { newBrowserMail, securityMailTitles } from "~/messages/mail";
import { database } from "~/server/database/client";
import { endAccess } from "~/server/database/end-access";
import { env } from "~/server/env";
import { readCookie, setCookie } from "~/server/http/cookies";
import { requestContext } from "~/server/http/request-context";
import { notifyUser } from "~/server/mail/notify-user";
import appConfig from "../../../app.config";

const REPORT_MS = REPORT_DAYS * 24 * 60 * 60 * 1000;

const { recognize, reportToken, reportSignIn } = knownBrowsers(database, env().secrets, endAccess);

export { reportSignIn };

/**
 * Call this after each sign-in.
 *
 * @param isNewUser whether the sign-in has created the account: then no mail is needed
 */
export async function checkNewBrowser(
  { id, browserEpoch, emailVerified }: User & { browserEpoch?: number; emailVerified?: Date | null },
  isNewUser = false,
): Promise<void> {
  if (!id || !appConfig.newBrowserMails || !env().email) return;
  const { origin, newSession, newSessionBegan, verifiedEmail } = requestContext();
  const { isKnown, cookie } = recognize(readCookie("known-browser"), { id, browserEpoch });
  // An unverified address may belong to another person than the user of this browser, who may be an attacker.
  if (emailVerified || verifiedEmail) setCookie("known-browser", cookie);
  if (isKnown || isNewUser) return;
  const limit = "newBrowserMails";
  if (!newSession) return notifyUser(id, securityMailTitles.newBrowser, `${origin}/account`, {}, limit);
  const token = reportToken(id, newSession, new Date(Date.now() + REPORT_MS), newSessionBegan);
  await notifyUser(
    id,
    securityMailTitles.newBrowser,
    `${origin}${SIGN_IN}/report?token=${token}`,
    newBrowserMail,
    limit,
  );
}
