// tests/races.grit: races that a test cannot be written with.

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../../tests/support/app";
import { copyProject } from "../../../tests/support/copies";

const REFUSED: [line: string, reason: string][] = [
  ['await page.waitForResponse("**/x");', "Begin to wait before the act"],
  ["const [a] = [await page.waitForRequest((each) => Boolean(each))];", "Begin to wait before the act"],
  ['return (await page.waitForEvent("console")).text();', "Begin to wait before the act"],
  ['await page.goto("/", { waitUntil: "networkidle" });', "Only the absence of requests needs this"],
  ['await page.waitForLoadState("networkidle");', "Only the absence of requests needs this"],
  ["await page.waitForTimeout(1);", "not for a time"],
];

const ALLOWED = 'const answered = page.waitForResponse("**/x"); await page.getByText("x").click(); await answered;';

it("biome refuses a test that races with its page, with the reason, and allows an event that is assigned before its cause", () => {
  const folder = copyProject("races");
  mkdirSync(join(folder, "tests/races"));
  for (const [index, line] of [...REFUSED.map(([each]) => each), ALLOWED].entries()) {
    const test = `import { test } from "../support/test.ts";\n\ntest("x", async ({ page }) => {\n  ${line}\n});\n`;
    writeFileSync(join(folder, "tests/races", `${index}.spec.ts`), test);
  }
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "lint", "--reporter=json", "tests/races"];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const said: { category: string; location: { path: string }; message: string }[] = JSON.parse(stdout).diagnostics;
  const races = said.filter(({ category }) => category === "plugin");
  const found = races.map(({ location, message }) => `${location.path.match(/\d+/)} ${message}`).sort();
  expect(found).toEqual(REFUSED.map(([, reason], index) => expect.stringMatching(`^${index} .*${reason}`)));
});
