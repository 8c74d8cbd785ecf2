// Threat: a protected page that starts to render for a stranger. Visitors without a session are sent away (src/server/http/guard.ts).

import { errorPage } from "~/server/http/error-page";
import { isProtected, redirectToSignIn } from "~/server/http/guard";
import { requestContext } from "~/server/http/request-context";
import type { Middleware } from "./types";

export const guard: Middleware = async ({ req }, next) => {
  const { url, session } = requestContext();
  const { pathname, search } = url;
  // Files of a build are served before this. What is asked for here is another build's.
  if (pathname.startsWith("/_build/")) return errorPage(req, 404);
  if (isProtected(pathname)) return (await session())?.session.user ? next() : redirectToSignIn(pathname + search);
  // Between two slashes in a row the router finds nothing, not even its page that says so.
  return pathname.includes("//") ? errorPage(req, 404) : next();
};
