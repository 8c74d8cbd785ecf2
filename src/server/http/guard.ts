// The guard: the paths that need a session, and the redirect for visitors without one. Pages, queries and actions check
// the user themselves as well (src/server/functions/access.ts). The guard makes sure that a protected page does not
// start to render.

import "server-only";
import { getRequestEvent } from "solid-js/web";

import appConfig from "../../../app.config";
import { auth } from "../auth/config";
import { setCookie } from "./cookies";
import { currentRequest, requestContext } from "./request-context";

/** Longer paths are not stored in a cookie, because some proxies refuse responses with large headers. In characters. */
const MAX_REMEMBERED_LENGTH = 1500;

/**
 * A path with more layers of percent-encoding counts as protected: decoding thousands of layers would stall the server.
 */
const MAX_ENCODINGS = 8;

/**
 * Whether a path is, or is below, a protected path. Includes all spellings that the router, a proxy or the platform
 * could treat as one. When in doubt, the path counts as protected.
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
 * Redirects a visitor without a session, and remembers the page to return to after sign-in.
 *
 * @param path the requested page, with its query
 * @returns an empty 302 to `signedOutRedirect` of app.config.ts
 */
export function redirectToSignIn(path: string): Response {
  if (path.length <= MAX_REMEMBERED_LENGTH) {
    getRequestEvent()?.response.headers.append("set-cookie", auth.rememberCallbackUrl(currentRequest(), path));
    // For the notice. The query may contain a token, like an invitation's.
    setCookie("return-to", path.replace(/[?#].*$/s, ""));
  }
  const location = new URL(appConfig.signedOutRedirect, requestContext().origin).href;
  const headers = new Headers({ location, "cache-control": "no-store" });
  // After an action the router would load the data of the page again, while the browser leaves it. Those calls
  // redirect, too, and the page that loads for the second of two redirects no longer knows the path. No query has this
  // name, so none loads.
  if (currentRequest().headers.has("x-server-instance")) headers.set("x-revalidate", "none");
  return new Response(null, { status: 302, headers });
}
