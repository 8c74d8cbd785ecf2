// docs/security.md has the table of access and the events that end it. tests/server/auth/access.test.ts tries it.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { EVENTS, KINDS } from "../../../tests/server/auth/access-table.ts";

const page = readFileSync("docs/security.md", "utf8");
const lines = page.slice(page.indexOf("| access |"), page.indexOf("\n\n", page.indexOf("| access |"))).split("\n");
const cells = (line = "") =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

it("security.md has the table that the tests try", () => {
  expect(cells(lines[0])).toEqual(["access", ...Object.keys(EVENTS)]);
  const rows = lines.slice(2).map((line) => cells(line).map((cell) => cell.replace(/ [¹²³⁴⁵⁶⁷⁸⁹]$/, "")));
  const expected = KINDS.map((kind, index) => [kind, ...Object.values(EVENTS).map((column) => column[index])]);
  expect(rows).toEqual(expected);
});

it("security.md gives the reason for each cell that is not ended", () => {
  const digits = "¹²³⁴⁵⁶⁷⁸⁹";
  const used = new Set<number>();
  for (const line of lines.slice(2))
    for (const cell of cells(line).slice(1)) {
      const number = digits.indexOf(cell.at(-1) ?? "") + 1;
      expect(number > 0, cell).toBe(cell !== "ended");
      if (number > 0) used.add(number);
    }
  const section = page.slice(page.indexOf("## What ends access"), page.indexOf("### The way back"));
  const reasons = [...section.matchAll(/^(\d)\. \S/gm)].map(([, number]) => Number(number));
  expect(reasons).toEqual([...used].sort((a, b) => a - b));
});
