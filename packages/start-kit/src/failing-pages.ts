// A page whose module cannot be loaded fails like any other page, with the error page.
//
// Upstream: solid-js 1.9.18, `lazy` on the server: a page whose module cannot be loaded is never answered.
// Reported: solidjs/solid#2945, solidjs/solid-start#2260.
// Gain: an answer, which is the error page.
// It can go: with a release of Solid 1 that has solidjs/solid#2955.

import type { Plugin } from "vite";
import { rewriting } from "./rewriting.ts";

const CODE = `;
for (const { $component } of $routes) {
  if (!$component) continue;
  const load = $component.import;
  const fail = (error) => { throw error; };
  $component.import = () => load().catch((error) => ({ default: () => fail(error) }));
}
export default $routes;`;

export function failingPages(): Plugin {
  return rewriting({
    part: "failingPages",
    environment: "ssr",
    // SolidStart's list of routes, whose pages are loaded by functions.
    rewrites: [{ file: "solid-start:routes", texts: [["export default ", "const $routes = "]], last: CODE }],
    changed: "SolidStart writes its list of routes in another way. A page that fails to load is never answered.",
  });
}
