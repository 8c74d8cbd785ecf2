// `npm run bench:parts -w template` measures the parts of start-kit that save processor time, and the one that saves
// JavaScript. Each part is turned off in a copy, and that copy is measured beside one with all parts.

import { join } from "node:path";
import { buildVariant } from "../../tests/support/copies.ts";
import { clientFiles } from "./client-files.ts";
import { peakMegabytes } from "./clocks.ts";
import { measure, ROUTES, type RouteName } from "./load.ts";
import { PAGES } from "./report.ts";
import { prepare, SERVERS, seedDatabases, startServer } from "./servers.ts";

const PARTS = ["preloadRoutes", "matchOneRoute", "cacheApiRoutes", "settledQueries", "shortLived"];
const MEASURED: RouteName[] = ["home", "sign-in", "protected", "account", "redirect", "session"];
const ROUNDS = 4;
const WARM_UP_SECONDS = 1;
const SECONDS = 2;

prepare();
const scripts = new Map(["none", ...PARTS].map((part) => [part, built(part)]));
const withoutLeanClient = built("leanClient");
const { files, users } = await seedDatabases(scripts.get("none") ?? "");
/** The first answer of a page after the start: its code is loaded, and V8 has not compiled it. */
const FIRST = "first /sign-in";
/** The figures of each part and each measurement: one figure a round. */
const figures = new Map<string, number[]>();

for (let round = 0; round < ROUNDS; round++) {
  const servers = [];
  // Each round begins with another copy, since the first of a row has a cooler processor.
  const builds = [...scripts];
  for (const [part, script] of [...builds.slice(round), ...builds.slice(0, round)]) {
    const server = await startServer(script, files.application, { flags: SERVERS.application.flags });
    keep(part, "start", server.startMs);
    servers.push({ part, server });
  }
  for (const { part, server } of servers) keep(part, FIRST, await milliseconds(`${server.origin}/sign-in`));
  for (const seconds of [WARM_UP_SECONDS, SECONDS])
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

const columns = ["start", FIRST, "peak", ...MEASURED.map((name) => ROUTES[name].label)];
const base = columns.map((column) => least(figures.get(`none ${column}`)));
console.log(
  `\nWith all parts: ${columns.map((column, index) => `${column} ${base[index]}`).join(", ")} (ms, MB, and µs)`,
);
console.log(`\n| without | ${columns.join(" | ")} |\n|${" --- |".repeat(columns.length + 1)}`);
for (const part of PARTS) {
  const cells = columns.map((column, index) => least(figures.get(`${part} ${column}`)) / (base[index] ?? 0));
  console.log(`| ${part} | ${cells.map((ratio) => `${ratio.toFixed(2)} ×`).join(" | ")} |`);
}

for (const [name, script] of Object.entries({
  "all parts": scripts.get("none") ?? "",
  "no leanClient": withoutLeanClient,
})) {
  const server = await startServer(script, files.application, { flags: SERVERS.application.flags });
  for (const path of PAGES.slice(0, 2)) {
    const { bytes, files: count } = await clientFiles(server.origin, path);
    console.log(`JavaScript of ${path} with ${name}: ${(bytes / 1000).toFixed(1)} kB in ${count} files`);
  }
  await server.stop();
}

async function milliseconds(url: string): Promise<number> {
  const begun = performance.now();
  await (await fetch(url)).text();
  return performance.now() - begun;
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
  const key = `${part} ${what}`;
  figures.set(key, [...(figures.get(key) ?? []), figure]);
}

/** Other work on the machine only adds to a figure. */
function least(values: number[] = []): number {
  return Math.round(Math.min(...values));
}
