// `npm run bench -w template`: what a page costs the server, beside three references in the same run. `--help` lists
// the options, and template/performance.md explains the figures.

import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { peakMegabytes } from "./clocks.ts";
import { measure, ROUTE_NAMES, ROUTES, type RouteName } from "./load.ts";
import { print, type Result, type ServerResult, writeFigures } from "./report.ts";
import {
  build,
  FURTHER_SESSIONS,
  output,
  prepare,
  SERVER_NAMES,
  SERVERS,
  type ServerName,
  seedDatabases,
  startServer,
} from "./servers.ts";

const HELP = `npm run bench -w template -- [options] [routes]

  --rounds 3     how often everything is measured
  --seconds 4    how long each route of each server is measured in a round
  --quick        one round of two seconds, without the database of 101,000 sessions
  --no-build     use the builds that are there
  --write        write what was measured to template/performance.md

  Routes: ${ROUTE_NAMES.join(", ")}. Without any, all of them.`;

/** The warm-up of each route of a new server. V8 has compiled what all routes need before the first is measured. */
const MAX_WARM_UP_SECONDS = 2;
const HASHED_BYTES = 256 * 1024 * 1024;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string" },
    seconds: { type: "string" },
    quick: { type: "boolean" },
    "no-build": { type: "boolean" },
    write: { type: "boolean" },
    help: { type: "boolean" },
  },
});

const rounds = Number(options.rounds ?? (options.quick ? 1 : 3));
const seconds = Number(options.seconds ?? (options.quick ? 2 : 4));
const REFERENCES: ServerName[] = ["stock", "look", "floor"];
const isRoute = (name: string): name is RouteName => name in ROUTES;

if (options.help || !positionals.every(isRoute) || !(rounds >= 1) || !(seconds > 0)) {
  console.log(HELP);
  process.exit(options.help ? 0 : 1);
}

const routes = positionals.length > 0 ? positionals : ROUTE_NAMES;
mkdirSync(output, { recursive: true });
if (process.platform !== "linux")
  console.log(
    "Processor time and memory of a server are read from /proc. Only Linux has it, so they are missing here.\n",
  );

prepare();
build(!options["no-build"]);
const result = await measureAll();
const file = join(output, "result.json");
writeFileSync(file, JSON.stringify(result, null, 2));
print(result);
console.log(`\nEvery answer was right. All figures: ${file}`);
if (options.write) writeFigures(result);

/** Measures the servers in turn, so that other load on the machine affects all of them. */
async function measureAll(): Promise<Result> {
  const names = SERVER_NAMES.filter((name) => !options.quick || name !== "crowded");
  console.log("filling the databases");
  const { files, users } = await seedDatabases(SERVERS.application.script, options.quick ? 0 : FURTHER_SESSIONS);
  const tested = names.map((name) => ({ name, result: newResult() }));
  const hashing: number[] = [];
  const loadBefore = loadAverage();

  for (let round = 1; round <= rounds; round++) {
    hashing.push(timeHash());
    const running = [];
    for (const { name, result } of tested) {
      const server = await startServer(SERVERS[name].script, files[name], SERVERS[name]);
      result.starts.push(server.startMs);
      running.push({ name, result, server });
    }
    console.log(`round ${round} of ${rounds}, warming up`);
    const hasRoute = (name: ServerName, route: RouteName) =>
      name === "look" ? route === "home" : !("isOwn" in ROUTES[route]) || !REFERENCES.includes(name);
    for (const { name, server } of running)
      for (const route of routes.filter((route) => hasRoute(name, route)))
        await measure(server, ROUTES[route], users, Math.min(seconds, MAX_WARM_UP_SECONDS));
    for (const route of routes)
      for (const { name, result, server } of running.filter(({ name }) => hasRoute(name, route))) {
        const found = await measure(server, ROUTES[route], users, seconds);
        result.routes[route] = [...(result.routes[route] ?? []), found];
        const cost = found.cpu ? `, ${found.cpu.toFixed(0)} µs each` : "";
        const what = `round ${round} of ${rounds}, ${ROUTES[route].label}, ${SERVERS[name].label}`;
        console.log(`${what}: ${found.perSecond.toFixed(0)} requests/s${cost}`);
      }
    for (const { result, server } of running) {
      const peak = peakMegabytes(server.pid);
      if (peak) result.peaks.push(peak);
      await server.stop();
    }
  }
  return {
    date: new Date().toISOString(),
    machine: {
      processor: cpus()[0]?.model ?? "unknown processor",
      cores: availableParallelism(),
      memoryGb: Math.round(totalmem() / 1024 ** 3),
      system: `${type()} ${release().replace(/-.*/, "")}`,
      node: process.versions.node,
    },
    rounds,
    seconds,
    noise: { hashing, load: [loadBefore, loadAverage()] },
    servers: Object.fromEntries(tested.map(({ name, result }) => [name, result])),
  };
}

function newResult(): ServerResult {
  return { starts: [], peaks: [], routes: {} };
}

/** The milliseconds that the same work takes each time: more while the machine is slow. */
function timeHash(): number {
  const begun = performance.now();
  createHash("sha256").update(Buffer.alloc(HASHED_BYTES)).digest();
  return performance.now() - begun;
}

function loadAverage(): number {
  return loadavg()[0] ?? 0;
}
