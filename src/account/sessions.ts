// Where the user is signed in. Under "jwt" there are no rows, and so no list.

import { action, query } from "@solidjs/router";
import { getRequestEvent } from "solid-js/web";
import { authConfig } from "~/server/auth";
import { hashToken, MAX_SESSIONS } from "~/server/database/adapter";
import { database } from "~/server/database/client";
import { describeDevice } from "~/server/device";
import { act, answer } from "~/server/query";
import { requireUser } from "~/session";
import { getSessionDetails } from "~/solid-auth";
import appConfig from "../../app.config";
import type { AppConfig } from "../app-config";
import { leave } from "./leave";

const { strategy } = appConfig.session as AppConfig["session"];
const hasSessionList = strategy === "database";

/** A session as its user sees it. Times are ISO 8601. */
export interface SessionSummary {
  id: string;
  /** Like "Chrome on Linux". */
  device: string;
  isCurrent: boolean;
  createdAt: string;
  lastSeenAt: string;
}

/** The user's sessions, this one first; null where the strategy keeps none. */
export const accountSessions = query(async () => {
  "use server";
  return answer(async () => {
    const { id: userId } = await requireUser("/account");
    if (!hasSessionList) return null;
    const current = await currentTokenHash();
    const oldest = new Date(Date.now() - appConfig.session.absoluteMaxAge * 1000);
    const sessions = await database.session.findMany({
      where: { userId, expires: { gt: new Date() }, authenticatedAt: { gt: oldest } },
      orderBy: { lastSeenAt: "desc" },
      take: MAX_SESSIONS,
    });
    return sessions
      .map(
        ({ id, sessionToken, userAgent, createdAt, lastSeenAt }): SessionSummary => ({
          id,
          device: describeDevice(userAgent),
          isCurrent: sessionToken === current,
          createdAt: createdAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
        }),
      )
      .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  }, "account-sessions");
}, "account-sessions");

/** Takes the `id` of a session of the user's. */
export const endSession = action(async (form: FormData) => {
  "use server";
  return act(async () => {
    const { id: userId } = await requireUser("/account");
    const { count } = await database.session.deleteMany({ where: { userId, id: String(form.get("id")) } });
    return leave("/account", count > 0 ? "sessionEnded" : "sessionGone");
  }, "end-session");
}, "end-session");

/** Ends all of the user's sessions but this one. */
export const endOtherSessions = action(async (_form: FormData) => {
  "use server";
  return act(async () => {
    const { id: userId } = await requireUser("/account");
    const sessionToken = await currentTokenHash();
    await database.session.deleteMany({ where: { userId, NOT: { sessionToken } } });
    return leave("/account", "otherSessionsEnded");
  }, "end-other-sessions");
}, "end-other-sessions");

async function currentTokenHash(): Promise<string> {
  const request = getRequestEvent()?.request;
  const details = request && (await getSessionDetails(request, authConfig));
  return hashToken(details?.token ?? "");
}
