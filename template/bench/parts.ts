// `npm run bench:parts -w template` measures the parts of start-kit that save processor time, and the one that saves
// JavaScript. Each part is turned off in a copy. Short bursts of requests go to the copies in turn, and each is
// compared with the burst to the copy with all parts that was just before or after it, so other work on the machine
// affects both.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildVariant } from "../../tests/support/copies.ts";
import { clientFiles } from "./client-files.ts";
import { ROUTES, type Route, type RouteName } from "./load.ts";
import { median, printTable } from "./report.ts";
import { prepare, RICH_USERS, SERVERS, type Server, seedDatabases, startServer } from "./servers.ts";

const PARTS = ["preloadRoutes", "matchOneRoute", "settledQueries", "shortLived"];
const MEASURED: RouteName[] = ["home", "sign-in", "protected", "account", "redirect", "session"];
const STARTS = 5;
const WARM_UP_BURSTS = 8;
const BURSTS = 30;
const REQUESTS = 100;
const CONNECTIONS = 8;
/** The first answer of a page after the start. */
const FIRST = "first /sign-in";

prepare();
const scripts = new Map(["none", ...PARTS].map((part) => [part, built(part)]));
const withoutLeanClient = built("leanClient");
const { files, users } = await seedDatabases(scripts.get("none") ?? "");
/** The figures of each part and each measurement, in the order of the rounds. */
const figures = new Map<string, number[]>();
let servers: { part: string; server: Server }[] = [];

for (let round = 0; round < STARTS; round++) {
  for (const { server } of servers) await server.stop();
  servers = [];
  for (const [part, script] of scripts) {
    const server = await startOf(script);
    keep(part, FIRST, await costOf(server, () => burst(server, ROUTES["sign-in"], 1)));
    servers.push({ part, server });
  }
}
for (const name of MEASURED)
  for (let round = -WARM_UP_BURSTS; round < BURSTS; round++)
    for (const { part, server } of servers) {
      const cost = await costOf(server, () => burst(server, ROUTES[name], REQUESTS));
      if (round >= 0) keep(part, ROUTES[name].label, cost / REQUESTS);
    }
for (const { server } of servers) await server.stop();

const columns = [FIRST, ...MEASURED.map((name) => ROUTES[name].label)];
printTable({
  title: "Processor time without a part, to that with all parts: the median of pairs",
  head: ["without", ...columns],
  rows: PARTS.map((part) => [part, ...columns.map((column) => `${ratio(part, column).toFixed(2)} ×`)]),
});
console.log(
  `\nWith all parts, in µs: ${columns.map((each) => `${each} ${median(of("none", each)).toFixed(0)}`).join(", ")}`,
);

for (const [name, script] of Object.entries({
  "all parts": scripts.get("none") ?? "",
  "no leanClient": withoutLeanClient,
})) {
  const server = await startOf(script);
  for (const path of ["/", "/sign-in"]) {
    const { bytes, files: count } = await clientFiles(server.origin, path);
    console.log(`JavaScript of ${path} with ${name}: ${(bytes / 1000).toFixed(1)} kB in ${count} files`);
  }
  await server.stop();
}

function startOf(script: string): Promise<Server> {
  return startServer(script, files.application, { flags: SERVERS.application.flags });
}

/** Sends requests of users in turn, and checks every answer. */
async function burst({ origin }: Server, route: Route, count: number): Promise<void> {
  let sent = 0;
  const connections = Array.from({ length: Math.min(CONNECTIONS, count) }, async () => {
    while (sent < count) {
      const user = users[sent++ % RICH_USERS];
      if (!user) return;
      const headers = route.isSignedIn ? { cookie: `authjs.session-token=${user.token}` } : undefined;
      const response = await fetch(origin + route.path, { headers, redirect: "manual" });
      const location = response.headers.get("location") ?? undefined;
      const problem = route.problem({ status: response.status, body: await response.text(), location }, user, sent);
      if (problem) throw new Error(`${route.path}: ${problem}`);
    }
  });
  await Promise.all(connections);
}

/** @returns the processor time that a server takes meanwhile, in microseconds */
async function costOf({ pid }: Server, act: () => Promise<void>): Promise<number> {
  const before = processorTime(pid);
  await act();
  return processorTime(pid) - before;
}

/**
 * @returns that of all threads of a process, in microseconds. What a bench of seconds reads is too coarse for a burst.
 */
function processorTime(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = tasks.map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1000;
}

/** @returns the script of a build without a part */
function built(part: string): string {
  console.log(`building without ${part}`);
  const off = part === "none" ? "startKit({" : `startKit({ ${part}: false,`;
  // It has settings, which would come after.
  const [from, to] = part === "leanClient" ? ["leanClient: {", "leanClient: false && {"] : ["startKit({", off];
  const folder = buildVariant({ name: `parts-${part}`, file: "vite.config.ts", from, to });
  return join(folder, ".output/server/index.mjs");
}

function keep(part: string, what: string, figure: number): void {
  figures.set(`${part} ${what}`, [...of(part, what), figure]);
}

function of(part: string, what: string): number[] {
  return figures.get(`${part} ${what}`) ?? [];
}

function ratio(part: string, what: string): number {
  return median(of(part, what).map((figure, round) => figure / (of("none", what)[round] ?? Number.NaN)));
}
