// Runs before every page, server function and API route: headers, then the origin check, then the guard.
// Static files do not pass here; their headers are in vite.config.ts.

import { createMiddleware } from "@solidjs/start/middleware";
import { getSession } from "~/solid-auth";
import { authConfig } from "./server/auth";
import { bounce, isProtected } from "./server/guard";
import { isForeign, pathOf } from "./server/origin";

const METHODS = new Set(["GET", "HEAD", "POST"]);

export default createMiddleware({
  onRequest: [
    ({ request, response }) => {
      const { headers } = response;
      headers.set("x-content-type-options", "nosniff");
      headers.set("x-frame-options", "DENY");
      // The address of a page may hold a token (a mail link's). Same-origin requests keep their Origin header.
      headers.set("referrer-policy", "same-origin");
      if (pathOf(request).startsWith("/_server")) headers.set("cache-control", "no-store");
    },

    ({ request }) => {
      if (!METHODS.has(request.method))
        return new Response("Only GET and POST are answered here.", {
          status: 405,
          headers: { allow: "GET, HEAD, POST" },
        });
      if (isForeign(request)) return new Response("This request comes from another site.", { status: 403 });
    },

    async ({ request, response }) => {
      const { pathname, search } = new URL(request.url);
      if (!isProtected(pathname)) return;
      response.headers.set("cache-control", "no-store");
      const session = await getSession(request, authConfig);
      if (!session?.user) return bounce(request, pathname + search);
    },
  ],
});
