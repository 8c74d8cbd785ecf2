// Keeps on the server what SolidStart looks up or makes anew for each request, and which does not change while a build
// runs.
//
// Upstream: @solidjs/start 2.0.5, router.tsx (createRoutes) and server/manifest/prod-ssr-manifest.ts
// (getSsrProdManifest): routes, stylesheets and scripts are listed anew for each request.
// Reported: not as of 2026-11-23.
// Gain: 3% of a page's processor time.
// It can go: when SolidStart keeps both.

import MagicString from "magic-string";
import type { Plugin } from "vite";
import { edited } from "./edited.ts";

/** What to keep, the code that makes it, and the code that keeps it. */
const REMEMBERED = [
  {
    what: "the stylesheets and scripts of each page",
    file: /[\\/]@solidjs[\\/]start[\\/]dist[\\/]server[\\/]manifest[\\/]prod-ssr-manifest\.js$/,
    original: "export function getSsrProdManifest()",
    replacement: `
      const remembered = (find, found = new Map()) => (id) => found.get(id) ?? found.set(id, find(id)).get(id);
      let manifest;
      export function getSsrProdManifest() {
        if (manifest) return manifest;
        const created = createManifest();
        return (manifest = { ...created, path: remembered(created.path), getAssets: remembered(created.getAssets) });
      }
      function createManifest()`,
  },
  {
    what: "the list of routes",
    file: /[\\/]@solidjs[\\/]start[\\/]dist[\\/]router\.jsx$/,
    original: "const routes = routeConfigs.map(createRoute);",
    replacement: "const routes = (createRoutes.remembered ??= routeConfigs.map(createRoute));",
  },
];

export function rememberedRoutes(): Plugin {
  const unmatched = new Set(REMEMBERED);

  return {
    name: "remembered-routes",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    transform: {
      filter: { id: REMEMBERED.map(({ file }) => file) },
      handler(code, id) {
        const found = REMEMBERED.find(({ file, original }) => file.test(id) && code.includes(original));
        if (!found) return undefined;
        unmatched.delete(found);
        return edited(new MagicString(code).replace(found.original, found.replacement));
      },
    },
    buildEnd() {
      for (const { what } of unmatched)
        this.warn(
          `start-kit: rememberedRoutes: @solidjs/start has another way to find ${what}. Pages are slower than before.`,
        );
    },
  };
}
