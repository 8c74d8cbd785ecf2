// Threat: a protected page renders for a signed-out visitor. Visitors without a session are redirected. Pages, queries
// and actions check the user themselves as well (src/server/functions.ts).

import "server-only";
import type { Middleware } from "nitro/h3";
import { redirectSignedOut } from "~/server/auth/redirect-signed-out";
import { errorResponse } from "~/server/http/error-page";
import { isProtected } from "~/server/http/protected-paths";
import { requestContext } from "~/server/http/request-context";

export const guard: Middleware = ({ req }, next) => {
  const { url, session } = requestContext();
  const { pathname, search } = url;
  // Nitro serves the files of this build before the middleware runs. A path of such files that arrives here belongs to
  // another build.
  if (pathname.startsWith("/_build/")) return errorResponse(req, 404);
  // If a path has two slashes in a row, the router matches no route, not even the 404 page.
  const go = () => (pathname.includes("//") ? errorResponse(req, 404) : next());
  if (!isProtected(pathname)) return go();
  return session().then((found) => (found?.session.user ? go() : redirectSignedOut(pathname + search)));
};
