// Makes the browser's part of a build smaller.
//
// Upstream: @solidjs/start 2.0.5, server/StartServer.tsx, fns/client.ts, router.tsx and http: every page loads the
// toolbar of development, the code for server calls with its serialiser, the router of API routes, and each page's
// import twice. Each shared module becomes a separate chunk.
// Reported: not yet.
// Gain: the home page loads 26 kB of gzip in 2 files instead of 51 in 28; a sign-in page 37 in 5 instead of 61 in 38.
// It can go: when SolidStart loads these modules with the first use, as the start mode of Solid 2 does.

import { relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import MagicString from "magic-string";
import { normalizePath, type Plugin, type Rolldown } from "vite";
import { edited } from "./rewriting.ts";
import { changedUpstream } from "./tested-versions.ts";

/** Modules that SolidStart imports and the browser never calls: the toolbar of development, and response headers. */
const UNUSED: Record<string, string> = {
  "./dev-toolbar/index.jsx": "export const DevToolbar = (props) => props.children;",
  "../shared/dev-toolbar/functions/tracker.js": "export function pushRequest() {} export function pushResponse() {}",
  "../http/http.js":
    "export function setResponseStatus() {} export function setHeader() {} export function appendHeader() {}",
};

/**
 * The code that calls server functions, with their serialiser (seroval). It is loaded with the first input, or call. A
 * form's press is too late where the network is gone by then: Chromium 150, for one, never asks again for a module that
 * it could not load.
 */
const CALLS = "@solidjs/start/fns/client";

const laterCalls = (path: string) => `
  const load = () => import(${JSON.stringify(path)});
  addEventListener("input", () => load().catch(() => {}), { once: true });
  export const createClientReference = (Component) => Component;
  export function cloneServerReference(id) {
    const url = import.meta.env.BASE_URL + "_server?id=" + encodeURIComponent(id);
    const reference = (of, more) => {
      const call = async (...args) => of((await load()).cloneServerReference(id))(...args);
      return Object.assign(call, { url, ...more });
    };
    const withOptions = (options) => reference((call) => call.withOptions(options));
    return reference((call) => call, { withOptions, GET: withOptions({ method: "GET" }) });
  }`;

/**
 * The router of API routes, from its import to the end of the file. The list of routes contains it, and the browser
 * never calls it.
 */
const ROUTER = "radix3";
const API_ROUTES = /\nconst router = createRouter\(\{\n\s+routes: fileRoutes[\s\S]*/;

/**
 * SolidStart's list of routes. Each page has two functions that load its module, and SolidStart calls `import`. The
 * module's path serves only to tell pages apart.
 */
const ROUTES = "solid-start:routes";
const UNUSED_IMPORT = /"build":\(\) => import\('[^']*'\),(?="import":)/g;
const SOURCE = /(?<="\$component":\{"src":")[^"]*(?=")/g;

/** The part of a page's module with its `preload`. This part still has the imports of the whole module. */
const PRELOAD = /\?pick=route\b/;
const UNUSED_MODULES = /^import "[^"]*";$/gm;

const IMPORT_OF_SETTINGS = /^import (\w+) from "[./]+\/app\.config(?:\.ts)?";$/m;

const IN_START = /[\\/]@solidjs[\\/]start[\\/]dist[\\/]/;
const PREFIX = "\0lean-client:";

export interface LeanClientOptions {
  /**
   * The files whose shared modules go into a chunk that pages share, by the chunk's name. They are paths from the
   * project's root, such as a route's. The first chunk also takes the modules that every page loads.
   */
  chunks: Record<string, string | string[]>;
  /** Modules that stay out of these chunks, by their path from the project's root. */
  apart?: RegExp;
  /**
   * A module like app.config.ts. The browser gets only the settings that its modules read. If JSON cannot represent a
   * setting, such as a date, the browser gets the module.
   */
  settings?: string;
}

export function leanClient({ chunks, apart, settings }: LeanClientOptions): Plugin {
  let values: Record<string, unknown> = {};
  const unmatched = new Set([...Object.keys(UNUSED), CALLS, ROUTER, ROUTES]);
  let callsPath = "";

  return {
    name: "lean-client",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    config: () => ({
      environments: {
        client: {
          build: {
            rolldownOptions: {
              output: { codeSplitting: { groups: [{ name: nameOfChunk(chunks, apart), debugName: "app" }] } },
            },
          },
        },
      },
    }),
    async buildStart() {
      if (!settings) return;
      const all = (await import(pathToFileURL(resolve(settings)).href)).default;
      values = Object.fromEntries(Object.entries(all).filter(([, value]) => isOfJson(value)));
    },
    async resolveId(source, importer = "") {
      if (source !== CALLS && !(source in UNUSED && IN_START.test(importer))) return undefined;
      unmatched.delete(source);
      if (source === CALLS) callsPath = (await this.resolve(source, importer, { skipSelf: true }))?.id ?? "";
      return PREFIX + source;
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return undefined;
      const source = id.slice(PREFIX.length);
      return source === CALLS ? laterCalls(callsPath) : UNUSED[source];
    },
    transform: {
      // The plugin runs after JSX is compiled: text that is known then is not part of a template, as on the server.
      order: "post",
      handler(code, id) {
        if (IN_START.test(id) && API_ROUTES.test(code)) {
          unmatched.delete(ROUTER);
          return edited(new MagicString(code).replace(API_ROUTES, ""));
        }
        if (id === ROUTES && code.search(UNUSED_IMPORT) >= 0) {
          unmatched.delete(ROUTES);
          let pages = 0;
          return edited(new MagicString(code).replace(UNUSED_IMPORT, "").replace(SOURCE, () => String(pages++)));
        }
        if (PRELOAD.test(id)) return edited(new MagicString(code).replace(UNUSED_MODULES, ""));
        const [, name] = code.match(IMPORT_OF_SETTINGS) ?? [];
        if (!name) return undefined;
        const reads = new RegExp(`\\b${name}\\.(\\w+)`, "g");
        const literal = (read: string, key: string) => (key in values ? `(${JSON.stringify(values[key])})` : read);
        return edited(new MagicString(code).replaceAll(reads, literal));
      },
    },
    buildEnd() {
      for (const source of unmatched)
        this.warn(
          changedUpstream(
            "leanClient",
            `@solidjs/start does not use "${source}" as before. The browser loads more than before.`,
          ),
        );
    },
  };
}

/** Whether the browser gets the value itself. For other values, such as a date, the browser gets the module. */
function isOfJson(value: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value);
  } catch {
    return false;
  }
}

/** Few chunks instead of dozens, because each chunk is one more line in a page. */
function nameOfChunk(files: LeanClientOptions["chunks"], apart?: RegExp) {
  let chunks: [name: string, modules: Set<string>][] | undefined;
  return (id: string, graph: ModuleGraph) => {
    chunks ??= chunksOf(graph, Object.entries(files));
    // The path is relative, because the project's folder may have any name.
    if (apart?.test(relative(process.cwd(), id))) return null;
    return chunks.find(([, modules]) => modules.has(id))?.[0] ?? null;
  };
}

type ModuleGraph = { getModuleInfo: Rolldown.GetModuleInfo };

function chunksOf(graph: ModuleGraph, chunks: [name: string, files: string | string[]][]): [string, Set<string>][] {
  const everywhere = reachableFrom(normalizePath(resolve("src/entry-client.tsx")), graph);
  const lazy = [...everywhere].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  /** The modules that a page shares with others, with all their imports. */
  const sharedOf = (file: string) => {
    const path = normalizePath(resolve(file));
    const own = reachableFrom(lazy.find((id) => id.split("?")[0] === path) ?? path, graph);
    const isShared = (id: string) => graph.getModuleInfo(id)?.importers.some((importer) => !own.has(importer));
    return [...own].filter(isShared).flatMap((id) => [...reachableFrom(id, graph)]);
  };
  return chunks.map(([name, files], index) => [
    name,
    new Set([...(index === 0 ? everywhere : []), ...[files].flat().flatMap(sharedOf)]),
  ]);
}

/** A module with all its static imports. */
function reachableFrom(start: string, graph: ModuleGraph): Set<string> {
  const found = new Set([start]);
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}
