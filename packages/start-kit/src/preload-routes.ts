// A production server loads its pages before it listens. Otherwise the first visitor waits for them, and the first
// response of a page differs from later ones.
//
// Upstream: nitro 3.0.260903-beta, vite.mjs (viteServicesTemplate): the first request loads the application.
// @solidjs/start 2.0.5, router.tsx: the first request of a page or an API route loads its module.
// Reported: not yet.
// Gain: the first request of a page takes half of the processor time.
// It can go: when Nitro and SolidStart have an option for it.

import type { Plugin } from "vite";
import { rewriting } from "./rewriting.ts";

const LOAD = `
import { createRoutes as $createRoutes } from "@solidjs/start/router";
import $files from "solid-start:routes";
async function $load(routes) {
  await Promise.all(routes.map(({ component }) => component?.preload()));
  for (const { children } of routes) if (children) await $load(children);
}
await $load($createRoutes());
const $methods = $files.flatMap((file) => Object.entries(file)).filter(([name]) => /^\\$[A-Z]+$/.test(name));
// A module that cannot be loaded fails with its own requests.
await Promise.allSettled($methods.map(([, method]) => method.import()));
`;

const START = "const nitroApp = useNitroApp();";

const PART = {
  part: "preloadRoutes",
  apply: "build",
  changed: "Nitro loads the application in another way. The first visitor waits for it.",
} as const;

export function preloadRoutes(): Plugin[] {
  return [
    rewriting({ ...PART, environment: "ssr", rewrites: [{ file: /[\\/]src[\\/]entry-server\.[jt]sx$/, last: LOAD }] }),
    {
      ...rewriting({
        ...PART,
        environment: "nitro",
        rewrites: [
          // Nitro's module that knows the application.
          {
            file: "#nitro/virtual/vite-services",
            texts: [[/lazyService\(\(\) => import\((".*?")\)\)/g, "(await import($1)).default"]],
          },
          // Nitro's module that answers with the application. When the server starts, all imported modules have run,
          // such as the checks at start.
          ...["server", "cluster"].map((kind) => ({
            file: `nitro/dist/presets/node/runtime/node-${kind}.mjs`,
            texts: [[START, `await import("#nitro/runtime/vite/ssr-renderer");\n${START}`]] as [string, string][],
          })),
        ],
      }),
      name: "preload-nitro",
    },
  ];
}
