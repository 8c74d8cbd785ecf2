// The mutants of the recipes (template/mutants/recipes.txt): in a copy that has them all, the test of recipes.spec.ts
// that a mutant names fails, and passes without it. Each night tries a seventh of them.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tests/support/app.ts";
import { expect, test } from "../../tests/support/test.ts";
import { type RecipeMutant, readRecipeMutants, withMutants } from "../mutants/recipes.ts";
import { NPM_TEST_TIMEOUT_MS, npmTest } from "./support/npm-test.ts";
import { BUILT_COPY, newCopy } from "./support/recipe-copy.ts";

const NIGHTS = 7;
const day = Math.floor(Date.now() / (24 * 60 * 60 * 1000));

test("the tests of the recipes notice each mutant of them", () => {
  test.setTimeout(3 * NPM_TEST_TIMEOUT_MS);
  const folder = newCopy("recipe-mutants");
  const all = readRecipeMutants();
  for (const [file, mutants] of Map.groupBy(all, ({ file }) => file)) {
    const path = join(folder, file);
    writeFileSync(path, withMutants(readFileSync(path, "utf8"), mutants));
  }
  npmTest(folder, "build");
  const tonight = all.filter((_, index) => index % NIGHTS === day % NIGHTS);
  const titles = [...new Set(tonight.map(({ title }) => title))];
  expect(isPassing(folder, titles), "without a mutant").toBe(true);
  const survivors = tonight.filter(({ title, line }) => isPassing(folder, [title], line));
  expect(survivors.map(({ line, file, text }: RecipeMutant) => `recipes.txt:${line} ${file}: ${text}`)).toEqual([]);
});

/** @returns whether the tests with these parts of titles pass in the copy */
function isPassing(folder: string, titles: string[], mutant?: number): boolean {
  const title = titles.map((part) => RegExp.escape(part)).join("|");
  const config = join(root, "template/playwright.config.ts");
  const cli = join(root, "node_modules/@playwright/test/cli.js");
  const args = ["test", "/recipes.spec", "--config", config, "--project", "clones", "--workers", "1"];
  // Each run of Playwright empties its folder.
  args.push("-x", "-g", title, "--output", join(folder, "test-results"));
  const env = { ...process.env, [BUILT_COPY]: folder, MUTANT: mutant ? String(mutant) : "" };
  return spawnSync(process.execPath, [cli, ...args], { cwd: root, env }).status === 0;
}
