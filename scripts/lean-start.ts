// What a build changes in SolidStart's own files: all of it is here. If one of them no longer matches, the build warns, and its result is
// larger or slower.
// - For the browser: on the home page 25 kB of gzip in place of 44, in 2 files in place of 17; on the sign-in page 30 in place of 50, in 4
//   in place of 24.
// - On the server: for each request SolidStart makes its list of routes anew, and looks up the stylesheets and scripts of the page. A build
//   remembers them, which saves a few percent of a page's processor time.
// The files as SolidStart writes them: https://github.com/solidjs/solid-start/tree/main/packages/start/src. We know of no issue about this.

import { relative, resolve } from "node:path";
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

/** What SolidStart looks up or makes anew for each request, and which does not change while a build runs. */
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
              output: { codeSplitting: { groups: [{ name: nameOfChunk(), debugName: "app" }] } },
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
  const unmatched = new Set(REMEMBERED);

  return {
    name: "quick-server",
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
        this.warn(`@solidjs/start has another way to find ${what}. The server is slower than before.`);
    },
  };
}

/**
 * Few chunks in place of dozens, because each is one more line in a page: "app" is what every page loads, with what the home page shares with
 * others; "forms" is what the sign-in page shares with others. Passkeys stay apart, for the pages that offer them.
 */
function nameOfChunk() {
  let chunks: Record<"app" | "forms", Set<string>> | undefined;
  return (id: string, graph: ModuleGraph) => {
    chunks ??= chunksOf(graph);
    if (chunks.app.has(id)) return "app";
    // Relative: the project's folder may have any name.
    const isOfPasskeys = /passkey/i.test(relative(process.cwd(), id));
    return chunks.forms.has(id) && !isOfPasskeys ? "forms" : null;
  };
}

type ModuleGraph = { getModuleInfo: Rolldown.GetModuleInfo };

function chunksOf(graph: ModuleGraph) {
  const everywhere = reachableFrom(normalizePath(resolve("src/entry-client.tsx")), graph);
  const routes = [...everywhere].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  /** What a page shares with others. */
  const sharedOf = (file: string) => {
    const route = routes.find((id) => id.split("?")[0] === normalizePath(resolve(file)));
    const own = route ? reachableFrom(route, graph) : new Set<string>();
    const isShared = (id: string) => graph.getModuleInfo(id)?.importers.some((importer) => !own.has(importer));
    return [...own].filter(isShared);
  };
  return {
    app: new Set([...everywhere, ...sharedOf("src/routes/index.tsx")]),
    forms: new Set(sharedOf("src/routes/sign-in/index.tsx")),
  };
}

/** A module with all that it imports statically. */
function reachableFrom(start: string, graph: ModuleGraph): Set<string> {
  const found = new Set([start]);
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}
