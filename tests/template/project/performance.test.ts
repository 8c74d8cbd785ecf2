// docs/performance.md and its chart are generated from the measurements.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { chart } from "../../../bench/chart.ts";
import { figures, type Result } from "../../../bench/report.ts";

const result: Result = JSON.parse(readFileSync("docs/performance.json", "utf8"));

it("docs/performance.md has the figures of docs/performance.json", () => {
  expect(readFileSync("docs/performance.md", "utf8")).toContain(figures(result));
});

it("docs/performance.svg is drawn from docs/performance.json", () => {
  expect(readFileSync("docs/performance.svg", "utf8")).toBe(chart(result));
});
