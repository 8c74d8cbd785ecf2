// Keeps on the server what SolidStart looks up or makes anew for each request, and which does not change while a build
// runs. Upstream: @solidjs/start 2.0.5, dist/router.jsx (createRoutes) and dist/server/manifest/prod-ssr-manifest.js
// (getSsrProdManifest). Gain: a few percent of a page's processor time. Not reported as of 2026-11-23. It can go when
// both are made once upstream.

import type { Plugin } from "vite";

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
        return code.replace(found.original, found.replacement);
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
