// packages/solid-authjs/REFERENCE.md lists exactly the names that an application can import.

import { readFileSync } from "node:fs";
import { bindAuth } from "solid-authjs";
import { parseSync } from "vite";
import { expect, it } from "vitest";

const sections = readFileSync("packages/solid-authjs/REFERENCE.md", "utf8").split(/^##+ /m);

/** The first column of the table below a heading, sorted. */
function namesIn(heading: string): string[] {
  const section = sections.find((text) => text.startsWith(`${heading}\n`)) ?? "";
  return Array.from(section.matchAll(/^\| `([^`]+)`/gm), ([, name = ""]) => name).sort();
}

function exportsOf(file: string): string[] {
  const path = `packages/solid-authjs/src/${file}.ts`;
  const { staticExports } = parseSync(path, readFileSync(path, "utf8")).module;
  return staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => exportName.name ?? "*"));
}

const START = ["environment", "features/oauth/github", "redact", "visitor-errors"];

it.each<[string, string[]]>([
  ["Server exports", exportsOf("index")],
  ["For a database with Prisma", exportsOf("prisma/index")],
  ["For a server's start and its log", START.flatMap(exportsOf)],
  ["Bound functions", Object.keys(bindAuth({ providers: [] }))],
  ["Client exports", exportsOf("client/index")],
])("the reference lists under %s all that the code has, once, and nothing else", (heading, names) => {
  expect(names.length).toBeGreaterThan(4);
  expect(namesIn(heading)).toEqual([...new Set(names)].sort());
});
