// The way of a visitor without a session: to the page for signed-out visitors, and back after the sign-in.

import "server-only";
import appConfig from "../../../app.config";
import { isSeen, setCookie } from "../http/cookies";
import { currentRequest, requestContext } from "../http/request-context";
import { requestEvent } from "../request-event";
import { auth } from "./config";

/** The maximum length of a path in the cookie, in characters: some proxies refuse responses with large headers. */
const MAX_REMEMBERED_LENGTH = 1500;

/**
 * Redirects a visitor without a session, and remembers the page to return to after sign-in.
 *
 * @param path the requested page, with its query
 * @returns an empty 302 to `signedOutRedirect` of app.config.ts
 */
export function redirectSignedOut(path: string): Response {
  if (path.length <= MAX_REMEMBERED_LENGTH && isSeen(currentRequest())) {
    requestEvent()?.response.headers.append("set-cookie", auth.rememberCallbackUrl(currentRequest(), path));
    // The path is kept for the notice. Its query is not: it may contain a token, like an invitation's.
    setCookie("return-to", path.replace(/[?#].*$/s, ""));
  }
  const location = new URL(appConfig.signedOutRedirect, requestContext().origin).href;
  return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
}
