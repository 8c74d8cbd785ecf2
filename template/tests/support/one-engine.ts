// What a copy with one database engine may not have any more.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { brokenLinksOf } from "./links.ts";

/** `packages/` stays as it comes, and so do the versions of what it needs. */
const STAYS = /^package-lock\.json:|^packages\/|^package\.json:\d+: +"better-sqlite3":/;

/** How the other engine is named, and its driver in a build. */
const ONLY = {
  sqlite: [/postgres|pgbouncer|pg_|adapter-pg|types\/pg|"pg"/i, /adapter-pg/],
  postgresql: [/sqlite|app\.db/i, /better-sqlite3/],
} as const;

export type OneEngine = keyof typeof ONLY;

/** Fails if a word of the other engine is left in a copy, or if a link is broken. */
export function expectNoOther(engine: OneEngine, folder: string): void {
  const [other] = ONLY[engine];
  const lines = shell(folder, "git ls-files && git grep -nI ''").split("\n");
  const left = lines.filter((line) => other.test(line) && !STAYS.test(line));
  expect(left).toEqual([]);
  expect(readdirSync(join(folder, "prisma/migrations")).sort()).toEqual(["schema.prisma", engine].sort());
  shell(folder, "npm ls");
  const pages = shell(folder, "git ls-files '*.md'").trim().split("\n");
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.flatMap((each) => brokenLinksOf(join(folder, each)))).toEqual([]);
}

/** Fails if a copy has generated a client for the other engine, or if its build has the other's driver. */
export function expectOnly(engine: OneEngine, folder: string): void {
  const entries = readdirSync(join(folder, "src/server/database/generated"), { withFileTypes: true });
  expect(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)).toEqual([engine]);
  const server = join(folder, ".output/server");
  // The build marks where the code of each file begins. A driver with a binary stays beside it.
  const marks = readFileSync(join(server, "index.mjs"), "utf8").match(/^\/\/ node_modules\/\S+$/gm) ?? [];
  const built = [...marks, ...readdirSync(server, { recursive: true }).map(String)];
  const drivers = built.filter((path) => /adapter-pg|better-sqlite3/.test(path));
  expect(drivers).not.toEqual([]);
  expect(drivers.filter((path) => ONLY[engine][1].test(path))).toEqual([]);
}

/** @returns the output */
function shell(folder: string, commands: string): string {
  const options = { cwd: folder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 } as const;
  const { status, stdout, stderr } = spawnSync("sh", ["-ec", commands], options);
  expect(status, `${commands}\n${stdout.slice(-2000)}\n${stderr}`).toBe(0);
  return stdout;
}
