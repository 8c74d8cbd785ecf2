// docs/sqlite-or-postgresql.md, followed in a copy: the commands that keep one engine, and what they leave.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { brokenLinksOf } from "./links.ts";
import { blocksOf } from "./recipes.ts";

/** The lockfile has the optional dependencies of packages, and examples of the layer have a database of their own. */
const EXCEPTIONS = [
  "package-lock.json:",
  "packages/solid-auth/example/with-prisma/",
  "packages/solid-auth/example/solid-2/with-prisma/",
];

/** The page's heading, how the other engine is named, and what still names it. */
const ONLY = {
  // Prisma's SQL for PostgreSQL is read for every engine.
  sqlite: [
    "SQLite only",
    /postgres|pgbouncer|pg_|adapter-pg|types\/pg|"pg"/i,
    [...EXCEPTIONS, "scripts/database/migration-risks.ts:"],
  ],
  postgresql: ["PostgreSQL only", /sqlite|app\.db/i, EXCEPTIONS],
} as const;

export type OneEngine = keyof typeof ONLY;

/** The commands need git, and the page says to commit first. */
export function commitCopy(folder: string): void {
  shell(
    folder,
    "git init --quiet && git add --all && git -c user.name=Ada -c user.email=ada@example.org commit --quiet -m Copy",
  );
}

/** Keeps one engine, by the page's commands. Fails if a word of the other is left, or a link is broken. */
export function keepOnly(engine: OneEngine, folder: string): void {
  const [heading, other, exceptions] = ONLY[engine];
  const page = join(folder, "docs/sqlite-or-postgresql.md");
  const commands = blocksOf(page).find((block) => block.heading === heading)?.lines ?? [];
  shell(folder, commands.join("\n"));

  const lines = shell(folder, "git ls-files && git grep -nI ''").split("\n");
  const left = lines.filter((line) => other.test(line) && !exceptions.some((path) => line.startsWith(path)));
  expect(left).toEqual([]);
  expect(readdirSync(join(folder, "prisma/migrations")).sort()).toEqual(["schema.prisma", engine].sort());
  expect(shell(folder, "npm ls")).not.toMatch(other);
  const pages = shell(folder, "git ls-files '*.md'").trim().split("\n");
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.flatMap((each) => brokenLinksOf(join(folder, each)))).toEqual([]);
}

/** The database clients that a copy has generated. */
export function clientsOf(folder: string): string[] {
  const entries = readdirSync(join(folder, "src/server/database/generated"), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** @returns the output */
function shell(folder: string, commands: string): string {
  const options = { cwd: folder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 } as const;
  const { status, stdout, stderr } = spawnSync("sh", ["-ec", commands], options);
  expect(status, `${commands}\n${stdout.slice(-2000)}\n${stderr}`).toBe(0);
  return stdout;
}
