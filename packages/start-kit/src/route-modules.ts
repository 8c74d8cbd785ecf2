// Three changes to how SolidStart loads the modules of routes on the server. Each is a plugin of its own. Upstream:
// @solidjs/start 2.0.5, config/fs-routes/index.ts writes the list of routes, and imports their modules where they are
// needed.

import type { Plugin } from "vite";

/** The module with SolidStart's list of routes: objects whose modules are behind functions. */
const ROUTES = /^solid-start:routes$/;
const LIST = "export default ";

/**
 * A page whose module cannot be loaded fails like any other page, with the error page. Without this, `lazy` of Solid
 * 1.9 never responds: solidjs/solid#2945, solidjs/solid-start#2260. It can go with a release of Solid that has
 * solidjs/solid#2955.
 */
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

/**
 * Node resolves the module of an API route anew at each `import()`. In a build, modules do not change, so each is
 * imported once. Not reported as of 2026-11-23. It can go when SolidStart keeps them, as `lazy` keeps pages.
 */
export function rememberedApiRoutes(): Plugin {
  return changedRoutes("remembered-api-routes", {
    apply: "build",
    code: `
      for (const route of routes)
        for (const [name, method] of Object.entries(route)) {
          if (!/^\\$[A-Z]+$/.test(name)) continue;
          const load = method.import;
          let loaded;
          method.import = () => (loaded ??= load());
        }`,
  });
}

/** @param code changes `routes` before SolidStart sees them */
function changedRoutes(name: string, { code, apply }: { code: string; apply?: "build" }): Plugin {
  return {
    name,
    apply,
    applyToEnvironment: (environment) => environment.name === "ssr",
    transform: {
      filter: { id: ROUTES },
      handler(written) {
        if (!written.includes(LIST))
          this.warn(`start-kit: ${name}: SolidStart writes its list of routes in another way.`);
        // A name of its own, because several plugins may change the list.
        const list = `$${name.replaceAll("-", "_")}`;
        return `${written.replace(LIST, `const ${list} = `)};\n((routes) => {${code}\n})(${list});\nexport default ${list};`;
      },
    },
  };
}

/**
 * A build loads its pages when it starts. Otherwise the first response of a page is slower than later ones, and differs
 * from them. Not reported as of 2026-11-23. It can go when SolidStart has an option for it.
 */
export function loadedPages(): Plugin {
  return {
    name: "loaded-pages",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    transform: {
      filter: { id: /[\\/]src[\\/]entry-server\.[jt]sx$/ },
      handler: (code) => `${code}
import { createRoutes as $createRoutes } from "@solidjs/start/router";
async function $load(routes) {
  await Promise.all(routes.map(({ component }) => component?.preload()));
  for (const { children } of routes) if (children) await $load(children);
}
await $load($createRoutes());
`,
    },
  };
}
