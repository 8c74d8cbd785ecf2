// The benchmark (template/bench/), in runs too short for meaningful figures.

import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { root } from "../../tests/support/app.ts";
import { copyProject, installPackages } from "../../tests/support/copies.ts";
import { isPostgreSqlHere } from "../../tests/support/postgresql/server.ts";
import { figures, type Result } from "../bench/report.ts";

test("a short run measures each route of each server, prints a table, and writes it to the docs", () => {
  const folder = copyProject("bench");
  installPackages(folder);
  cpSync(join(root, ".output"), join(folder, ".output"), { recursive: true });
  run(folder, "template/bench/run.ts", "--no-build", "--quick", "--seconds", "0.2", "--write");
  const result: Result = JSON.parse(readFileSync(join(folder, "template/performance.json"), "utf8"));
  expect(readFileSync(join(folder, "template/performance.md"), "utf8")).toContain(figures(result));
  expect(Object.keys(result.servers)).toEqual(["application", "stock", "look", "floor"]);
  for (const { starts, routes } of Object.values(result.servers)) {
    expect(starts).toHaveLength(1);
    for (const [route, found] of Object.entries(routes)) expect(found[0]?.requests, route).toBeGreaterThan(0);
  }
});

/**
 * What a command prints: so many rows, whose figures are above `least`. A second process gets throughput of its own.
 */
const ROWS: [file: string, rows: number, row: RegExp, least: number][] = [
  ["template/bench/cores.ts", 4, /^\/.* {2,}(\d+) +(\d+) +([\d.]+) ×$/gm, 1],
  ["template/bench/peers.ts", 13, /^\S.*? {2,}([\d.,]+) +([\d.,]+) +([\d.,]+) +([\d.,]+)$/gm, 0],
];
// Debian's package is called postgresql.
if (isPostgreSqlHere())
  ROWS.push(["template/bench/starts.ts", 10, /^\S.*? {2,}([\d.]+) +([\d.]+)(?: +([\d.]+))?$/gm, 0]);

for (const [file, rows, row, least] of ROWS)
  test(`a short run of ${file} has a figure for each row`, () => {
    const stdout = run(root, file, "--quick");
    const found = [...stdout.matchAll(row)];
    expect(found, stdout).toHaveLength(rows);
    for (const figure of found.flatMap(([, ...figures]) => figures.filter(Boolean)))
      expect(Number.parseFloat(figure)).toBeGreaterThan(least);
  });

test("the profile tells the layers of a page apart", () => {
  const stdout = run(root, "template/bench/run.ts", "--profile", "--seconds", "0.5", "home");
  for (const layer of ["SolidStart", "@solidjs/router", "solid-js, the renderer", "the rest of src: pages"])
    expect(stdout, layer).toMatch(new RegExp(`^${layer} {2,}\\d+ \\([1-9]\\d*%\\)$`, "m"));
});

if (isPostgreSqlHere())
  test("a sign-in and an action ask the database as often as the page says", () => {
    const stdout = run(root, "template/bench/sign-ins.ts", "--quick");
    const page = readFileSync(join(root, "template/performance.md"), "utf8");
    const counted = [
      ...stdout.matchAll(/^(an? .*?) {2,}(application|stock|better-auth) +[\d.]+ +([\d.]+) +([\d.]+)$/gm),
    ];
    expect(counted).toHaveLength(8);
    for (const [, what, server = "", statements, trips] of counted) {
      const row = page.match(new RegExp(`^\\| ${what} \\| (\\S+) \\| (\\S+) \\| (\\S+) \\|`, "m")) ?? [];
      const expected = row[1 + ["application", "stock", "better-auth"].indexOf(server)];
      expect([Number(statements), trips], `${what}, ${server}`).toEqual([Number(expected), statements]);
    }
  });

/** @returns what a command of the benchmark prints */
function run(folder: string, file: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { cwd: folder, encoding: "utf8" });
  expect(status, `${stdout}\n${stderr}`).toBe(0);
  return stdout;
}
