// In development, an error page loads again when a file changes, because the change may be the fix. A browser's stack
// gets the lines of the source files (development-client.ts). For a module that cannot be loaded, the error page shows
// the module's fault.
//
// Upstream: @solidjs/start 2.0.5, config/dev-server.ts: Nitro renders the pages, and those of errors do not hear of
// changes. A stack of the browser has the lines of compiled modules.
// Reported: solidjs/solid-start#1648, solidjs/solid-start#2256 (a repair, not taken).
// Gain: the page recovers once its error is repaired, and names the line to repair.
// It can go: when SolidStart does both.

import { SourceMap, type SourceMapPayload } from "node:module";
import { relative } from "node:path";
import type { FetchableDevEnvironment, Plugin, ViteDevServer } from "vite";
import { failedImport } from "./failed-imports.ts";

/** Vite's event in the browser: a file has changed, and its compiled code is out of date. */
const FILE_CHANGED = "development:file-changed";

/** Gets a browser's stack, and answers with the lines of the source files. */
const SOURCE_LINES = "/dev/source-lines";

const RELOAD_SCRIPT = "/dev/reload";

/** Vite tells the server's environments about a change only after the plugins. */
const SETTLING_MS = 100;

/** A script for pages without the application's scripts. A page that answers a form is not posted again. */
const RELOAD = `import { createHotContext } from "/@vite/client";
createHotContext("${RELOAD_SCRIPT}").on("${FILE_CHANGED}", () => location.replace(location.pathname + location.search));
`;

/** A place in a module that the browser has loaded. */
const PLACE = /https?:\/\/[^/\s]+(\/[^\s():]*):(\d+):(\d+)/g;

export function developmentErrors(): Plugin {
  let server: ViteDevServer;
  let timer: NodeJS.Timeout | undefined;
  return {
    name: "development-errors",
    apply: "serve",
    hotUpdate: {
      order: "post",
      handler() {
        clearTimeout(timer);
        timer = setTimeout(() => server.ws.send(FILE_CHANGED, {}), SETTLING_MS);
      },
    },
    configureServer(started) {
      server = started;
      const application = server.environments.nitro as FetchableDevEnvironment;
      const dispatch = application.dispatchFetch.bind(application);
      application.dispatchFetch = async (request) => {
        const { pathname } = new URL(request.url);
        if (pathname === RELOAD_SCRIPT) return new Response(RELOAD, { headers: { "content-type": "text/javascript" } });
        if (pathname === SOURCE_LINES) return new Response(await explained(server, await request.text()));
        return withReload(await dispatch(request));
      };
    },
  };
}

/** A page without a nonce has no scripts of the application: it is an error page of last resort, or Nitro's own. */
async function withReload(response: Response): Promise<Response> {
  const { status, headers } = response;
  const policy = headers.get("content-security-policy");
  const isPage = headers.get("content-type")?.startsWith("text/html");
  if (status < 500 || !isPage || policy?.includes("'nonce-")) return response;
  const changed = new Headers(headers);
  changed.delete("content-length");
  if (policy) changed.set("content-security-policy", `${policy}; script-src 'self'; connect-src 'self'`);
  const script = `<script type="module" src="${RELOAD_SCRIPT}"></script>`;
  return new Response((await response.text()) + script, { status, headers: changed });
}

const explained = async (server: ViteDevServer, stack: string) =>
  (await failedImport(server, stack)) ?? inSources(server, stack);

/** @returns the stack, with each place in a compiled module replaced by its place in the source */
async function inSources({ config, environments: { client } }: ViteDevServer, stack: string): Promise<string> {
  const places = await Promise.all(
    Array.from(stack.matchAll(PLACE), async ([place, url = "", line, column]) => {
      const module = await client?.moduleGraph.getModuleByUrl(url);
      const map = module?.transformResult?.map;
      if (!module?.file || !map || !("mappings" in map) || !map.mappings) return place;
      const source = new SourceMap(map as SourceMapPayload).findOrigin(Number(line), Number(column));
      if (!("lineNumber" in source)) return place;
      return `${relative(config.root, module.file)}:${source.lineNumber}:${source.columnNumber}`;
    }),
  );
  return stack.replace(PLACE, () => places.shift() ?? "");
}
