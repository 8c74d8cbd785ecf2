// Queries and actions for the user's sessions. With "jwt" there are no rows, so there is no list.

import { action, query } from "@solidjs/router";
import { type Device, describeDevice } from "~/server/auth/device-names";
import { hashToken, MAX_SESSIONS } from "~/server/database/adapter";
import { database } from "~/server/database/client";
import { runAction, runQuery, user } from "~/server/functions";
import { redirectWithNotice } from "~/server/http/redirects";
import { requestContext } from "~/server/http/request-context";
import { log } from "~/server/log";
import appConfig from "../../app.config";

const { strategy } = appConfig.session;
const hasSessionList = strategy === "database";

/** A session, for its user. Times are ISO 8601. */
export interface SessionSummary {
  id: string;
  device: Device;
  isCurrent: boolean;
  createdAt: string;
  lastSeenAt: string;
}

/** The user's sessions, the current one first; null if the strategy stores none. */
export const accountSessions = query(async () => {
  "use server";
  return runQuery("account-sessions", user("/account"), async ({ id: userId }) => {
    if (!hasSessionList) return null;
    const current = await currentTokenHash();
    const oldest = new Date(Date.now() - appConfig.session.absoluteMaxAge * 1000);
    const sessions = await database.session.findMany({
      where: { userId, expires: { gt: new Date() }, authenticatedAt: { gt: oldest } },
      orderBy: { lastSeenAt: "desc" },
      take: MAX_SESSIONS,
    });
    const summaries = sessions.map(
      async ({ id, sessionToken, userAgent, createdAt, lastSeenAt }): Promise<SessionSummary> => ({
        id,
        device: await describeDevice(userAgent),
        isCurrent: sessionToken === current,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
      }),
    );
    return (await Promise.all(summaries)).sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  });
}, "account-sessions");

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

async function currentTokenHash(): Promise<string> {
  return hashToken((await requestContext().session())?.token ?? "");
}
