// The list of mutants (template/mutants), and one of them. The others take longer (template/CONTRIBUTING.md).

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readMutants } from "../../mutants/list.ts";
import { missingAtDay } from "../../night.ts";

it("each mutant's text is in its file exactly once, can be parsed when replaced, and names tests that exist", () => {
  expect(readMutants().problems).toEqual([]);
});

it("a mutant cannot name a test that runs at night only", () => {
  const tagged = 'test("slow", { tag: "@night" }, async () => {});\ntest("quick", async () => {});';
  const limits = "template/tests/limits.spec.ts";
  expect(missingAtDay("template/tests/load.spec.ts", false, tagged)).toBe("runs at night only");
  expect(missingAtDay(limits, false, tagged, "slow")).toBe("has the tag @night");
  expect(missingAtDay(limits, false, tagged, "quick")).toBeUndefined();
  expect(missingAtDay("tests/server/mail/smtp.test.ts", true, "")).toBe("runs on PostgreSQL at night only");
  expect(missingAtDay("tests/server/database/connection.test.ts", true, "")).toBeUndefined();
});

it("two hundred mutants are listed at least", () => {
  expect(readMutants().mutants.length).toBeGreaterThanOrEqual(200);
});

it("a mutant is noticed, and the file that it changes is as before", () => {
  const file = "src/server/middleware/body-limit.ts";
  const source = readFileSync(file, "utf8");
  const { stdout, status } = spawnSync(process.execPath, ["template/mutants/run.ts", file], { encoding: "utf8" });
  expect(stdout).toMatch(/^noticed .* src\/server\/middleware\/body-limit\.ts .*\n1 of 1 mutants were noticed\.$/m);
  expect(status).toBe(0);
  expect(readFileSync(file, "utf8")).toBe(source);
});

it("every mutant that is marked as equivalent has its reason", () => {
  for (const { equivalent, line } of readMutants().mutants)
    if (equivalent !== undefined) expect(equivalent.length, `list.txt:${line}`).toBeGreaterThan(20);
});
