// The data of the protected page (src/routes/protected/index.tsx).

import { query } from "@solidjs/router";
import { findMethod } from "~/server/auth/sign-in-methods";
import { runQuery, user } from "~/server/functions";
import { readCookie } from "~/server/http/cookies";
import { requestContext } from "~/server/http/request-context";

/** The sign-in of this session: when, with which method, and when the session ends. Times are ISO 8601. */
export const lastSignIn = query(async () => {
  "use server";
  return runQuery(user("/protected"), async () => {
    const { session, authenticatedAt } = (await requestContext().session()) ?? {};
    if (!session || !authenticatedAt) return null;
    const method = findMethod(readCookie("last-method") ?? "")?.name ?? null;
    return { at: authenticatedAt.toISOString(), method, ends: session.expires };
  });
}, "last-sign-in");
