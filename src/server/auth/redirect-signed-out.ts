// Leads a visitor without a session to the page for signed-out visitors, and back after the sign-in.

import "server-only";
import { isNavigation } from "~/server/http/client-kind";
import { isSeen, maxAgeOf, setCookie } from "~/server/http/cookies";
import { requestContext } from "~/server/http/request-context";
import { requestEvent } from "~/server/request-event";
import appConfig from "../../../app.config";
import { auth } from "./config";

/** The maximum length of the path in the notice, in characters. */
const MAX_SHOWN_LENGTH = 100;

/**
 * Redirects a visitor without a session. It remembers the page to return to for as long as the browser keeps the notice
 * about it.
 *
 * @param path the requested page, with its query
 * @returns an empty 302 to `signedOutRedirect` of app.config.ts
 */
export function redirectSignedOut(path: string): Response {
  const remember = isOpened() && auth.rememberCallbackUrl(requestContext().request(), path, maxAgeOf("return-to"));
  if (remember) {
    requestEvent()?.response.headers.append("set-cookie", remember);
    // The notice contains the path. It does not contain the query, which may have a token, like an invitation's.
    setCookie("return-to", path.replace(/[?#].*$/s, "").slice(0, MAX_SHOWN_LENGTH));
  }
  const location = new URL(appConfig.signedOutRedirect, requestContext().origin).href;
  return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
}

/**
 * Whether the visitor has opened a page, or is on a page that calls a function. A request for a picture, or by a form,
 * is not for a page.
 */
function isOpened(): boolean {
  const request = requestContext().request();
  const isCall = requestContext().url.pathname.startsWith("/_server");
  return isSeen(request) && (isCall || (request.method === "GET" && isNavigation(request)));
}
