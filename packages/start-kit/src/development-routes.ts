// Two additions to SolidStart's routes in development. A file in src/routes that cannot be parsed keeps its route, and
// its page shows the parse error instead of the 404 page. A page can be added or removed without a restart.
//
// Upstream: @solidjs/start 2.0.5, config/fs-routes: a file that cannot be parsed loses its route, and the server's list
// of routes is kept until a restart.
// Reported: not yet. Sibling: solidjs/solid-start#1286 (SolidStart 1).
// Gain: parse errors on the page, and new pages without a restart.
// It can go: when both work without it.

import type { Plugin } from "vite";
import { changedUpstream } from "./tested-versions.ts";

/** SolidStart's routers: one for the server, one for the browser. */
interface FileRouter extends EventTarget {
  toPath(file: string): string;
  toRoute(file: string): object | undefined;
  getRoutes(): Promise<unknown>;
}

const shared = globalThis as typeof globalThis & { ROUTERS?: Record<"client" | "ssr", FileRouter> };

/** The parse errors, by file. */
const faults = new Map<string, string>();

export function developmentRoutes(): Plugin {
  return {
    name: "development-routes",
    apply: "serve",
    enforce: "pre",
    configResolved({ logger }) {
      if (shared.ROUTERS) Object.values(shared.ROUTERS).forEach(keepBrokenRoutes);
      else
        logger.warn(
          changedUpstream("developmentRoutes", "SolidStart keeps its routes elsewhere. A new page needs a restart."),
        );
    },
    load(id) {
      const fault = faults.get(id.replace(/\?.*$/, ""));
      // The page fails when it renders, as other pages do: while the server reloads, there may be no code that waits
      // for a failing module.
      const thrown = `Object.assign(new Error(), ${JSON.stringify({ stack: fault })})`;
      if (fault) return `export default function Broken() { throw ${thrown}; }`;
    },
    async configureServer({ environments: { ssr } }) {
      const router = shared.ROUTERS?.ssr;
      await router?.getRoutes();
      router?.addEventListener("reload", (event) => {
        if ((event as CustomEvent<{ type: string }>).detail.type === "update") return;
        const routes = ssr?.moduleGraph.getModuleById("solid-start:routes");
        if (routes) ssr?.moduleGraph.invalidateModule(routes);
        ssr?.hot.send({ type: "full-reload" });
      });
    },
  };
}

function keepBrokenRoutes(router: FileRouter): void {
  const toRoute = router.toRoute.bind(router);
  router.toRoute = (file) => {
    faults.delete(file);
    try {
      return toRoute(file);
    } catch (error) {
      faults.set(file, error instanceof Error ? `${error.name}: ${error.message}` : String(error));
      return { page: true, path: router.toPath(file), $component: { src: file, pick: ["default", "$css"] } };
    }
  };
}
