// `npm run bench:parts -w template` measures the parts of start-kit that save time. Each part is turned off in a copy,
// and that copy is measured beside one with all parts.

import { join } from "node:path";
import { buildVariant } from "../../tests/support/copies.ts";
import { measure, peakMegabytes, ROUTES, type RouteName } from "./load.ts";
import { prepare, SERVERS, seedDatabases, startServer } from "./servers.ts";

const PARTS = ["preloadRoutes", "matchOneRoute", "cacheApiRoutes", "settledQueries", "shortLived"];
const MEASURED: RouteName[] = ["home", "sign-in", "protected", "account", "redirect", "session"];
const ROUNDS = 7;
const SECONDS = 3;

prepare();
const scripts = new Map(["none", ...PARTS].map((part) => [part, built(part)]));
const { files, users } = await seedDatabases(scripts.get("none") ?? "");
/** The figures of each part and each measurement: one figure a round. */
const figures = new Map<string, number[]>();

for (let round = 0; round < ROUNDS; round++) {
  const servers = [];
  // Each round begins with another copy, since the first of a row has a cooler processor.
  const builds = [...scripts];
  for (const [part, script] of [...builds.slice(round), ...builds.slice(0, round)]) {
    const server = await startServer(script, files.application, SERVERS.application);
    keep(part, "start", server.startMs);
    servers.push({ part, server });
  }
  for (const seconds of [1, SECONDS])
    for (const name of MEASURED)
      for (const { part, server } of servers) {
        const { cpu } = await measure(server, ROUTES[name], users, seconds);
        if (seconds === SECONDS && cpu) keep(part, ROUTES[name].label, cpu);
      }
  for (const { part, server } of servers) {
    keep(part, "peak", peakMegabytes(server.pid) ?? Number.NaN);
    await server.stop();
  }
}

const columns = ["start", "peak", ...MEASURED.map((name) => ROUTES[name].label)];
const base = columns.map((column) => least(figures.get(`none ${column}`)));
console.log(`\nWith all parts: start ${base[0]} ms, peak ${base[1]} MB, routes in µs: ${base.slice(2).join(", ")}`);
console.log(`\n| without | ${columns.join(" | ")} |\n|${" --- |".repeat(columns.length + 1)}`);
for (const part of PARTS) {
  const cells = columns.map((column, index) => least(figures.get(`${part} ${column}`)) / (base[index] ?? 0));
  console.log(`| ${part} | ${cells.map((ratio) => `${ratio.toFixed(2)} ×`).join(" | ")} |`);
}

/** @returns the script of a build without a part */
function built(part: string): string {
  console.log(`building without ${part}`);
  const to = part === "none" ? "startKit({" : `startKit({ ${part}: false,`;
  const folder = buildVariant({ name: `parts-${part}`, file: "vite.config.ts", from: "startKit({", to });
  return join(folder, ".output/server/index.mjs");
}

function keep(part: string, what: string, figure: number): void {
  const key = `${part} ${what}`;
  figures.set(key, [...(figures.get(key) ?? []), figure]);
}

/** Other work on the machine only adds to a figure. */
function least(values: number[] = []): number {
  return Math.round(Math.min(...values));
}
