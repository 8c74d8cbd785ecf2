// `npm run bench:starts -w template`: how long it takes from the start of a process to its first page, beside stock;
// what the first request of a page takes beside later ones; and how long a clone waits for `npm run dev`. `--build`
// makes new builds, `--quick` starts each once, and `--write` writes the tables to template/performance.md.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { ensureBrowser } from "../../scripts/browser.ts";
import { ended, freePort, root } from "../../tests/support/app.ts";
import { installedCopy } from "../../tests/support/copies.ts";
import { claimed, gateAll } from "../../tests/support/gate.ts";
import { newPostgreSqlDatabase, startPostgreSql } from "../../tests/support/postgresql/server.ts";
import { atExit } from "../../tests/support/temporary.ts";
import { startDev } from "../tests/support/dev-server.ts";
import { sessionHeaders } from "./load.ts";
import { markdown, median, printTable, type Table, writeSection } from "./report.ts";
import { build, environment, prepare, runNode, SERVERS, type Server, seedDatabases, startServer } from "./servers.ts";

const isQuick = process.argv.includes("--quick");
const isNew = process.argv.includes("--build");
const ROUNDS = isQuick ? 1 : 15;
const DEVELOPMENT_ROUNDS = isQuick ? 1 : 3;
const LATER_REQUESTS = 20;
const PAGE_TIMEOUT_MS = 60_000;
/** What a signed-in user asks for first. The first page of a process was the home page. */
const FIRST_REQUESTS = ["/sign-in", "/protected", "/account", "/api/auth/session"];
const FUNCTION = ".vercel/output/functions/__server.func/index.mjs";
const STOCK = join(import.meta.dirname, "stock");
/** Serves a function as its platform does. */
const PLATFORM = join(root, "template/tests/support/function.ts");

prepare();
build(isNew);
for (const folder of [root, STOCK]) if (isNew || !existsSync(join(folder, FUNCTION))) buildFunction(folder);
const { files, users } = await seedDatabases(SERVERS.application.script);
const postgreSql = await startPostgreSql();
const onPostgreSql = { DATABASE_URL: await newPostgreSqlDatabase(postgreSql.url), TRUST_PROXY: "1" };
// The application applies its migrations when it starts. Stock has the same tables.
await (await startServer(SERVERS.application.script, "", { env: onPostgreSql })).stop();

const tables = [await starts(), await firstRequests(), await development()];
for (const table of tables) printTable(table);
if (process.argv.includes("--write")) {
  const machine = `${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model}, ${availableParallelism()} cores, Node ${process.versions.node}.`;
  const sections = tables.map((table) => `**${table.title}**\n\n${markdown(table)}`);
  writeSection("starts", [machine, ...sections].join("\n\n"));
}
await postgreSql.stop();

function buildFunction(folder: string): void {
  console.log(`building ${folder} for Vercel`);
  process.env.NITRO_PRESET = "vercel";
  runNode(folder, join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error");
  delete process.env.NITRO_PRESET;
}

type Name = "application" | "stock";

/** The ways to start a server. */
function ways(): Record<string, (name: Name) => Promise<Server>> {
  const start = (name: Name, env = {}, prefix: string[] = []) => {
    const { script, flags, ...server } = { env: {}, ...SERVERS[name] };
    return startServer(script, files[name], { flags, env: { ...server.env, ...env }, prefix });
  };
  return {
    SQLite: (name) => start(name),
    "SQLite, one core": (name) => start(name, {}, ["taskset", "-c", "0"]),
    PostgreSQL: (name) => start(name, onPostgreSql),
    "PostgreSQL, as a function for Vercel": (name) =>
      startServer(join(name === "stock" ? STOCK : root, FUNCTION), "", { flags: [PLATFORM], env: onPostgreSql }),
  };
}

/** In pairs, so that what else the machine does affects both. */
async function starts(): Promise<Table> {
  const rows: string[][] = [];
  for (const [what, start] of Object.entries(ways())) {
    const times: Record<Name, number[]> = { application: [], stock: [] };
    for (let round = 0; round < ROUNDS; round++)
      for (const name of ["application", "stock"] as const) {
        const server = await start(name);
        times[name].push(server.startMs);
        await server.stop();
      }
    const [ours, stocks] = [median(times.application), median(times.stock)];
    rows.push([what, ours.toFixed(0), stocks.toFixed(0), (ours / stocks).toFixed(2)]);
  }
  return {
    title: `From the start of a process to its first page, the median of ${ROUNDS} pairs`,
    head: ["with", "this application, ms", "stock, ms", "to stock"],
    rows,
  };
}

/** The home page was the first of the process. */
async function firstRequests(): Promise<Table> {
  const user = users[0];
  if (!user) throw new Error("There is no user.");
  const { script, ...options } = SERVERS.application;
  const rows: string[][] = [];
  for (const path of FIRST_REQUESTS) {
    const [first, later]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const server = await startServer(script, files.application, options);
      const ask = () => request(server.origin + path, path === "/sign-in" ? {} : sessionHeaders(user));
      first.push(await ask());
      for (let request = 0; request < LATER_REQUESTS; request++) later.push(await ask());
      await server.stop();
    }
    const times = [median(first), median(later)];
    rows.push([path, ...times.map((time) => time.toFixed(1)), (median(first) / median(later)).toFixed(1)]);
  }
  return {
    title: `The first request after the home page, and the ${LATER_REQUESTS} after it, medians of ${ROUNDS} processes`,
    head: ["what", "first, ms", "later, ms", "to later"],
    rows,
  };
}

/** @returns the milliseconds until the whole answer is there */
async function request(url: string, headers: Record<string, string>): Promise<number> {
  const begun = performance.now();
  const response = await fetch(url, { headers });
  await response.text();
  const time = performance.now() - begun;
  if (response.status !== 200 || response.url !== url) throw new Error(`${url}: ${response.status} ${response.url}`);
  return time;
}

/**
 * `npm run dev` in a clone after `npm install`, and once more, until the home page has its script in a browser; and the
 * same of stock, whose server Vite itself starts.
 */
async function development(): Promise<Table> {
  const browser = await chromium.launch({ executablePath: ensureBrowser() });
  gateAll(browser);
  const pages: Record<string, number[]> = {};
  const ready: Record<string, number[]> = {};
  for (let round = 0; round < DEVELOPMENT_ROUNDS; round++) {
    const folder = installedCopy("bench-starts");
    for (const start of ["for the first time", "later"]) {
      const isFirst = start !== "later";
      const servers = {
        "this application": async () => {
          const { origins, stop } = await startDev(folder);
          return { origin: origins[0] ?? "", stop };
        },
        [SERVERS.stock.label]: () => startStock(isFirst),
      };
      for (const [name, open] of Object.entries(servers)) {
        const begun = performance.now();
        const server = await open();
        const opened = performance.now();
        const context = await browser.newContext();
        const page = await context.newPage();
        await page.goto(server.origin, { timeout: PAGE_TIMEOUT_MS });
        await claimed(page);
        const row = `${name}, ${start}`;
        ready[row] = [...(ready[row] ?? []), opened - begun];
        pages[row] = [...(pages[row] ?? []), performance.now() - opened];
        await context.close();
        await server.stop();
      }
    }
  }
  await browser.close();
  const seconds = (list: number[] = []) => (median(list) / 1000).toFixed(1);
  return {
    title: `The server of development, until a browser has the home page, medians of ${DEVELOPMENT_ROUNDS}`,
    head: ["start", "server ready, s", "page after it, s"],
    rows: Object.entries(pages).map(([row, list]) => [row, seconds(ready[row]), seconds(list)]),
  };
}

/** @param isFirst whether Vite bundles the packages anew, as in a new folder */
async function startStock(isFirst: boolean) {
  const port = await freePort();
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const child = spawn(
    process.execPath,
    [vite, "--host", "127.0.0.1", "--port", String(port), ...(isFirst ? ["--force"] : [])],
    {
      cwd: STOCK,
      env: environment(files.stock, port),
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  atExit(() => child.kill("SIGKILL"));
  await new Promise<void>((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (output.includes(`:${port}`)) resolve();
    });
    child.once("exit", (code) => reject(new Error(`Vite ended with ${code}:\n${output}`)));
  });
  child.removeAllListeners("exit");
  const stop = async () => {
    child.kill("SIGKILL");
    await ended(child);
  };
  return { origin: `http://127.0.0.1:${port}`, stop };
}
