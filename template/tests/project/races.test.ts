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
  ["await expect(x).toBeVisible({ timeout: 15_000 });", "A limit is for what hangs"],
  ["await expect.poll(x, { message: 'x', timeout: 5000 }).toBe(1);", "A limit is for what hangs"],
  ["await page.reload();\n  await expect(x).toHaveCount(0);", "what the page shows after the act"],
  ["await x.click();\n  await expect(x, y).toHaveCount(0);", "what the page shows after the act"],
  ["await x.click();\n  await expect(x).toBeHidden();", "what the page shows after the act"],
  ["await x.click();\n  await expect(x).not.toBeVisible();", "what the page shows after the act"],
  [
    'await expect(page).toHaveURL("/");\n  await expect(x).not.toContainText("y");',
    "what the page shows after the act",
  ],
  ["await expect(x).toBeVisible();\n  await y.click();\n  await expect(z).toHaveCount(0);", "what the page shows"],
];

const ALLOWED = [
  'const answered = page.waitForResponse("**/x"); await page.getByText("x").click(); await answered;',
  "await expect(x).toBeVisible({ timeout: 60_000 });",
  "await x.click();\n  await expect(y).toBeVisible();\n  await expect(x).toHaveCount(0);\n  await expect(z).toBeHidden();",
  'await expectNotice(page, "nameSaved");\n  await expect(x).toHaveCount(0);',
  "await expect(x).toBeVisible();\n  await y.click();\n  await expect(x).toBeHidden();",
];

it("biome refuses a test that races with its page, with the reason, and allows an event that is assigned before its cause, and an absence after what is there", () => {
  const folder = copyProject("races");
  mkdirSync(join(folder, "tests/races"));
  for (const [index, line] of [...REFUSED.map(([each]) => each), ...ALLOWED].entries()) {
    const test = `import { test } from "../support/test.ts";\n\ntest("x", async ({ page }) => {\n  ${line}\n});\n`;
    writeFileSync(join(folder, "tests/races", `${index}.spec.ts`), test);
  }
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "lint", "--reporter=json", "tests/races"];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const said: { category: string; location: { path: string }; message: string }[] = JSON.parse(stdout).diagnostics;
  const races = said.filter(({ category }) => category === "plugin");
  const found = races.map(({ location, message }) => `${location.path.match(/\d+/)} ${message}`);
  found.sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));
  expect(found).toEqual(REFUSED.map(([, reason], index) => expect.stringMatching(`^${index} .*${reason}`)));
});
