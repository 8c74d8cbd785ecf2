// Gives the router only the route of the page that was asked for. Upstream: @solidjs/router 1.0.0, routing.ts:
// createBranches compiles the patterns of all routes for each request; a page without parameters needs only its own.
// solidjs/solid-router#579 says that the next major compiles them once. Gain: not measured by itself.
// It can go with that version of the router.

import type { Plugin } from "vite";

const HANDLER = /[\\/]@solidjs[\\/]start[\\/]dist[\\/]server[\\/]handler\.js$/;
const ALL = "routes: createRoutes(),";

export function ownRoute(): Plugin {
  return {
    name: "own-route",
    applyToEnvironment: ({ name }) => name === "ssr",
    transform: {
      filter: { id: HANDLER },
      handler(code) {
        if (!code.includes(ALL))
          this.warn(
            "start-kit: ownRoute: SolidStart hands its routes over in another way. Pages are slower than before.",
          );
        return `${code.replace(ALL, "routes: $ownRoute(createRoutes(), new URL(ctx.request.url).pathname),")}
function $ownRoute(routes, pathname) {
  const own = routes.find(({ path, children }) => (path === pathname || path === pathname + "/") && !children);
  return own ? [own] : routes;
}
`;
      },
    },
  };
}
