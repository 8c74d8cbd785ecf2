// A build loads its pages when it starts. Otherwise the first response of a page is slower than later ones, and differs
// from them.
//
// Upstream: @solidjs/start 2.0.5, router.tsx: the first request of a page loads its module.
// Reported: not as of 2026-11-23.
// Gain: the first request of each page is like the later ones. Its time is not measured by itself.
// It can go: when SolidStart has an option for it.

import MagicString from "magic-string";
import type { Plugin } from "vite";
import { edited } from "./edited.ts";

const ENTRY = /[\\/]src[\\/]entry-server\.[jt]sx$/;

export function loadedPages(): Plugin {
  return {
    name: "loaded-pages",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    transform: {
      filter: { id: ENTRY },
      handler: (code) => edited(new MagicString(code).append(LOAD)),
    },
  };
}

const LOAD = `
import { createRoutes as $createRoutes } from "@solidjs/start/router";
async function $load(routes) {
  await Promise.all(routes.map(({ component }) => component?.preload()));
  for (const { children } of routes) if (children) await $load(children);
}
await $load($createRoutes());
`;
