// docs/sqlite-or-postgresql.md, followed: one copy with SQLite only and one with PostgreSQL only, by the commands of
// that page.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { copyProject, installPackages } from "../../tests/support/copies.ts";
import { isPostgreSqlHere } from "../../tests/support/postgresql/server.ts";
import { brokenLinksOf } from "./support/links.ts";
import { NPM_TEST_TIMEOUT_MS, npmTest } from "./support/npm-test.ts";
import { blocksOf } from "./support/recipes.ts";

/** The lockfile has the optional dependencies of packages, and an example of the layer has a database of its own. */
const EXCEPTIONS = ["package-lock.json:", "packages/solid-auth/example/with-prisma/"];

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

only("sqlite");
if (isPostgreSqlHere()) only("postgresql");

function only(engine: keyof typeof ONLY): void {
  const [heading, other, exceptions] = ONLY[engine];

  test(`${heading}: the commands leave one set of migrations, one client and no word of the other, and npm test passes`, () => {
    test.setTimeout(NPM_TEST_TIMEOUT_MS);
    const folder = copyProject(`one-engine-${engine}`);
    installPackages(folder);
    shell(
      folder,
      "git init --quiet && git add --all && git -c user.name=Ada -c user.email=ada@example.org commit --quiet -m Copy",
    );
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

    npmTest(folder);
    const clients = readdirSync(join(folder, "src/server/database/generated"), { withFileTypes: true });
    expect(clients.filter((entry) => entry.isDirectory()).map(({ name }) => name)).toEqual([engine]);
  });
}

/** @returns the output */
function shell(folder: string, commands: string): string {
  const options = { cwd: folder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 } as const;
  const { status, stdout, stderr } = spawnSync("sh", ["-ec", commands], options);
  expect(status, `${commands}\n${stdout.slice(-2000)}\n${stderr}`).toBe(0);
  return stdout;
}
