// Threat: a protected page that renders for a signed-out visitor. Visitors without a session are redirected
// (src/server/http/guard.ts).

import { errorPage } from "~/server/http/error-page";
import { isProtected, redirectToSignIn } from "~/server/http/guard";
import { requestContext } from "~/server/http/request-context";
import type { Middleware } from "./types";

export const guard: Middleware = async ({ req }, next) => {
  const { url, session } = requestContext();
  const { pathname, search } = url;
  // Nitro serves the files of this build before the middleware runs. A path that arrives here is of another build.
  if (pathname.startsWith("/_build/")) return errorPage(req, 404);
  if (isProtected(pathname)) return (await session())?.session.user ? next() : redirectToSignIn(pathname + search);
  // With two slashes in a row the router matches no route, not even the 404 page.
  return pathname.includes("//") ? errorPage(req, 404) : next();
};
