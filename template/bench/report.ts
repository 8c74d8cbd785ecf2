// The results of a run: the tables and the targets, printed and in template/performance.md.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tests/support/app.ts";
import { CONNECTIONS, cpus, type Measurement, ROUTE_NAMES, ROUTES, type RouteName } from "./load.ts";
import { SERVERS, type ServerName } from "./servers.ts";

export interface Result {
  date: string;
  machine: { processor: string; cores: number; memoryGb: number; system: string; node: string };
  rounds: number;
  seconds: number;
  noise: {
    /** How long the same work took before each round, in milliseconds. */
    hashing: number[];
    /** The load average of a minute, before and after. */
    load: [number, number];
  };
  servers: Partial<Record<ServerName, ServerResult>>;
}

export interface ServerResult {
  /** The milliseconds from the start of the process to the first page, by round. */
  starts: number[];
  /** The peak of memory in megabytes, by round. Empty without /proc. */
  peaks: number[];
  /** The measurements by round. */
  routes: Partial<Record<RouteName, Measurement[]>>;
}

interface Table {
  title: string;
  head: string[];
  rows: string[][];
}

interface Target {
  name: string;
  limit: number;
  value: number;
}

/** What the application may cost, as ratios to the reference in the same run. */
function targets({ servers }: Result): Target[] {
  const { application, crowded, stock, look } = servers;
  const cpu = (server: ServerResult | undefined, route: RouteName) => least(cpus(server?.routes[route]));
  const ratio = (route: RouteName, reference: RouteName = route) => cpu(application, route) / cpu(stock, reference);
  const growth = ROUTE_NAMES.map((route) => cpu(crowded, route) / cpu(application, route)).filter(Number.isFinite);
  const all: [name: string, value: number, limit: number][] = [
    ["/, to the same page in stock", cpu(application, "home") / cpu(look, "home"), 1.15],
    ["/, to stock's", ratio("home"), 1.5],
    ["/sign-in, to stock's /", ratio("sign-in", "home"), 2.5],
    ["/protected, to stock's", ratio("protected"), 0.45],
    ["/account, to /protected", cpu(application, "account") / cpu(application, "protected"), 2.5],
    ["/protected, signed out, to stock's", ratio("redirect"), 0.12],
    ["/api/auth/session, to stock's", ratio("session"), 0.4],
    ["101,000 sessions, to 1,000, on the worst route", Math.max(...growth), 1.1],
    ["start to first answer, to stock's", least(application?.starts) / least(stock?.starts), 1.25],
    ["peak of memory, to stock's", least(application?.peaks) / least(stock?.peaks), 1],
  ];
  return all.filter(([, value]) => Number.isFinite(value)).map(([name, value, limit]) => ({ name, value, limit }));
}

function tables(result: Result): Table[] {
  const servers = Object.entries(result.servers) as [ServerName, ServerResult][];
  const measured = ROUTE_NAMES.filter((route) => result.servers.application?.routes[route]);
  return [
    {
      title:
        `Under load: processor time of the server per request, the least and the median of ${describeRounds(result)}, ` +
        "and medians of what the client saw",
      head: ["route", "server", "µs, least", "median", "to stock", "requests/s", "p50, ms", "p99, ms"],
      rows: measured.flatMap((route) =>
        servers.flatMap(([name, { routes }]) => {
          const found = routes[route];
          if (!found) return [];
          const ratio = least(cpus(found)) / least(cpus(result.servers.stock?.routes[route]));
          const row = [
            name === "application" ? ROUTES[route].label : "",
            SERVERS[name].label,
            number(least(cpus(found))),
            number(median(cpus(found))),
            number(ratio, 2),
            number(median(found.map(({ perSecond }) => perSecond))),
            number(median(found.map(({ p50 }) => p50)), 1),
            number(median(found.map(({ p99 }) => p99)), 1),
          ];
          return [row];
        }),
      ),
    },
    {
      title: "Start and memory",
      head: ["server", "start to first answer, ms", "peak, MB"],
      rows: servers.map(([name, { starts, peaks }]) => [
        SERVERS[name].label,
        number(least(starts)),
        number(least(peaks)),
      ]),
    },
    {
      title: "Targets: ratios of processor time per request, then of the start and of memory",
      head: ["what", "at most", "measured", ""],
      rows: targets(result).map(({ name, limit, value }) => [
        name,
        `${number(limit, 2)}×`,
        `${number(value, 2)}×`,
        value <= limit ? "met" : "missed",
      ]),
    },
  ];
}

/** How far the figures of this run can be trusted. */
function describeNoise({ noise, servers, rounds }: Result): string[] {
  const series = Object.values(servers).flatMap(({ routes }) => Object.values(routes));
  const others = series.flat().map(({ others = Number.NaN }) => others);
  const spreads = series.map((found) => Math.max(...cpus(found)) / least(cpus(found)) - 1).toSorted((a, b) => a - b);
  const percent = (share: number) => `${number(100 * share)}%`;
  const slowdown = Math.max(...noise.hashing) / least(noise.hashing) - 1;
  const loads = noise.load.map((load) => number(load, 1)).join(" before and ");
  const lines = [
    `Other processes took ${percent(median(others))} of the machine (median; ${percent(Math.max(...others))} at worst).`,
    `The load average was ${loads} after.`,
  ];
  if (rounds === 1) return lines;
  return [
    ...lines,
    `Between rounds, processor times differ by ${percent(median(spreads))} (median; ${percent(Math.max(...spreads))} at worst).`,
    `The same work before each round took ${percent(slowdown)} longer in the slowest round than in the quickest.`,
  ];
}

function describeMachine({ machine, date, rounds, seconds }: Result): string {
  const { processor, cores, memoryGb, system, node } = machine;
  return (
    `${date.slice(0, 10)}: ${processor}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}. ` +
    `Each route of each server was loaded for ${seconds} s in ${describeRounds({ rounds })}, over ${CONNECTIONS} connections.`
  );
}

function describeRounds({ rounds }: { rounds: number }): string {
  return rounds === 1 ? "one round" : `${rounds} rounds`;
}

export function print(result: Result): void {
  for (const table of tables(result)) printTable(table);
  console.log(`\n${[describeMachine(result), ...describeNoise(result)].join("\n")}`);
}

function printTable({ title, head, rows }: Table): void {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        isNumeric(rows, column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join("  ");
  console.log(`\n${title}\n`);
  for (const row of [head, ...rows]) console.log(line(row).trimEnd());
}

function isNumeric(rows: string[][], column: number): boolean {
  return rows.every((row) => /^([\d–]|$)/.test(row[column] ?? "")) && rows.some((row) => row[column]);
}

/** Writes the figures into template/performance.md, between its two marks. */
export function writeFigures(result: Result): void {
  const file = join(root, "template/performance.md");
  const page = readFileSync(file, "utf8");
  const [begin, end] = [page.match(/<!-- figures: .* -->\n/)?.[0], "<!-- end of the figures -->"];
  if (!begin || !page.includes(end)) throw new Error("template/performance.md lacks the marks of the figures.");
  const sections = tables(result).map((table) => `**${table.title}**\n\n${markdown(table)}`);
  const text = [describeMachine(result), ...sections, describeNoise(result).join(" ")].join("\n\n");
  const [before, after] = [page.slice(0, page.indexOf(begin)), page.slice(page.indexOf(end))];
  writeFileSync(file, `${before}${begin}\n${text}\n\n${after}`);
}

function markdown({ head, rows }: Table): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, column) => (isNumeric(rows, column) ? "---:" : "---"));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

/** @returns NaN for an empty list */
function least(values: number[] = []): number {
  return values.length > 0 ? Math.min(...values) : Number.NaN;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

function number(value: number, digits = 0): string {
  if (!Number.isFinite(value)) return "–";
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
