// Each part says what is wrong upstream, who has reported it, what the part gains and when it can go. README.md is the
// table of these facts.

import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { fileName, PART_NAMES } from "../src/index.ts";

const folder = `${import.meta.dirname}/..`;
const readme = readFileSync(`${folder}/README.md`, "utf8");

const LABELS = ["Upstream", "Reported", "Gain", "It can go"] as const;

/** Files that the parts share. */
const SHARED = [
  "browser.ts",
  "build.ts",
  "doctor",
  "edited.ts",
  "failed-imports.ts",
  "index.ts",
  "middleware.ts",
  "routes.d.ts",
  "server.ts",
  "tested-versions.ts",
  "whole-response.ts",
];

/** @returns the facts of a part's heading, in the order of the table; undefined for one that is missing */
function factsOf(part: string): (string | undefined)[] {
  const source = readFileSync(`${folder}/src/${fileName(part)}.ts`, "utf8");
  const [heading = ""] = source.split("\n\n");
  const text = heading.replaceAll(/\n?^\/\/ ?/gm, " ");
  return LABELS.map((label, index) => {
    const next = LABELS[index + 1];
    const [, fact] = text.split(` ${label}: `);
    return (next ? fact?.split(` ${next}: `)[0] : fact)?.trim().replace(/\.$/, "");
  });
}

/** A line of the table. Issues are links there. */
function lineOf(part: string): string {
  const facts = factsOf(part).map((fact) => fact?.replace(/([\w.-]+\/[\w.-]+)#(\d+)/g, linked));
  return `| [\`${part}\`](src/${fileName(part)}.ts) | ${facts.join(" | ")} |`;
}

const linked = (issue: string, repository: string, number: string) =>
  `[${issue}](https://github.com/${repository}/issues/${number})`;

it.each(PART_NAMES)("%s has a heading with the four facts", (part) => {
  const [upstream, reported, gain, end] = factsOf(part);
  expect(upstream).toMatch(/^[@\w/-]+ \d+\.\d+\.\d+\S*.*: ./);
  expect(reported).toMatch(/\w+\/[\w-]+#\d+|^not yet/);
  expect([gain, end]).toEqual([expect.stringMatching(/./), expect.stringMatching(/^(?:when|with) /)]);
});

it.each(PART_NAMES)("%s has a line in the table, with the facts of its heading", (part) => {
  expect(readme.split("\n")).toContain(lineOf(part));
});

it("each file and each line of the table belongs to a part", () => {
  const parts = readdirSync(`${folder}/src`).filter((file) => !SHARED.includes(file));
  expect(parts.sort()).toEqual(PART_NAMES.map((name) => `${fileName(name)}.ts`).sort());
  expect([...readme.matchAll(/^\| \[`(\w+)`\]/gm)].map(([, name]) => name)).toEqual(PART_NAMES);
});
