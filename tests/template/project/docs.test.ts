// The files, links, scripts and steps that the docs name exist, and the pages stay short.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const { stdout } = spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  encoding: "utf8",
});
const pages = stdout.split("\n").filter((file) => file && existsSync(file));

const read = (page: string) => readFileSync(page, "utf8");

/** Blocks of code, which show files that do not exist yet. */
const withoutBlocks = (page: string) => read(page).replace(/^ *```[\s\S]*?^ *```$/gm, "");

/** At most, in lines. */
const LENGTHS = { "README.md": 150, "CONTRIBUTING.md": 40, "AGENTS.md": 60 };

it.each(Object.entries(LENGTHS))("%s has at most %i lines", (page, max) => {
  expect(read(page).trimEnd().split("\n").length).toBeLessThanOrEqual(max);
});

it("docs/README.md links to every page of docs", () => {
  const targets = linksOf("docs/README.md").map(({ path }) => join("docs", path));
  const others = pages.filter((page) => /^docs\/([^/]+\.md|\w+\/README\.md)$/.test(page) && page !== "docs/README.md");
  expect(others.length).toBeGreaterThan(5);
  for (const page of others) expect(targets, page).toContain(page);
});

it("the index of each folder links to every page of the folder", () => {
  for (const page of pages.filter((each) => /^docs\/\w+\/(?!README)/.test(each))) {
    const index = join(dirname(page), "README.md");
    expect(
      linksOf(index).map(({ path }) => join(dirname(index), path)),
      index,
    ).toContain(page);
  }
});

interface Link {
  path: string;
  anchor: string | undefined;
}

/** The links to files of the project. */
function linksOf(page: string): Link[] {
  const targets = [...withoutBlocks(page).matchAll(/(?:\]\(|src(?:set)?=")([^)"]+)/g)].map(([, target = ""]) => target);
  return targets
    .filter((target) => !/^https?:/.test(target))
    .map((target) => ({ path: target.split("#")[0] ?? "", anchor: target.split("#")[1] }));
}

/** As GitHub makes them. */
function anchorsOf(page: string): string[] {
  const headings = [...withoutBlocks(page).matchAll(/^#+ (.*)$/gm)];
  return headings.map(([, text = ""]) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Created by the first run, by the build, or by the reader. */
const NOT_IN_THE_REPOSITORY = /^(\.env|data|\.output|\.copies|node_modules)(\/|$)/;

describe.each(pages)("%s", (page) => {
  it("links to files and headings that are there", () => {
    for (const { path, anchor } of linksOf(page)) {
      const target = path ? join(dirname(page), path) : page;
      expect(existsSync(target), target).toBe(true);
      if (anchor) expect(anchorsOf(target), `${target}#${anchor}`).toContain(anchor);
    }
  });

  it("names files that are there, except those that a recipe adds", () => {
    if (page.startsWith("docs/recipes/")) return;
    const named = [
      ...withoutBlocks(page).matchAll(/`((?:src|tests|scripts|docs|prisma|public|\.github)\/[\w./[\]-]*)`/g),
    ];
    const missing = named.map(([, path = ""]) => path).filter((path) => !existsSync(path));
    expect(missing.filter((path) => !NOT_IN_THE_REPOSITORY.test(path))).toEqual([]);
  });

  it("names npm scripts and test steps that are there", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    const steps = readFileSync("scripts/test.ts", "utf8");
    const text = read(page);
    for (const [, name = ""] of text.matchAll(/\bnpm run ([\w:-]+)/g)) expect(scripts).toHaveProperty([name]);
    for (const [, named = ""] of text.matchAll(/\bnpm test -- ([\w ]+)/g))
      for (const step of named.trim().split(" ")) expect(steps, step).toContain(`\n  ${step}: [`);
  });
});
