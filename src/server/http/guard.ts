// Threat: a protected page that renders for a signed-out visitor. Visitors without a session are redirected. Pages,
// queries and actions check the user themselves as well (src/server/functions.ts).

import "server-only";
import { getRequestEvent } from "solid-js/web";
import type { Middleware } from "start-kit/middleware";
import appConfig from "../../../app.config";
import { auth } from "../auth/config";
import { errorResponse } from "../errors/page";
import { isSeen, setCookie } from "./cookies";
import { isProtected } from "./protected-paths";
import { currentRequest, requestContext } from "./request-context";

/** The maximum length of a path in the cookie, in characters: some proxies refuse responses with large headers. */
const MAX_REMEMBERED_LENGTH = 1500;

export const guard: Middleware = async ({ req }, next) => {
  const { url, session } = requestContext();
  const { pathname, search } = url;
  // Nitro serves the files of this build before the middleware runs. A path that arrives here is of another build.
  if (pathname.startsWith("/_build/")) return errorResponse(req, 404);
  if (isProtected(pathname)) return (await session())?.session.user ? next() : redirectSignedOut(pathname + search);
  // With two slashes in a row the router matches no route, not even the 404 page.
  return pathname.includes("//") ? errorResponse(req, 404) : next();
};

/**
 * Redirects a visitor without a session, and remembers the page to return to after sign-in.
 *
 * @param path the requested page, with its query
 * @returns an empty 302 to `signedOutRedirect` of app.config.ts
 */
export function redirectSignedOut(path: string): Response {
  if (path.length <= MAX_REMEMBERED_LENGTH && isSeen(currentRequest())) {
    getRequestEvent()?.response.headers.append("set-cookie", auth.rememberCallbackUrl(currentRequest(), path));
    // For the notice. The query may contain a token, like an invitation's.
    setCookie("return-to", path.replace(/[?#].*$/s, ""));
  }
  const location = new URL(appConfig.signedOutRedirect, requestContext().origin).href;
  return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
}
