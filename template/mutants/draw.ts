// Draws mutants at random over all code that ships, by a seed, and runs each commit's tests against each: first the
// types, then the tests in Node that load the file, a build and the owner's browser tests. The seed chooses the places:
// the share of noticed mutants says how much the tests see.
//
//   npm run mutants:draw -w template -- 7 100      draws a hundred by the seed 7
//   npm run mutants:draw -w template -- 7 100 20   runs those from the twentieth on

import { spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { parseAst } from "vite";
import { findBrowser } from "../../scripts/browser.ts";
import { root } from "../../tests/support/app.ts";
import { bin, newCopy } from "./copy.ts";

const SHIPPED = ["src/**/*.{ts,tsx}", "packages/*/src/**/*.{ts,tsx}", "scripts/**/*.{ts,mjs}", "app.config.ts"];
const TIMEOUT_MS = 600_000;

/** A change to one place of a file. */
interface Drawn {
  file: string;
  start: number;
  end: number;
  to: string;
}

interface AstNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const OTHER: Record<string, string> = {
  "&&": "||",
  "||": "&&",
  "??": "||",
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "+": "-",
  "-": "+",
};

/** What `??` and `||` give the same for: the empty value of a type, and objects, which are never empty. */
const IS_EMPTY = /^(?:""|0|false|null|undefined|\{\}|\[\])$/;

const [seed = 1, count = 100, from = 1] = process.argv.slice(2).map(Number);
const all = globSync(SHIPPED, { cwd: root })
  .sort()
  .filter((file) => !file.includes("/generated/"))
  .flatMap(changesOf);
const drawn = pick(all, count, seed);
console.log(`${all.length} places, of which the seed ${seed} draws ${drawn.length}.`);

const folder = newCopy("drawn");
const failing = whoNotices("app.config.ts");
if (failing) throw new Error(`Without a mutant, this fails: ${failing}.`);
let noticed = 0;
for (const [index, mutant] of drawn.entries()) {
  if (index + 1 < from) continue;
  const path = join(folder, mutant.file);
  const source = readFileSync(path, "utf8");
  writeFileSync(path, source.slice(0, mutant.start) + mutant.to + source.slice(mutant.end));
  const by = whoNotices(mutant.file);
  writeFileSync(path, source);
  if (by) noticed++;
  console.log(`${index + 1} ${by ?? "SURVIVED"}: ${describe(mutant, source)}`);
}
console.log(`${noticed} of ${drawn.length - from + 1} were noticed.`);

/** @returns what fails, with the first test or error that it names */
function whoNotices(file: string): string | undefined {
  const related = (...more: string[]) => [
    bin("vitest/vitest.mjs"),
    "related",
    "--run",
    "--bail",
    "1",
    join(folder, file),
    ...more,
  ];
  const layer = ["--config", "packages/solid-authjs/vitest.config.ts"];
  // Vitest would take a relative "template" for the package of that name, which is not the copy's.
  const template = ["--config", join(folder, "template/vitest.config.ts")];
  const steps: [name: string, args: string[]][] = [
    ["types", [bin("typescript/bin/tsc"), "--incremental", "--tsBuildInfoFile", join(folder, ".copies/types.json")]],
    ["unit tests", related()],
    ["the template's tests", related(...template)],
    ["the build", [bin("vite/bin/vite.js"), "build", "--logLevel", "error"]],
    ["browser tests", [bin("@playwright/test/cli.js"), "test", "-x"]],
  ];
  if (file.startsWith("packages/solid-authjs/")) steps.unshift(["the layer's tests", related(...layer)]);
  // Tests start scripts as processes, so Vitest does not know which tests those are.
  const ofScripts = [bin("vitest/vitest.mjs"), "run", "--bail", "1", "project/", ...template];
  if (file.startsWith("scripts/")) steps.splice(3, 0, ["the tests of scripts", ofScripts]);
  for (const [name, args] of steps) {
    const failure = failureOf(args);
    if (failure !== undefined) return `${name} (${failure})`;
  }
  return undefined;
}

function failureOf(args: string[]): string | undefined {
  const env = { ...process.env, CHROMIUM_PATH: findBrowser() };
  const run = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8", timeout: TIMEOUT_MS });
  if (run.status === 0) return undefined;
  const output = stripVTControlCharacters(`${run.stdout}${run.stderr}`);
  const [, ...named] = output.match(/^ *(?:FAIL +(.+)|1\) (.+)|(.+ error TS.+))$/m) ?? [];
  return named.find(Boolean)?.trim().slice(0, 120) ?? "";
}

/** Mulberry32: the same places for the same seed. */
function pick<T>(from: T[], size: number, by: number): T[] {
  let state = by >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const left = [...from];
  return Array.from({ length: Math.min(size, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat();
}

function changesOf(file: string): Drawn[] {
  const code = readFileSync(join(root, file), "utf8");
  const changes: Drawn[] = [];
  const add = ({ start, end }: { start: number; end: number }, to: string) => changes.push({ file, start, end, to });
  const between = (left: AstNode, right: AstNode, operator: string) => {
    const start = left.end + code.slice(left.end, right.start).indexOf(operator);
    add({ start, end: start + operator.length }, OTHER[operator] ?? operator);
  };
  visit(parseAst(code, { lang: file.endsWith("x") ? "tsx" : "ts" }) as unknown as AstNode, (node) => {
    const { type, test, argument, expression, operator } = node as AstNode & Record<string, AstNode | undefined>;
    const isChosen = type === "LogicalExpression" || (type === "BinaryExpression" && String(operator) in OTHER);
    if (isChosen && !(String(operator) === "??" && IS_EMPTY.test(textOf(node.right as AstNode))))
      between(node.left as AstNode, node.right as AstNode, String(operator));
    if ((type === "IfStatement" || type === "ConditionalExpression") && test) add(test, "false");
    if (type === "UnaryExpression" && String(operator) === "!" && argument) add(node, `(${textOf(argument)})`);
    // An answer of false or null is often read as undefined is.
    if (type === "ReturnStatement" && argument && textOf(argument) !== "undefined")
      add(argument, ["false", "null"].includes(textOf(argument)) ? "true as never" : "undefined");
    if (type === "ExpressionStatement" && /^(?:await |void )?[\w.]+\(/.test(textOf(expression ?? node)))
      add(node, "void 0;");
    if (type === "Literal" && typeof node.value === "number") add(node, String(node.value + 1));
  });
  return changes;

  function textOf({ start, end }: AstNode): string {
    return code.slice(start, end);
  }
}

/** Visits all nodes but those of types. */
function visit(value: unknown, see: (node: AstNode) => void): void {
  if (typeof value !== "object" || value === null) return;
  const { type } = value as AstNode;
  if (typeof type === "string" && /^TS(?!As|NonNull|Satisfies)/.test(type)) return;
  if (typeof type === "string") see(value as AstNode);
  for (const child of Object.values(value)) visit(child, see);
}

function describe({ file, start, end, to }: Drawn, source: string): string {
  const line = source.slice(0, start).split("\n").length;
  const was = source.slice(start, end).replace(/\s+/g, " ");
  const near = source.split("\n")[line - 1]?.trim();
  return `${file}:${line} ${was.slice(0, 80)} → ${to.slice(0, 80)} | ${near}`;
}
