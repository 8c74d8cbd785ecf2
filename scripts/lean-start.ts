// What a build changes in SolidStart's own files: all of it is here. If one of them no longer matches, the build warns, and its result is
// larger or slower.
// - For the browser: on the home page 24 kB of gzip in place of 45, in 2 files in place of 17.
// - On the server: SolidStart looks the stylesheets and scripts of a page up anew for each request. A build remembers them, which
//   saves 2% of the home page's processor time.
// https://github.com/solidjs/solid-start/issues

import { resolve } from "node:path";
import { normalizePath, type Plugin, type Rolldown } from "vite";

/** Modules that SolidStart imports and the browser never calls: the toolbar of development, response headers, and the router of API routes. */
const UNUSED: Record<string, string> = {
  "./dev-toolbar/index.jsx": "export const DevToolbar = (props) => props.children;",
  "../shared/dev-toolbar/functions/tracker.js": "export function pushRequest() {} export function pushResponse() {}",
  "../http/http.js":
    "export function setResponseStatus() {} export function setHeader() {} export function appendHeader() {}",
  radix3: "export const createRouter = () => ({ lookup() {} });",
};

/** The serialiser of server functions (seroval). It is loaded with their first call; each of its functions is awaited. */
const SERIALIZER = "./serialization.js";
const SERIALIZER_EXPORTS = ["serializeToJSONString", "deserializeJSONStream", "deserializeJSStream"];

/** SolidStart's list of what each page loads. It does not change while a build runs. */
const MANIFEST = /[\\/]@solidjs[\\/]start[\\/]dist[\\/]server[\\/]manifest[\\/]prod-ssr-manifest\.js$/;
const MANIFEST_FUNCTION = "export function getSsrProdManifest()";

const IN_START = /[\\/]@solidjs[\\/]start[\\/]dist[\\/]/;
const PREFIX = "\0lean-client:";

export function leanStart(): Plugin[] {
  return [leanClient(), quickServer()];
}

function leanClient(): Plugin {
  const unmatched = new Set([...Object.keys(UNUSED), SERIALIZER]);
  let serializerPath = "";

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
              output: { codeSplitting: { groups: [{ name: nameOfSharedChunk(), debugName: "app" }] } },
            },
          },
        },
      },
    }),
    async resolveId(source, importer = "") {
      if (!IN_START.test(importer) || importer.startsWith(PREFIX)) return undefined;
      if (source !== SERIALIZER && !(source in UNUSED)) return undefined;
      unmatched.delete(source);
      if (source === SERIALIZER) serializerPath = (await this.resolve(source, importer, { skipSelf: true }))?.id ?? "";
      return PREFIX + source;
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return undefined;
      const source = id.slice(PREFIX.length);
      if (source !== SERIALIZER) return UNUSED[source];
      const load = `import(${JSON.stringify(serializerPath)})`;
      return SERIALIZER_EXPORTS.map(
        (name) => `export const ${name} = async (...args) => (await ${load}).${name}(...args);`,
      ).join("\n");
    },
    buildEnd() {
      for (const source of unmatched)
        this.warn(
          `@solidjs/start does not import "${source}" any more. The browser's part of the build is larger than before.`,
        );
    },
  };
}

function quickServer(): Plugin {
  let isMatched = false;

  return {
    name: "quick-server",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    transform: {
      filter: { id: MANIFEST },
      handler(code) {
        isMatched = code.includes(MANIFEST_FUNCTION);
        if (!isMatched) return undefined;
        return `${code.replace(MANIFEST_FUNCTION, "function createManifest()")}
          const remembered = (find, found = new Map()) => (id) => found.get(id) ?? found.set(id, find(id)).get(id);
          const created = createManifest();
          const manifest = { ...created, path: remembered(created.path), getAssets: remembered(created.getAssets) };
          export const getSsrProdManifest = () => manifest;`;
      },
    },
    buildEnd() {
      if (!isMatched) this.warn("@solidjs/start has another manifest. The server is slower than before.");
    },
  };
}

/** Puts what every page loads into one chunk. Otherwise there are a dozen small ones, which the server lists in each page. */
function nameOfSharedChunk() {
  const entry = normalizePath(resolve("src/entry-client.tsx"));
  let shared: Set<string> | undefined;
  return (id: string, graph: ModuleGraph) => {
    shared ??= reachableFrom(entry, graph);
    return shared.has(id) ? "app" : null;
  };
}

type ModuleGraph = { getModuleInfo: Rolldown.GetModuleInfo };

/** A module with all that it imports statically. */
function reachableFrom(entry: string, graph: ModuleGraph): Set<string> {
  const found = new Set([entry]);
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}
