// template/performance.md and its chart are generated from the measurements.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chart } from "../../bench/chart.ts";
import { figuresOf, peersTable, sentencesBehind } from "../../bench/peers-report.ts";
import { figures, markdown, type Result } from "../../bench/report.ts";

const page = readFileSync("template/performance.md", "utf8");
const result: Result = JSON.parse(readFileSync("template/performance.json", "utf8"));

it("template/performance.md has the figures of template/performance.json", () => {
  expect(page).toContain(figures(result));
});

it("template/performance.svg is drawn from template/performance.json", () => {
  expect(readFileSync("template/performance.svg", "utf8")).toBe(chart(result));
});

describe("the table beside other frameworks", () => {
  const measured = { start: { application: 227, stock: 143, sveltekit: 300 }, javascript: { application: 27.9 } };

  it("shows each figure that was measured, and a dash where there is none", () => {
    const { rows } = peersTable(measured, 3);
    expect(rows).toContainEqual(["start to first answer, ms", "227", "143", "300", "–"]);
    expect(rows).toContainEqual(["JavaScript of `/`, kB gzipped", "27.9", "–", "–", "–"]);
  });

  it("says of each row in which another server has less, and of no other, which and why", () => {
    expect(sentencesBehind(measured)).toEqual([
      "start to first answer, ms: less in stock. The server loads all pages and checks the migrations before it listens.",
    ]);
    expect(sentencesBehind({ start: { application: 100, stock: 100, sveltekit: 101 } })).toEqual([]);
    expect(sentencesBehind(figuresOf(markdown(peersTable(measured, 3))))).toEqual(sentencesBehind(measured));
  });

  it("gives a reason in template/performance.md for each row in which another server has less", () => {
    const shown = figuresOf(page);
    for (const [row, figures] of Object.entries(shown)) expect(figures?.application, row).toBeGreaterThan(0);
    for (const sentence of sentencesBehind(shown)) expect(page).toContain(`- ${sentence}\n`);
    expect(page).not.toContain("Why is not known yet.");
  });
});
