// A production server loads its pages before it listens. Otherwise the first visitor waits for them, and the first
// response of a page differs from later ones.
//
// Upstream: nitro 3.0.260903-beta, vite.mjs (viteServicesTemplate): the first request loads the application.
// @solidjs/start 2.0.5, router.tsx: the first request of a page or an API route loads its module.
// Reported: not yet.
// Gain: the first request of a page takes half of the processor time.
// It can go: when Nitro and SolidStart have an option for it.

import MagicString from "magic-string";
import type { Plugin } from "vite";
import { edited } from "./edited.ts";
import { changedUpstream } from "./tested-versions.ts";

const ENTRY = /[\\/]src[\\/]entry-server\.[jt]sx$/;
/** Nitro's module that knows the application, and its module that answers with it: the first request imports both. */
const SERVICES = /^#nitro\/virtual\/vite-services$/;
const RENDERER = "#nitro/runtime/vite/ssr-renderer";
const LAZY = /lazyService\(\(\) => import\((".*?")\)\)/g;
const SERVER = /[\\/]nitro[\\/]dist[\\/]presets[\\/]node[\\/]runtime[\\/]node-(?:server|cluster)\.mjs$/;
const START = "const nitroApp = useNitroApp();";

export function preloadRoutes(): Plugin {
  return {
    name: "preload-routes",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr" || name === "nitro",
    transform: {
      filter: { id: [ENTRY, SERVICES, SERVER] },
      handler(code, id) {
        const text = new MagicString(code);
        if (ENTRY.test(id)) text.append(LOAD);
        else if (SERVICES.test(id)) text.replace(LAZY, "(await import($1)).default");
        // Everything that is imported has run by now, such as the checks at start.
        else text.replace(START, `await import("${RENDERER}");\n${START}`);
        if (text.hasChanged()) return edited(text);
        this.warn(
          changedUpstream(
            "preloadRoutes",
            "Nitro loads the application in another way. The first visitor waits for it.",
            "nitro",
          ),
        );
      },
    },
  };
}

const LOAD = `
import { createRoutes as $createRoutes } from "@solidjs/start/router";
import $files from "solid-start:routes";
async function $load(routes) {
  await Promise.all(routes.map(({ component }) => component?.preload()));
  for (const { children } of routes) if (children) await $load(children);
}
await $load($createRoutes());
const $methods = $files.flatMap((file) => Object.entries(file)).filter(([name]) => /^\\$[A-Z]+$/.test(name));
// One that cannot be loaded fails with its own requests.
await Promise.allSettled($methods.map(([, method]) => method.import()));
`;
