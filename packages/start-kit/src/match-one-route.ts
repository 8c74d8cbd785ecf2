// Gives the router only the route of the requested page. A page without parameters needs no other route.
//
// Upstream: @solidjs/router 1.0.0, routing.ts: createBranches compiles the patterns of all routes for each request.
// @solidjs/start 2.0.5, router.tsx: createRoutes makes all of them anew for each request.
// Reported: solidjs/solid-router#579, which says that the next major version compiles them once.
// Gain: 12 to 21% of a page's processor time, under load.
// It can go: with that version of the router.

import type { Plugin } from "vite";
import { rewriting } from "./rewriting.ts";

/**
 * In development, routes change while the server runs. The path has the client's spelling: an escaped spelling of a
 * page's path is not a page. For a spelling with dots, all routes are searched.
 */
const OWN_ROUTE = `
const $pathIn = (url) => url.replace(/^\\w+:\\/\\/[^/]*|[?#].*/gs, "");

let $routes;
function $allRoutes() {
  return import.meta.env.PROD ? ($routes ||= createRoutes()) : createRoutes();
}

function $ownRoute(routes, pathname) {
  const own = routes.find(({ path, children }) => (path === pathname || path === pathname + "/") && !children);
  return own ? [own] : routes;
}
`;

export function matchOneRoute(): Plugin {
  return rewriting({
    part: "matchOneRoute",
    environment: "ssr",
    rewrites: [
      {
        file: "@solidjs/start/dist/server/handler.js",
        texts: [["routes: createRoutes(),", "routes: $ownRoute($allRoutes(), $pathIn(ctx.request.url)),"]],
        last: OWN_ROUTE,
      },
    ],
    changed: "SolidStart hands its routes over in another way. Pages are slower than before.",
  });
}
