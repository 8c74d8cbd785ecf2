// `npm run bench -w template -- --profile`: where the time of a request goes. V8 samples the server's main thread under
// load, and source maps tell which package or folder each sample belongs to.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createBuilder } from "vite";
import { freePort, root } from "../../tests/support/app.ts";
import { measure, ROUTES, type RouteName } from "./load.ts";
import { markdown, printTable, type Table, writeSection } from "./report.ts";
import { output, SERVERS, seedDatabases, startServer } from "./servers.ts";

const SAMPLING_MICROSECONDS = 200;

const COLLECTION = "garbage collection";
const NATIVE = "Node.js: native code, such as sockets";
const NODE = "Node.js: http, streams, fetch's classes";
const OTHER_PACKAGES = "other packages";

/** The first pattern that matches the path of a source file names its layer. */
const LAYERS: [layer: string, pattern: RegExp][] = [
  [NODE, /^node:/],
  ["Nitro, h3, srvx", /\/(nitro|h3|srvx|rou3|ufo|hookable)\//],
  ["SolidStart", /\/(@solidjs\/start|radix3|pathe|cookie-es)\/|\/\.nitro\//],
  ["@solidjs/router", /\/@solidjs\/router\//],
  ["@solidjs/meta", /\/@solidjs\/meta\//],
  ["solid-js, the renderer", /\/solid-js\//],
  ["seroval, hydration data", /\/seroval(-plugins)?\//],
  ["Auth.js", /\/(@auth|@panva|jose|oauth4webapi|preact)\//],
  ["Prisma", /\/@prisma\/|\/database\/generated\//],
  ["better-sqlite3", /\/better-sqlite3\//],
  [OTHER_PACKAGES, /\/node_modules\//],
  ["packages/database-engines", /\/packages\/database-engines\//],
  ["packages/solid-authjs", /\/packages\/solid-authjs\//],
  ["packages/start-kit", /\/packages\/start-kit\//],
  ["src/server", /\/src\/(server\/|middleware\.ts)/],
  ["the rest of src: pages", /\/src\//],
];

interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
  columnNumber: number;
}

interface Profile {
  nodes: { id: number; callFrame: CallFrame; hitCount?: number; children?: number[] }[];
}

/**
 * Profiles a build with source maps, one route after the other, and prints a table.
 *
 * @param isWritten whether to write the table into template/performance.md
 */
export async function profile(routes: RouteName[], seconds: number, isWritten = false): Promise<void> {
  console.log("building with source maps");
  const script = await buildWithSourceMaps();
  const { files, users } = await seedDatabases(script);
  const port = await freePort();
  const server = await startServer(script, files.application, {
    flags: [...SERVERS.application.flags, `--inspect=127.0.0.1:${port}`],
  });
  const inspector = await connect(port);
  await inspector.send("Profiler.enable");
  await inspector.send("Profiler.setSamplingInterval", { interval: SAMPLING_MICROSECONDS });

  const columns = new Map<string, Map<string, number>>();
  for (const name of routes) {
    const { label } = ROUTES[name];
    console.log(`profiling ${label}`);
    await measure(server, ROUTES[name], users, seconds);
    await inspector.send("Profiler.start");
    const { cpu = 0 } = await measure(server, ROUTES[name], users, seconds);
    const { profile } = (await inspector.send("Profiler.stop")) as { profile: Profile };
    writeFileSync(join(output, `${name}.cpuprofile`), JSON.stringify(profile));
    const shares = sharesOf(profile);
    columns.set(label, new Map([...shares].map(([layer, share]) => [layer, share * cpu])));
  }
  inspector.close();
  await server.stop();

  const layers = [COLLECTION, NATIVE, ...LAYERS.map(([layer]) => layer)].filter((layer) =>
    [...columns.values()].some((times) => times.has(layer)),
  );
  const total = (times: Map<string, number>) => [...times.values()].reduce((sum, time) => sum + time, 0);
  const cell = (times: Map<string, number>, layer: string) => {
    const time = times.get(layer) ?? 0;
    return `${time.toFixed(0)} (${((100 * time) / total(times)).toFixed(0)}%)`;
  };
  const table: Table = {
    title: "Self time in µs per request, and its share",
    head: ["layer", ...columns.keys()],
    rows: [
      ...layers.map((layer) => [layer, ...[...columns.values()].map((times) => cell(times, layer))]),
      ["total", ...[...columns.values()].map((times) => total(times).toFixed(0))],
    ],
  };
  printTable(table);
  if (isWritten) writeSection("layers", `${table.title}:\n\n${markdown(table)}`);
  console.log(`\nThe profiles, for the developer tools of Chromium: ${join(output, "*.cpuprofile")}`);
}

/** Builds into a folder of its own, so that .output stays the build that is deployed. */
async function buildWithSourceMaps(): Promise<string> {
  const dir = join(output, "profiled");
  // SolidStart looks for the application there.
  process.chdir(root);
  const builder = await createBuilder({
    root,
    logLevel: "error",
    nitro: { output: { dir }, sourcemap: true, experimental: { sourcemapMinify: false } },
  });
  await builder.buildApp();
  return join(dir, "server/index.mjs");
}

/** A connection to the inspector of another process. */
async function connect(port: number) {
  const [target] = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  let last = 0;
  return {
    close: () => socket.close(),
    send(method: string, params: object = {}): Promise<unknown> {
      const id = ++last;
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const listen = ({ data }: MessageEvent) => {
        const message = JSON.parse(data);
        if (message.id !== id) return;
        socket.removeEventListener("message", listen);
        resolve(message.result);
      };
      socket.addEventListener("message", listen);
      socket.send(JSON.stringify({ id, method, params }));
      return promise;
    },
  };
}

/** @returns each layer's share of the time in which the thread was not idle */
function sharesOf({ nodes }: Profile): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const hits = new Map<string, number>();
  const visit = (id: number, caller: string): void => {
    const node = byId.get(id);
    if (!node) return;
    const layer = layerOf(node.callFrame) ?? (caller === NODE ? NATIVE : caller);
    if (node.callFrame.functionName !== "(idle)") hits.set(layer, (hits.get(layer) ?? 0) + (node.hitCount ?? 0));
    for (const child of node.children ?? []) visit(child, layer);
  };
  visit(nodes[0]?.id ?? 0, NATIVE);
  const all = [...hits.values()].reduce((sum, each) => sum + each, 0);
  return new Map([...hits].map(([layer, each]) => [layer, each / all]));
}

/** @returns undefined for native functions, whose time is their caller's */
function layerOf(frame: CallFrame): string | undefined {
  if (frame.functionName === "(garbage collector)") return COLLECTION;
  if (frame.functionName === "(program)") return NATIVE;
  if (!frame.url) return;
  const source = sourceOf(frame);
  return LAYERS.find(([, pattern]) => pattern.test(source))?.[0] ?? OTHER_PACKAGES;
}

/**
 * @returns the path of a function's source file. Its end is right; what comes before the package or src may be that of
 * a bundle.
 */
function sourceOf({ url, lineNumber, columnNumber }: CallFrame): string {
  if (!url.startsWith("file:")) return url;
  let file = fileURLToPath(url);
  let [line, column] = [lineNumber, columnNumber];
  // The server is bundled twice: first by SolidStart's build, then by Nitro's.
  for (let map = sourceMap(file); map; map = sourceMap(file)) {
    const entry = map.findEntry(line, column);
    if (!("originalSource" in entry)) break;
    file = resolve(dirname(file), entry.originalSource);
    [line, column] = [entry.originalLine, entry.originalColumn];
  }
  return file;
}

const maps = new Map<string, SourceMap | undefined>();

function sourceMap(file: string): SourceMap | undefined {
  const path = `${file}.map`;
  if (!maps.has(file))
    maps.set(file, existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, "utf8"))) : undefined);
  return maps.get(file);
}
