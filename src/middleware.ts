// Runs around every page, server function and API route: headers, errors, the origin check, the guard.
// Static files do not pass here.

import { createMiddleware } from "@solidjs/start/middleware";
import { getSession } from "~/solid-auth";
import { authConfig } from "./server/auth";
import { errorPage } from "./server/error-page";
import { bounce, isProtected } from "./server/guard";
import { log } from "./server/log";
import { isForeign } from "./server/origin";

const HEADERS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  // A page's address may hold a token (a mail link's). Same-origin requests keep their Origin header, which is checked below.
  "referrer-policy": "same-origin",
};

export default createMiddleware([
  async ({ res }, next) => {
    for (const [name, value] of Object.entries(HEADERS)) res.headers.set(name, value);
    const result = await next();
    if (!(result instanceof Response) || result.status < 400) return result;
    // h3 leaves the prepared headers, cookies among them, off error responses.
    const headers = new Headers(result.headers);
    for (const [name, value] of res.headers)
      if (name === "set-cookie" || !headers.has(name)) headers.append(name, value);
    return new Response(result.body, { status: result.status, headers });
  },

  async ({ req, res }, next) => {
    const isServerFunction = pathOf(req).startsWith("/_server");
    if (isServerFunction) res.headers.set("cache-control", "no-store");
    try {
      const result = await next();
      return isServerFunction && result instanceof Response && result.status === 404 ? errorPage(req, 404) : result;
    } catch (error) {
      // What a server function throws is answered within. What gets out here is a call that could not be read.
      if (!isServerFunction) log.error(`${req.method} ${pathOf(req)}`, error);
      return errorPage(req, isServerFunction ? 400 : 500);
    }
  },

  ({ req }, next) => {
    if (!["GET", "HEAD", "POST"].includes(req.method)) return errorPage(req, 405, { allow: "GET, HEAD, POST" });
    if (isForeign(req)) return errorPage(req, 403);
    return next();
  },

  async ({ req, res }, next) => {
    const { pathname, search } = new URL(req.url);
    if (!isProtected(pathname)) return next();
    res.headers.set("cache-control", "no-store");
    const session = await getSession(req, authConfig);
    return session?.user ? next() : bounce(req, pathname + search);
  },
]);

function pathOf(request: Request): string {
  return new URL(request.url).pathname;
}
