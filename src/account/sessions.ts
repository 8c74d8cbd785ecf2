// Actions for the user's sessions.

import { action } from "@solidjs/router";
import { SIGN_IN_AGAIN } from "~/lib/paths";
import { currentTokenHash } from "~/server/auth/account";
import { endOneSession, endOtherSessions as endOthers } from "~/server/auth/account-events";
import { reportSignIn } from "~/server/auth/new-browser";
import { recordSecurityEvent } from "~/server/auth/security-events";
import { inTurn } from "~/server/database/transaction";
import { anyone, runAction, user } from "~/server/functions";
import { redirectWithNotice } from "~/server/http/redirects";

const PAGE = "/account";

/** Takes the `id` of one of the user's sessions. */
export const endSession = action(async (form: FormData) => {
  "use server";
  return runAction(form, user(PAGE), async ({ id }) => {
    const isEnded = await endOneSession(id, String(form.get("id")));
    if (isEnded) await recordSecurityEvent(id, "session ended");
    return redirectWithNotice(PAGE, isEnded ? "sessionEnded" : "sessionGone");
  });
}, "end-session");

/** Ends all of the user's sessions except the current one. */
export const endOtherSessions = action(async (form: FormData) => {
  "use server";
  return runAction(form, user(PAGE), async ({ id }) => {
    const current = await currentTokenHash();
    const count = await inTurn(id, (tx) => endOthers(tx, id, current));
    if (count > 0) await recordSecurityEvent(id, "other sessions ended", { count });
    return redirectWithNotice(PAGE, "otherSessionsEnded");
  });
}, "end-other-sessions");

/**
 * Takes `token` from a mail about a new sign-in, and ends that session. The token identifies the user, so the owner
 * need not be signed in.
 */
export const reportNewSignIn = action(async (form: FormData) => {
  "use server";
  return runAction(form, anyone, async () => {
    const userId = await reportSignIn(String(form.get("token")));
    if (userId) await recordSecurityEvent(userId, "sign-in reported");
    return redirectWithNotice(SIGN_IN_AGAIN, userId ? "signInReported" : "signInReportSpent");
  });
}, "report-sign-in");
