// What the documents name is there: files, links, scripts, tests, and a table that the code has, too.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { listRecipes } from "../../../scripts/recipes/list.ts";
import { EVENTS, KINDS } from "../../../tests/server/auth/access-table.ts";
import { ownFiles } from "../../../tests/support/copies.ts";
import { readMutants } from "../../mutants/list.ts";
import { brokenLinksOf, linksOf, withoutBlocks } from "../support/links.ts";

/** The README of an entry for another repository names that entry's files. */
const isOfEntry = (file: string) => /^template\/upstream\/[^/]+\//.test(file);
const pages = ownFiles().filter((file) => file.endsWith(".md") && existsSync(file) && !isOfEntry(file));
const read = (file: string) => readFileSync(file, "utf8");
const json = (file: string) => JSON.parse(read(file));

/** The cells of a page's lines that are rows of a table and begin with a text. */
const rowsOf = (page: string, start = "") =>
  read(page)
    .split("\n")
    .filter((line) => line.startsWith(`| ${start}`) && !/^\| ?-/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));

it("the index of each folder of docs links to every page of the folder", () => {
  const ofDocs = pages.filter((page) => page.startsWith("docs/") && page !== "docs/README.md");
  expect(ofDocs.length).toBeGreaterThan(20);
  for (const page of ofDocs) {
    const folder = page.endsWith("/README.md") ? dirname(dirname(page)) : dirname(page);
    const targets = linksOf(join(folder, "README.md")).map(({ path }) => join(folder, path));
    expect(targets, folder).toContain(page);
  }
});

/** Created by the first run, by the build, or by the reader. */
const NOT_IN_THE_REPOSITORY = /^(\.env|data|\.output|\.copies|node_modules)(\/|$)/;

describe.each(pages)("%s", (page) => {
  it("links to files and headings that are there", () => {
    expect(brokenLinksOf(page)).toEqual([]);
  });

  it("names files that are there, except those that a recipe adds, or that a change has moved", () => {
    if (page.startsWith("docs/recipes/") || page === "docs/first-hour.md" || page.endsWith("CHANGELOG.md")) return;
    const named = withoutBlocks(page).matchAll(
      /`((?:src|tests|scripts|docs|prisma|public|packages|template|\.github)\/[\w./[\]-]*|app\.config\.ts)`/g,
    );
    const missing = [...named].map(([, path = ""]) => path).filter((path) => !existsSync(path));
    expect(missing.filter((path) => !NOT_IN_THE_REPOSITORY.test(path))).toEqual([]);
  });

  it("names npm scripts and test steps that are there", () => {
    for (const [, name = "", workspace = "."] of read(page).matchAll(/\bnpm run ([\w:-]+)(?: -w (\w+))?/g))
      expect(json(join(workspace, "package.json")).scripts).toHaveProperty([name]);
    for (const [, named = ""] of read(page).matchAll(/\bnpm test -- ([\w ]+)/g))
      for (const step of named.trim().split(" "))
        expect(read("scripts/test.ts"), step).toMatch(new RegExp(`^    ${step}: `, "m"));
  });
});

describe("docs/security.md", () => {
  const page = read("docs/security.md");
  const rows = rowsOf("docs/security.md").filter(([number = ""]) => /^[\d., ]+$/.test(number));

  it("security.md names a test that is there for each requirement", () => {
    expect(rows.length).toBeGreaterThan(40);
    for (const [requirement, , test = ""] of rows) {
      const [, file = "", title = ""] = test.match(/^`((?:tests|template|packages)\/.+)` “(.+)”$/) ?? [];
      expect(existsSync(file) && read(file).includes(title || "a title"), `${requirement}: ${test}`).toBe(true);
    }
  });

  // tests/server/auth/access.test.ts tries it.
  it("security.md has the table of access that the tests try, with the reason for each cell that is not ended", () => {
    const all = rowsOf("docs/security.md");
    const [head, ...cells] = all.slice(all.findIndex(([cell]) => cell === "access")).slice(0, KINDS.length + 1);
    expect(head).toEqual(["access", ...Object.keys(EVENTS)]);
    const expected = KINDS.map((kind, index) => [kind, ...Object.values(EVENTS).map((column) => column[index])]);
    expect(cells.map((row) => row.map((cell) => cell.replace(/ [¹²³⁴⁵⁶⁷⁸⁹]$/, "")))).toEqual(expected);
    const numbers = cells.flatMap(([, ...row]) => row).map((cell) => "¹²³⁴⁵⁶⁷⁸⁹".indexOf(cell.at(-1) ?? "") + 1);
    expect(numbers.map((number) => number === 0)).toEqual(
      expected.flatMap(([, ...row]) => row.map((cell) => cell === "ended")),
    );
    const section = page.slice(page.indexOf("## What ends access"), page.indexOf("### The way back"));
    const reasons = [...section.matchAll(/^(\d)\. \S/gm)].map(([, number]) => Number(number));
    expect(reasons).toEqual([...new Set(numbers.filter(Boolean))].sort());
  });
});

it("a security fix of a recipe, and nothing else, begins with the names of recipes in the form that npm run audit reads", () => {
  const sections = read("template/CHANGELOG.md").split(/^##/m);
  const entriesOf = (section: string) => section.split(/\n(?=- |\n)/).filter((entry) => entry.startsWith("- "));
  const named = (entry: string) => entry.match(/^- Recipes? (`[\w-]+`(?:, `[\w-]+`)*): /)?.[1]?.match(/[\w-]+/g) ?? [];
  const [fixes, others] = [true, false].map((isSecurity) =>
    sections.filter((section) => section.startsWith("# Security") === isSecurity).flatMap(entriesOf),
  ) as [string[], string[]];
  expect(fixes.length).toBeGreaterThan(30);
  expect(fixes.filter((entry) => /(?<!docs\/)\brecipes?\b/i.test(entry) && named(entry).length === 0)).toEqual([]);
  expect(others.flatMap(named)).toEqual([]);
  expect(listRecipes(".").map(({ name }) => name)).toEqual(expect.arrayContaining(fixes.flatMap(named)));
});

it("each mutant's text is in its file exactly once, can be parsed when replaced, and names tests that exist", () => {
  expect(readMutants().problems).toEqual([]);
});
