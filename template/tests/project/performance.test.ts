// template/performance.md and its chart are generated from the measurements.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { chart } from "../../bench/chart.ts";
import { figures, type Result } from "../../bench/report.ts";

const result: Result = JSON.parse(readFileSync("template/performance.json", "utf8"));

it("template/performance.md has the figures of template/performance.json", () => {
  expect(readFileSync("template/performance.md", "utf8")).toContain(figures(result));
});

it("template/performance.svg is drawn from template/performance.json", () => {
  expect(readFileSync("template/performance.svg", "utf8")).toBe(chart(result));
});
