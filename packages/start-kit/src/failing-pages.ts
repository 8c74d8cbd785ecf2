// A page whose module cannot be loaded fails like any other page, with the error page.
//
// Upstream: solid-js 1.9.19, `lazy` on the server: a page whose module cannot be loaded is never answered.
// Reported: solidjs/solid#2945, solidjs/solid-start#2260.
// Gain: an answer, which is the error page.
// It can go: with a release of Solid 1 that has solidjs/solid#2955.

import type { Plugin } from "vite";
import { changedRoutes } from "./changed-routes.ts";

export function failingPages(): Plugin {
  return changedRoutes("failing-pages", {
    code: `
      for (const { $component } of routes) {
        if (!$component) continue;
        const load = $component.import;
        const fail = (error) => { throw error; };
        $component.import = () => load().catch((error) => ({ default: () => fail(error) }));
      }`,
  });
}
