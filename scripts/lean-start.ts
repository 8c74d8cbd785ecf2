// What a build changes in SolidStart's own files: all of it is here. If one of them no longer matches, the build warns, and its result is
// larger or slower.
// - For the browser: on the home page 25 kB of gzip in place of 44, in 2 files in place of 17; on the sign-in page 31 in place of 50, in 5
//   in place of 24.
// - On the server: for each request SolidStart makes its list of routes anew, and looks up the stylesheets and scripts of the page. A build
//   remembers them, which saves about 3% of the home page's processor time.
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
              output: { codeSplitting: { groups: [{ name: nameOfAppChunk(), debugName: "app" }, FORMS] } },
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

/** What several pages load: the parts of forms, mostly. Only pages that offer passkeys load those. */
const FORMS = { name: "forms", minShareCount: 3, test: (id: string) => !/passkey/i.test(id) };

/** Puts what every page loads into one chunk, with what the home page shares with others. Each chunk is one more line in a page. */
function nameOfAppChunk() {
  const entry = normalizePath(resolve("src/entry-client.tsx"));
  const home = normalizePath(resolve("src/routes/index.tsx"));
  let app: Set<string> | undefined;
  return (id: string, graph: ModuleGraph) => {
    app ??= modulesOfApp(entry, home, graph);
    return app.has(id) ? "app" : null;
  };
}

type ModuleGraph = { getModuleInfo: Rolldown.GetModuleInfo };

function modulesOfApp(entry: string, home: string, graph: ModuleGraph): Set<string> {
  const everywhere = reachableFrom(entry, graph);
  const routes = [...everywhere].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  const ofHome = reachableFrom(routes.find((id) => id.split("?")[0] === home) ?? entry, graph);
  const isShared = (id: string) => graph.getModuleInfo(id)?.importers.some((importer) => !ofHome.has(importer));
  return new Set([...everywhere, ...[...ofHome].filter(isShared)]);
}

/** A module with all that it imports statically. */
function reachableFrom(start: string, graph: ModuleGraph): Set<string> {
  const found = new Set([start]);
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}
