// The benchmark (template/bench/), in runs too short for meaningful figures.

import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { root } from "../../tests/support/app.ts";
import { copyProject, installPackages } from "../../tests/support/copies.ts";
import { isPostgreSqlHere } from "../../tests/support/postgresql/server.ts";
import { ROUTE_NAMES, ROUTES } from "../bench/load.ts";
import { figures, type Result } from "../bench/report.ts";

test("a short run measures each route of each server, prints a table, and writes it to the docs", () => {
  const folder = copyProject("bench");
  installPackages(folder);
  cpSync(join(root, ".output"), join(folder, ".output"), { recursive: true });
  const stdout = runBench(folder, "--no-build", "--quick", "--seconds", "0.2", "--write");
  const result: Result = JSON.parse(readFileSync(join(folder, "template/performance.json"), "utf8"));
  expect(readFileSync(join(folder, "template/performance.md"), "utf8")).toContain(figures(result));
  const { servers } = result;
  expect(Object.keys(servers)).toEqual(["application", "stock", "look", "floor"]);
  const rows = stdout.slice(stdout.indexOf("Under load")).split("\n");
  for (const [name, { starts, routes }] of Object.entries(servers)) {
    expect(starts).toHaveLength(1);
    const own = ROUTE_NAMES.filter((route) =>
      name === "look" ? route === "home" : name === "application" || !("isOwn" in ROUTES[route]),
    );
    expect(Object.keys(routes)).toEqual(own);
    for (const route of own) expect(routes[route]?.[0]?.requests, route).toBeGreaterThan(0);
  }
  for (const name of ROUTE_NAMES)
    for (const label of [ROUTES[name].label, ...["this application", "stock", "stock with our page", "floor"]])
      expect(
        rows.some((row) => row.includes(label)),
        label,
      ).toBe(true);
  expect(servers.application?.pages["/sign-in"]?.hasPasskeys).toBe(true);
});

test("the profile tells the layers of a page apart", () => {
  const stdout = runBench(root, "--profile", "--seconds", "0.5", "home");
  const percentages = [...stdout.matchAll(/^(\S.*?) {2,}\d+ \((\d+)%\)$/gm)].map(([, layer, share]) => [
    layer,
    Number(share),
  ]);
  const shares: Record<string, number> = Object.fromEntries(percentages);
  for (const layer of ["SolidStart", "@solidjs/router", "solid-js, the renderer", "the rest of src: pages"])
    expect(shares[layer], layer).toBeGreaterThan(0);
  expect(shares["other packages"] ?? 0).toBeLessThan(10);
});

test("a second process on the same database gets throughput of its own", () => {
  const stdout = run(root, "template/bench/cores.ts", "--quick");
  const gains = [...stdout.matchAll(/^\/.* {2,}\d+ +\d+ +([\d.]+) ×$/gm)].map(([, gain]) => Number(gain));
  expect(gains, stdout).toHaveLength(4);
  for (const gain of gains) expect(gain).toBeGreaterThan(1);
});

test("a short run beside other frameworks has a figure for each row and server", () => {
  const stdout = run(root, "template/bench/peers.ts", "--quick");
  const rows = [...stdout.matchAll(/^(\S.*?) {2,}([\d.,]+) +([\d.,]+) +([\d.,]+) +([\d.,]+)$/gm)];
  expect(rows, stdout).toHaveLength(13);
  const requests = (what: string) =>
    rows.find(([, row]) => row?.startsWith(what) && row.endsWith("requests"))?.slice(2);
  expect(requests("saving a name")).toEqual(["1", "1", "2", "3"]);
});

// Debian's package is called postgresql.
if (isPostgreSqlHere())
  test("a short run of starts has a figure for each way to start, each first request and development", () => {
    const stdout = run(root, "template/bench/starts.ts", "--quick");
    const figures = [...stdout.matchAll(/^(\S.*?) {2,}([\d.]+) +([\d.]+)(?: +([\d.]+))?$/gm)];
    expect(
      figures.map(([, what]) => what),
      stdout,
    ).toEqual([
      "SQLite",
      "SQLite, one core",
      "PostgreSQL",
      "PostgreSQL, as a function for Vercel",
      "/sign-in",
      "/protected",
      "/account",
      "/api/auth/session",
      "for the first time",
      "later",
    ]);
    for (const [, , ...values] of figures)
      for (const value of values) if (value) expect(Number(value)).toBeGreaterThan(0);
  });

if (isPostgreSqlHere())
  test("a sign-in and an action ask the database as often as the page says", () => {
    const stdout = run(root, "template/bench/sign-ins.ts", "--quick");
    const page = readFileSync(join(root, "template/performance.md"), "utf8");
    const counted = [
      ...stdout.matchAll(/^(an? .*?) {2,}(application|stock|better-auth) +[\d.]+ +([\d.]+) +([\d.]+)$/gm),
    ];
    expect(counted).toHaveLength(8);
    for (const [, what, server, statements, trips] of counted) {
      const [, ours, stocks, betterAuths] =
        page.match(new RegExp(`^\\| ${what} \\| (\\S+) \\| (\\S+) \\| (\\S+) \\|`, "m")) ?? [];
      const expected = { application: ours, stock: stocks, "better-auth": betterAuths }[server ?? ""];
      expect([Number(statements), trips], `${what}, ${server}`).toEqual([Number(expected), statements]);
    }
  });

function runBench(folder: string, ...args: string[]): string {
  return run(folder, "template/bench/run.ts", ...args);
}

function run(folder: string, ...command: string[]): string {
  const run = spawnSync(process.execPath, command, { cwd: folder, encoding: "utf8" });
  expect(run.status, `${run.stdout}\n${run.stderr}`).toBe(0);
  return run.stdout;
}
