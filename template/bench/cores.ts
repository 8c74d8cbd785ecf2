// `npm run bench:cores -w template`: what a second process on the same database adds. Where the load comes from
// elsewhere, each process has a core of its own. Here it shares the cores with the client, so requests a second would
// say little: the throughput of two is twice the processor time of a request to one alone, divided by that beside the
// other. `--quick` measures for one short round.

import { cpus, measure, ROUTES, type RouteName } from "./load.ts";
import { printTable } from "./report.ts";
import { build, prepare, SERVERS, type Server, seedDatabases, startServer } from "./servers.ts";

const isQuick = process.argv.includes("--quick");
const ROUNDS = isQuick ? 1 : 5;
const SECONDS = isQuick ? 0.5 : 4;
const PROCESSES = 2;
const MEASURED: RouteName[] = ["home", "protected", "account", "session"];

prepare();
build(false);
const { application } = SERVERS;
const { files, users } = await seedDatabases(application.script);
const servers: Server[] = [];
for (let each = 0; each < PROCESSES; each++)
  servers.push(await startServer(application.script, files.application, application));

const load = (those: typeof servers, route: RouteName) =>
  Promise.all(those.map((server) => measure(server, ROUTES[route], users, SECONDS)));
const least = (costs: number[]) => Math.min(...costs);

const rows: string[][] = [];
for (const route of MEASURED) {
  // V8 compiles.
  await load(servers, route);
  const alone: number[] = [];
  const together: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(...cpus(await load(servers.slice(0, 1), route)));
    const costs = cpus(await load(servers, route));
    together.push(costs.reduce((sum, cost) => sum + cost, 0) / costs.length);
  }
  const gain = (PROCESSES * least(alone)) / least(together);
  rows.push([ROUTES[route].label, least(alone).toFixed(0), least(together).toFixed(0), `${gain.toFixed(2)} ×`]);
}

printTable({
  title: `Two processes on one SQLite file: the least of ${ROUNDS} rounds`,
  head: ["route", "µs each, one process", "µs each, two", "throughput of two"],
  rows,
});
for (const server of servers) await server.stop();
