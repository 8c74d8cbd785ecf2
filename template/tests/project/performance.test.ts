// template/performance.md has the figures that were measured.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { figures, type Result } from "../../bench/report.ts";

it("template/performance.md has the figures of template/performance.json", () => {
  const result: Result = JSON.parse(readFileSync("template/performance.json", "utf8"));
  expect(readFileSync("template/performance.md", "utf8")).toContain(figures(result));
});
