// The data of the protected page (src/routes/protected/index.tsx).

import { query } from "@solidjs/router";
import { findMethod } from "~/server/auth/sign-in-methods";
import { runQuery, user } from "~/server/functions";
import { readCookie } from "~/server/http/cookies";
import { requestContext } from "~/server/http/request-context";
import appConfig from "../../app.config";

/**
 * The sign-in of this session: when, and with which method; when the session ends, and whether a visit moves that end.
 * Times are ISO 8601.
 */
export const lastSignIn = query(async () => {
  "use server";
  return runQuery(user("/protected"), async () => {
    const { session, authenticatedAt } = (await requestContext().session()) ?? {};
    if (!session || !authenticatedAt) return null;
    const method = findMethod(readCookie("last-method") ?? "")?.name ?? null;
    const lastEnd = authenticatedAt.valueOf() + appConfig.session.absoluteMaxAge * 1000;
    const isExtended = Date.parse(session.expires) < lastEnd;
    return { at: authenticatedAt.toISOString(), method, ends: session.expires, isExtended };
  });
}, "last-sign-in");
