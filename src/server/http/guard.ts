// The outer wall: which paths ask for sign-in, and what happens to a visitor who has not. Pages, queries and actions ask for
// the user themselves as well (src/session.ts); this is for what must not even start to render.

import "server-only";
import { getRequestEvent } from "solid-js/web";

import appConfig from "../../../app.config";
import { auth } from "../auth/config";
import { setCookie } from "./cookies";
import { currentRequest, requestContext } from "./request-context";

/** A longer address is not worth a cookie: with its header, some servers would refuse the whole answer. In characters. */
const MAX_REMEMBERED_LENGTH = 1500;

/** A path that is percent-encoded more often counts as protected: taking off thousands of layers would stall the server. */
const MAX_ENCODINGS = 8;

/**
 * Whether a path is, or is below, one of the protected paths. Spelled in any way that the router, or anything before or
 * behind it, could take for one: rather too many than one too few.
 */
export function isProtected(pathname: string): boolean {
  let path = pathname;
  for (let layer = 0; layer < MAX_ENCODINGS; layer++) {
    if (isListed(canonical(path))) return true;
    const decoded = decode(path);
    if (decoded === path) return false;
    path = decoded;
  }
  return true;
}

function isListed(path: string): boolean {
  return appConfig.protectedPaths.some((guarded) => path === guarded || path.startsWith(`${guarded}/`));
}

function decode(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}

/** Lower case, one slash between segments, no dot segments, no parameters, nothing trailing. */
function canonical(path: string): string {
  const segments: string[] = [];
  for (const raw of path
    .normalize("NFKC")
    .toLowerCase()
    .split(/[/\\]+/)) {
    const segment = raw.replace(/[;?#\0].*$/s, "").trim();
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return `/${segments.join("/")}`;
}

/**
 * Sends a visitor without a session away, so that the next sign-in comes back.
 *
 * @param path the page that was asked for, with its query
 * @returns a 302 without content to the configured place
 */
export function redirectToSignIn(path: string): Response {
  if (path.length <= MAX_REMEMBERED_LENGTH) {
    getRequestEvent()?.response.headers.append("set-cookie", auth.rememberCallbackUrl(currentRequest(), path));
    setCookie("return-to", path);
  }
  const location = new URL(appConfig.signedOutRedirect, requestContext().origin).href;
  return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
}
