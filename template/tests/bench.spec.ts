// The benchmark (template/bench/), in runs too short for meaningful figures.

import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { root } from "../../tests/support/app.ts";
import { copyProject, installPackages } from "../../tests/support/copies.ts";
import { isPostgreSqlHere } from "../../tests/support/postgresql/server.ts";
import { measure, ownAnswer, ROUTE_NAMES, ROUTES, type RouteName } from "../bench/load.ts";
import { figures, type Result } from "../bench/report.ts";

const USERS = ["ada", "grace"].map((name) => ({ email: `${name}@bench.example`, token: name }));
const [ADA, GRACE] = ["<h1>ada@bench.example</h1></html>", "<h1>grace@bench.example</h1></html>"];

interface Reply {
  status?: number;
  location?: string;
  body: string;
}

/** For each route: a wrong response to Ada, and the message about it. */
const WRONG: [route: RouteName, reply: Reply, problem: string][] = [
  ["home", { status: 500, body: "" }, "status 500"],
  ["home", { body: "<h1>Half a page" }, "not a whole page"],
  ["sign-in", { body: ADA }, "a public page names a user"],
  ["error", { body: "<h1>Sign in</h1></html>" }, "no error on the page"],
  ["account", { body: ADA }, "0 sessions and 0 passkeys"],
  ["protected", { status: 302, location: "/", body: "" }, "status 302"],
  ["protected", { body: "<h1>Hello</h1></html>" }, "the page does not name its user"],
  ["protected", { body: `${ADA}${GRACE}` }, "the page names another user"],
  ["redirect", { body: ADA }, "status 200"],
  ["redirect", { status: 302, location: "/sign-in", body: "" }, "a redirect to /sign-in"],
  ["session", { body: "null" }, "the session is lost"],
  ["session", { body: JSON.stringify({ user: { email: "grace@bench.example" } }) }, "the session of another user"],
];

for (const [name, reply, problem] of WRONG)
  test(`a measurement of ${ROUTES[name].label} fails if answers are wrong: ${problem}`, async () => {
    const server = createServer((_, response) => {
      const { status = 200, location, body } = reply;
      response.writeHead(status, location ? { location } : {}).end(body);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(measure({ origin, pid: process.pid }, ROUTES[name], USERS, 0.1)).rejects.toThrow(`× ${problem}`);
    server.close();
  });

for (const [first, second, problem] of [
  [200, 200, undefined],
  [500, 200, "× status 500"],
  [200, 500, "× status 500"],
] as const)
  test(`a use of two requests, answered ${first} and ${second}, ${problem ? "fails" : "is right if one answer names its user"}`, async () => {
    const server = createServer(({ url, headers }, response) => {
      const [, name] = headers.cookie?.split("=") ?? [];
      if (url === "/first") response.writeHead(first).end(`${name}@bench.example`);
      else response.writeHead(second).end("{}");
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const paths = ["/first", "/second"];
    const step = (index: number) => ({ method: "GET" as const, path: paths[index] ?? "/", headers: {}, body: "" });
    const route = { path: "/", label: "two", isSignedIn: true, steps: { count: 2, step }, problem: ownAnswer };
    const measured = measure({ origin, pid: process.pid }, route, USERS, 0.1);
    if (problem) await expect(measured).rejects.toThrow(problem);
    else expect((await measured).requests).toBeGreaterThan(0);
    server.close();
  });

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
