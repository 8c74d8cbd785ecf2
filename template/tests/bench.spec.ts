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

test("the profile tells the layers of a page apart", () => {
  const stdout = run(root, "template/bench/run.ts", "--profile", "--seconds", "0.5", "home");
  const rows = stdout.matchAll(/^(\S.*?) {2,}\d+ \((\d+)%\)$/gm);
  const shares = Object.fromEntries(Array.from(rows, ([, layer, share]) => [layer, Number(share)]));
  for (const layer of ["SolidStart", "@solidjs/router", "solid-js, the renderer", "the rest of src: pages"])
    expect(shares[layer], layer).toBeGreaterThan(0);
  expect(shares["other packages"] ?? 0).toBeLessThan(10);
});

test("a second process on the same database gets throughput of its own", () => {
  const stdout = run(root, "template/bench/cores.ts", "--quick");
  const gains = Array.from(stdout.matchAll(/^\/.* {2,}\d+ +\d+ +([\d.]+) ×$/gm), ([, gain]) => Number(gain));
  expect(gains, stdout).toHaveLength(4);
  for (const gain of gains) expect(gain).toBeGreaterThan(1);
});

test("a short run beside other frameworks has a figure for each row and server", () => {
  const stdout = run(root, "template/bench/peers.ts", "--quick");
  expect(stdout.match(/^\S.*? {2,}[\d.,]+ +[\d.,]+ +[\d.,]+ +[\d.,]+$/gm), stdout).toHaveLength(13);
});

// Debian's package is called postgresql.
if (isPostgreSqlHere()) {
  test("a short run of starts has a figure for each way to start, each first request and development", () => {
    const stdout = run(root, "template/bench/starts.ts", "--quick");
    const figures = [...stdout.matchAll(/^\S.*? {2,}([\d.]+) +([\d.]+)(?: +([\d.]+))?$/gm)];
    expect(figures, stdout).toHaveLength(10);
    for (const [, ...values] of figures)
      for (const value of values) if (value) expect(Number(value)).toBeGreaterThan(0);
  });

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
}

/** @returns what a command of the benchmark prints */
function run(folder: string, file: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { cwd: folder, encoding: "utf8" });
  expect(status, `${stdout}\n${stderr}`).toBe(0);
  return stdout;
}
