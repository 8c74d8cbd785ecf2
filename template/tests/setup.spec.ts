// `npm run setup` with answers among which each pair of two occurs: what comes out passes its own checks and unit
// tests, and three of them all of `npm test`. first-changes.spec.ts and recipes.spec.ts do the same with each commit
// for three other sets. The last two tests begin as README says, with packages from the registry.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mergeTests } from "@playwright/test";
import { root } from "../../tests/support/app.ts";
import { installedCopy, ownFiles } from "../../tests/support/copies.ts";
import { isPostgreSqlHere } from "../../tests/support/postgresql/server.ts";
import { temporaryFolder } from "../../tests/support/temporary.ts";
import { test as base, expect } from "../../tests/support/test.ts";
import { ANSWERS, flagsFor, titleOf } from "./support/answers.ts";
import { NPM_TEST_TIMEOUT_MS, npmTest } from "./support/npm-test.ts";
import { expectNoOther } from "./support/one-engine.ts";
import { test as withRemovedFolders } from "./support/removed-folders.ts";
import { GIT_USER, setUp } from "./support/setup.ts";
import { atTerminal, CTRL_C } from "./support/terminal.ts";

const test = mergeTests(base, withRemovedFolders);

/** One for each engine, with all methods among them. */
const WHOLE = [1, 3, 6];

for (const [index, answers] of ANSWERS.entries()) {
  // Debian's package is called postgresql.
  if (answers.database === "postgresql" && !isPostgreSqlHere()) continue;
  test(`the tests pass with ${titleOf(answers)}`, () => {
    test.setTimeout(NPM_TEST_TIMEOUT_MS);
    const folder = installedCopy(`setup-${index}`);
    setUp(folder, ...flagsFor(answers));
    if (answers.database === "sqlite" || answers.database === "postgresql") expectNoOther(answers.database, folder);
    npmTest(folder, "types", "lint", "unit", ...(WHOLE.includes(index) ? ["build", "e2e"] : []));
  });
}

/** The files of the template, without their history, as `degit` leaves them. */
function downloaded(name: string): string {
  const folder = join(temporaryFolder(), name);
  mkdirSync(folder);
  const copied = spawnSync("cp", ["--parents", "--target-directory", folder, ...ownFiles()], { cwd: root });
  expect(copied.status).toBe(0);
  return folder;
}

function run(folder: string, command: string): string {
  const options = { cwd: folder, encoding: "utf8", shell: true, env: { ...process.env, ...GIT_USER } } as const;
  const { status, stdout, stderr } = spawnSync(command, options);
  expect(status, `${command}\n${stdout}\n${stderr}`).toBe(0);
  return stdout;
}

test("a folder without git and without packages becomes an application with one commit, by npm run setup alone and its questions", async () => {
  const folder = downloaded("my äpp");
  const { status, shown } = await atTerminal(folder, "npm run setup", [
    ["The application's name (My Äpp): ", "\r"],
    ["Its colour", "\r"],
    ["Sign-in methods that stay", "github\r"],
    ["Database that stays", "\r"],
    ["Do the demo pages stay", "n\r"],
    ["Set it up now", "\r"],
  ]);
  expect([status, shown]).toEqual([
    0,
    expect.stringContaining("\nMy Äpp is set up. It is committed.\nNext: npm run dev"),
  ]);
  expect(run(folder, "git log --format=%s")).toBe("Set up My Äpp\n");
  expect(run(folder, "git status --porcelain")).toBe("");
  expect(existsSync(join(folder, "scripts/setup"))).toBe(false);
  expect(run(folder, "npm run check")).toContain("All checks passed");
});

test("Ctrl-C while the setup runs its commands says what is left, and that makes the commit", async () => {
  const folder = installedCopy("setup-ctrl-c");
  run(folder, "git init --quiet");
  const { status, shown } = await atTerminal(folder, "npm run setup -- --yes", [["> npm run format", CTRL_C]]);
  expect([status, shown]).toEqual([
    expect.any(Number),
    expect.stringContaining("Stopped. The files are set up. What is left:\n"),
  ]);
  const [, left = ""] = shown.match(/What is left:\n([\s\S]*git commit .*)\n/) ?? [];
  for (const command of left.split("\n")) run(folder, command);
  expect(run(folder, "git log --format=%s")).toBe("Set up\n");
  expect(run(folder, "git status --porcelain")).toBe("");
});

test("a repository that a forge makes of the template, with one commit, gets a second one; a longer history stays its owner's", () => {
  const folder = downloaded("forge");
  run(folder, 'git init --quiet && git add --all && git commit --quiet -m "Initial commit"');
  run(folder, "git clone --quiet . ../longer");
  const longer = join(folder, "../longer");
  writeFileSync(join(longer, "mine.txt"), "mine\n");
  run(longer, "git add --all && git commit --quiet -m Mine");

  run(folder, "npm run setup -- --yes --name Acme");
  expect(run(folder, "git log --format=%s")).toBe("Set up Acme\nInitial commit\n");

  expect(run(longer, "npm run setup -- --yes --name Acme")).toContain(
    "Read the changes, then commit them:\ngit add --all .\n",
  );
  expect(run(longer, "git log --format=%s")).toBe("Mine\nInitial commit\n");
  expect(run(longer, "git status --porcelain")).toContain(" M README.md");
});
