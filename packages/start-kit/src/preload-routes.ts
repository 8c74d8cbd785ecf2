// A production server has its pages and API routes when it listens. Otherwise the first visitor of each waits for it,
// and Node links a hundred files. Here they are linked with the application, so the build makes a few large files of
// them. A page whose module fails stops the start: the deployment fails, and not its visitors.
//
// Upstream: nitro 3.0.260903-beta, vite.mjs (viteServicesTemplate): the first request loads the application.
// @solidjs/start 2.0.5, config/fs-routes/index.ts: the first request of a page loads its module, and each request of an
// API route calls `import()`, for which Node resolves the module anew.
// Reported: not yet.
// Gain: the first request is like the later ones, and the start takes a quarter less processor time.
// It can go: when Nitro and SolidStart have an option for it.

import MagicString from "magic-string";
import type { Plugin } from "vite";
import { edited } from "./edited.ts";

/** SolidStart's list of routes, with a function for each that imports it. */
const ROUTES = /^solid-start:routes$/;
const LATER = /\(\) => import\('(.+?)'\)/g;
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
      filter: { id: [ROUTES, SERVICES, SERVER] },
      handler(code, id) {
        const text = new MagicString(code);
        if (ROUTES.test(id)) linkRoutes(text);
        else if (SERVICES.test(id)) text.replace(LAZY, "(await import($1)).default");
        // Everything that is imported has run by now, such as the checks at start.
        else text.replace(START, `await import("${RENDERER}");\n${START}`);
        if (text.hasChanged()) return edited(text);
        this.warn(
          "start-kit: preloadRoutes: Nitro or SolidStart loads the application in another way. The first visitor waits for it.",
        );
      },
    },
  };
}

/** Each module is imported with the list. */
function linkRoutes(text: MagicString): void {
  const names = new Map<string, string>();
  text.replace(LATER, (_, path: string) => {
    const name = names.get(path) ?? `$route${names.size}`;
    names.set(path, name);
    return `() => Promise.resolve(${name})`;
  });
  for (const [path, name] of names) text.prepend(`import * as ${name} from '${path}';\n`);
}
