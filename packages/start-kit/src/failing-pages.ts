// A page whose module cannot be loaded fails like any other page, with the error page.
//
// Upstream: solid-js 1.9.20, `lazy` on the server: a page whose module cannot be loaded is never answered.
// Reported: solidjs/solid#2945, solidjs/solid-start#2260.
// Gain: an answer, which is the error page.
// It can go: with a release of Solid 1 that has solidjs/solid#2955.

import MagicString from "magic-string";
import type { Plugin } from "vite";
import { edited } from "./edited.ts";
import { changedUpstream } from "./tested-versions.ts";

/** The module with SolidStart's list of routes, whose pages are loaded by functions. */
const ROUTES = /^solid-start:routes$/;
const LIST = "export default ";

export function failingPages(): Plugin {
  return {
    name: "failing-pages",
    applyToEnvironment: (environment) => environment.name === "ssr",
    transform: {
      filter: { id: ROUTES },
      handler(written) {
        if (!written.includes(LIST))
          return this.warn(
            changedUpstream(
              "failingPages",
              "SolidStart writes its list of routes in another way. A page that fails to load is never answered.",
            ),
          );
        const text = new MagicString(written).replace(LIST, "const $routes = ");
        return edited(text.append(CODE));
      },
    },
  };
}

const CODE = `;
for (const { $component } of $routes) {
  if (!$component) continue;
  const load = $component.import;
  const fail = (error) => { throw error; };
  $component.import = () => load().catch((error) => ({ default: () => fail(error) }));
}
export default $routes;`;
