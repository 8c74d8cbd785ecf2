// `npm run bench:peers -w template`: this application beside other frameworks with a library for sign-in, in the same
// run. `--build` installs and builds everything anew, `--quick` measures for one short round, and `--write` writes the
// table to template/performance.md.

import { availableParallelism, cpus } from "node:os";
import { chromium } from "@playwright/test";
import { ensureBrowser } from "../../scripts/browser.ts";
import { peakMegabytes } from "./clocks.ts";
import { measure } from "./load.ts";
import { PEER_ROUTES, routesOf } from "./peer-routes.ts";
import { buildPeers, idsOf, PEER_NAMES, PEERS, type PeerName, seedPeers } from "./peer-servers.ts";
import { type Figures, peersTable, type RowName, sentencesBehind } from "./peers-report.ts";
import { markdown, printTable, writeSection } from "./report.ts";
import { prepare, RICH_USERS, startServer } from "./servers.ts";
import { type Visit, visit } from "./visits.ts";

const isQuick = process.argv.includes("--quick");
const ROUNDS = isQuick ? 1 : 3;
const SECONDS = isQuick ? 0.5 : 2.5;
const WARM_UP_SECONDS = isQuick ? 0.2 : 1;

prepare();
buildPeers(process.argv.includes("--build"));
const { files, users } = await seedPeers();
/** Each has one session, and none of what a user has after years. */
const plainUsers = users.slice(RICH_USERS);
const plainIds = idsOf(plainUsers, files.application);
const figures: Figures = {};

const keep = (row: RowName, name: PeerName, figure: number | undefined) => {
  if (figure === undefined) return;
  const known = figures[row]?.[name];
  figures[row] = { ...figures[row], [name]: known === undefined ? figure : Math.min(known, figure) };
};

const visits = await visitAll();
for (let round = 1; round <= ROUNDS; round++) await measureRound(round);

const table = peersTable(figures, ROUNDS);
printTable(table);
const behind = sentencesBehind(figures);
console.log(`\n${behind.join("\n")}\n\nEvery answer was right.`);
if (process.argv.includes("--write")) {
  const machine = `${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model}, ${availableParallelism()} cores, Node ${process.versions.node}. ${table.title}.`;
  writeSection("peers", [machine, markdown(table), behind.map((line) => `- ${line}`).join("\n")].join("\n\n"));
}

/** Counts what a browser asks each server for. */
async function visitAll(): Promise<Record<PeerName, Visit>> {
  const found: Partial<Record<PeerName, Visit>> = {};
  for (const name of PEER_NAMES) {
    const server = await started(name);
    const user = plainUsers[0];
    if (!user) throw new Error("There is no user.");
    const headers = server.headersOf(user);
    const { cookie, ...forwarded } = headers;
    const browser = await chromium.launch({ executablePath: ensureBrowser() });
    // What a proxy adds to each request.
    browser.on("context", (context) => context.setExtraHTTPHeaders(forwarded));
    const visited = await visit(browser, server.origin, headers);
    await browser.close();
    keep("requestsOfAction", name, visited.action.count);
    keep("requestsOfNavigation", name, visited.navigation.count);
    keep("javascript", name, visited.scripts.bytes / 1000);
    found[name] = visited;
    await server.stop();
  }
  return found as Record<PeerName, Visit>;
}

async function started(name: PeerName) {
  const { script, ...options } = PEERS[name];
  return { ...(await startServer(script, files[name], options)), headersOf: options.headersOf };
}

/** Measures the servers in turn, so that other load on the machine affects all of them. */
async function measureRound(round: number): Promise<void> {
  const running: { name: PeerName; server: Awaited<ReturnType<typeof started>> }[] = [];
  for (const name of PEER_NAMES) {
    const server = await started(name);
    keep("start", name, server.startMs);
    running.push({ name, server });
  }
  for (const seconds of [WARM_UP_SECONDS, SECONDS])
    for (const row of PEER_ROUTES)
      for (const { name, server } of running) {
        const route = routesOf(name, visits[name], server.origin, plainIds)[row];
        const isData = row === "action" || row === "navigation";
        const { cpu } = await measure(server, route, isData ? plainUsers : users, seconds);
        if (seconds === WARM_UP_SECONDS) continue;
        keep(row, name, cpu);
        console.log(`round ${round} of ${ROUNDS}, ${route.label}, ${PEERS[name].label}: ${cpu?.toFixed(0)} µs`);
      }
  for (const { name, server } of running) {
    keep("peak", name, peakMegabytes(server.pid));
    await server.stop();
  }
}
