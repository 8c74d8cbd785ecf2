// `npm run setup` with two sets of answers: what comes out passes all of `npm test`. first-changes.spec.ts and
// recipes.spec.ts have three others. The test after them begins as README says, with packages from the registry.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tests/support/app.ts";
import { installedCopy, ownFiles } from "../../tests/support/copies.ts";
import { temporaryFolder } from "../../tests/support/temporary.ts";
import { expect, test } from "../../tests/support/test.ts";
import { NPM_TEST_TIMEOUT_MS, npmTest } from "./support/npm-test.ts";
import { setUp } from "./support/setup.ts";
import { atTerminal, CTRL_C } from "./support/terminal.ts";
import { run } from "./support/updates.ts";

for (const flags of ["--sign-in email --demo no", "--sign-in passkey,github --database sqlite --color #be185d"])
  test(`the tests pass with ${flags}`, () => {
    test.setTimeout(NPM_TEST_TIMEOUT_MS);
    const folder = installedCopy("setup");
    setUp(folder, ...flags.split(" "));
    npmTest(folder);
  });

test("a folder without git and without packages becomes an application with one commit, by npm run setup alone and its questions", async () => {
  const folder = join(temporaryFolder(), "my äpp");
  mkdirSync(folder);
  // Without their history, as `degit` leaves them.
  expect(spawnSync("cp", ["--parents", "--target-directory", folder, ...ownFiles()], { cwd: root }).status).toBe(0);
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
  const commitAll = (folder: string, message: string) =>
    run(folder, `git init --quiet && git add --all && git commit --quiet -m "${message}"`);
  const [folder, longer] = [installedCopy("setup-forge"), installedCopy("setup-longer")];
  for (const each of [folder, longer]) commitAll(each, "Initial commit");
  writeFileSync(join(longer, "mine.txt"), "mine\n");
  commitAll(longer, "Mine");

  run(folder, "npm run setup -- --yes --name Acme");
  expect(run(folder, "git log --format=%s")).toBe("Set up Acme\nInitial commit\n");

  expect(run(longer, "npm run setup -- --yes --name Acme")).toContain(
    "Read the changes, then commit them:\ngit add --all .\n",
  );
  expect(run(longer, "git log --format=%s")).toBe("Mine\nInitial commit\n");
  expect(run(longer, "git status --porcelain")).toContain(" M README.md");
});
