// Actions for the user's sessions.

import { action } from "@solidjs/router";
import { currentTokenHash } from "~/server/auth/account";
import { database } from "~/server/database/client";
import { runAction, user } from "~/server/functions";
import { redirectWithNotice } from "~/server/http/redirects";
import { log } from "~/server/log";

/** Takes the `id` of one of the user's sessions. */
export const endSession = action(async (form: FormData) => {
  "use server";
  return runAction("end-session", form, user("/account"), async ({ id: userId }) => {
    const { count } = await database.session.deleteMany({ where: { userId, id: String(form.get("id")) } });
    if (count > 0) log.event("auth: session ended", { user: userId });
    return redirectWithNotice("/account", count > 0 ? "sessionEnded" : "sessionGone");
  });
}, "end-session");

/** Ends all of the user's sessions except the current one. */
export const endOtherSessions = action(async (form: FormData) => {
  "use server";
  return runAction("end-other-sessions", form, user("/account"), async ({ id: userId }) => {
    const sessionToken = await currentTokenHash();
    const { count } = await database.session.deleteMany({ where: { userId, NOT: { sessionToken } } });
    log.event("auth: other sessions ended", { user: userId, count });
    return redirectWithNotice("/account", "otherSessionsEnded");
  });
}, "end-other-sessions");
