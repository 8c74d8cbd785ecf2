// Draws a random sample of the project's English, to be read aloud: 45 comments, 30 test titles and 25 lines of docs.
// At most five of the hundred may have to be read twice.
//
//   npm run english -w template            a new sample
//   npm run english -w template -- SEED    the same sample again

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const seed = process.argv[2] ?? String(Date.now());

interface Text {
  file: string;
  text: string;
}

const comments = textsOf(["src", "packages", "scripts", "*.ts"], /\.tsx?$/, (source) => [
  ...matches(source, /\/\*\*([\s\S]*?)\*\//g, /^\s*\*? ?/gm),
  ...matches(source, /(?:^[ \t]*\/\/.*\n)+/gm, /^[ \t]*\/\/ ?/gm),
]);
const titles = textsOf(["tests", "packages", "template"], /\.(test|spec)\.ts$/, titlesOf);
const docs = textsOf(["*.md", "docs", "packages"], /\.md$/, (source) =>
  source
    .replace(/^ *```[\s\S]*?^ *```/gm, "")
    // A paragraph is one line.
    .replace(/\n(?!\n|#|\||>| *([-*]|\d+\.) ) */g, " ")
    .split("\n")
    .filter((line) => !line.startsWith("#")),
);

console.log(`Seed ${seed}`);
for (const [heading, texts, count] of [
  ["Comments", comments, 45],
  ["Titles", titles, 30],
  ["Docs", docs, 25],
] as const) {
  console.log(`\n${heading} (${count} of ${texts.length})\n`);
  for (const { file, text } of sample(texts, count)) console.log(`${file}\n    ${text}\n`);
}

function textsOf(paths: string[], name: RegExp, read: (source: string) => string[]): Text[] {
  const files = spawnSync("git", ["ls-files", "--", ...paths], { cwd: root, encoding: "utf8" }).stdout.split("\n");
  return files
    .filter((file) => name.test(file))
    .flatMap((file) => read(readFileSync(join(root, file), "utf8")).map((text) => ({ file, text: text.trim() })))
    .filter(({ text }) => /[a-z] [a-z]/.test(text));
}

/** @returns the titles of tests, after those of the groups that they are in, as a runner prints them */
function titlesOf(source: string): string[] {
  const calls = /^( *)(test|it|test\.describe|describe)(?:\.each\([^`]*?\))?\(\s*(["'`])(.+?)\3,/gm;
  let groups: { depth: number; title: string }[] = [];
  return Array.from(source.matchAll(calls)).flatMap(([, indent = "", call = "", , title = ""]) => {
    groups = groups.filter(({ depth }) => depth < indent.length);
    const whole = [...groups.map((group) => group.title), title].join(" > ");
    if (!call.endsWith("describe")) return [whole];
    groups.push({ depth: indent.length, title });
    return [];
  });
}

/** @returns the last group of each match, on one line */
function matches(source: string, pattern: RegExp, prefix = /^/g): string[] {
  return Array.from(source.matchAll(pattern), (match) =>
    (match.at(-1) ?? "").replace(prefix, "").replace(/\s+/g, " ").trim(),
  );
}

/** Picks the same texts for the same seed, wherever they stand in the list. */
function sample(texts: Text[], count: number): Text[] {
  const order = ({ file, text }: Text) => createHash("sha256").update(`${seed} ${file} ${text}`).digest("hex");
  return texts.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)).slice(0, count);
}
