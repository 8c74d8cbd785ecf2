// Applies each mutant of list.txt to a copy of the project, runs the tests that must notice it, and reports the
// survivors. Outside of CI, after `npm test`, which generates the database's client:
//
//   npm run mutants -w template                all, on as many cores as there are
//   npm run mutants -w template -- guard.ts    those whose file or test has that text
//   npm run mutants -w template -- --continue  those that are not known to be noticed
//   npm run mutants -w template -- --fourteenth   every fourteenth, beginning with another one each day
//   npm run mutants -w template -- --write     runs none, and writes all results into template/mutants.md
//   npm run mutants -w template -- --check     runs none, and says whether the list fits the files
//
// Results are kept (results.ts), so that a long run can be made in parts.

import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { findBrowser } from "../../scripts/browser.ts";
import { root } from "../../tests/support/app.ts";
import { POSTGRESQL_VARIABLE, startPostgreSql } from "../../tests/support/postgresql/server.ts";
import { bin, build, newCopy } from "./copy.ts";
import { type Mutant, mutated, readMutants } from "./list.ts";
import { report } from "./report.ts";
import { keepResult, resultOf } from "./results.ts";

/** All mutants run within so many nights. */
const NIGHTS = 14;

/** A mutant may make a test wait for ever. At night, beside another part, a file of tests takes minutes by itself. */
const TIMEOUT_MS = 600_000;

const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const { mutants, problems } = readMutants();
if (problems.length > 0) fail(problems.join("\n"));
if (process.argv.includes("--check")) {
  console.log(`${mutants.length} mutants fit the files.`);
  process.exit();
}

if (process.argv.includes("--write")) {
  writeFileSync(
    join(root, "template/mutants.md"),
    report(mutants.map((mutant) => ({ mutant, result: resultOf(mutant) }))),
  );
  process.exit();
}

const isPart = process.argv.includes("--fourteenth");
const day = Math.floor(Date.now() / (24 * 60 * 60 * 1000));
const isContinued = process.argv.includes("--continue");
const toRun = mutants
  .filter(({ file, tests }) => words.every((word) => [file, ...tests].join(" ").includes(word)))
  .filter((mutant) => !mutant.equivalent && !(isContinued && resultOf(mutant)?.isNoticed))
  .filter((_, index) => !isPart || index % NIGHTS === day % NIGHTS);
const survivors: Mutant[] = [];
/** The tests' runs without a mutant, by their command. */
const passing = new Map<string, Promise<boolean>>();
const postgreSql = toRun.some(({ isOnPostgreSql }) => isOnPostgreSql) ? await startPostgreSql() : undefined;
const builds = switchedBuilds(toRun.filter(({ kind }) => kind === "switch"));

// The quick ones first.
const queue = toRun.toSorted((a, b) => b.kind.localeCompare(a.kind));
await Promise.all(Array.from({ length: availableParallelism() }, (_, index) => work(`lane-${index}`)));

await postgreSql?.stop();
survivors.sort((a, b) => a.line - b.line);
for (const { line, file, from, to } of survivors) console.log(`survived: list.txt:${line} ${file}: ${from} → ${to}`);
console.log(`${toRun.length - survivors.length} of ${toRun.length} mutants were noticed.`);
process.exit(survivors.length > 0 ? 1 : 0);

/** Takes mutants off the queue, one after the other, with a copy of its own. */
async function work(name: string): Promise<void> {
  const folder = newCopy(name);
  for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
    const begun = Date.now();
    // A test that fails without a mutant would seem to notice every mutant.
    const isNoticed = (await passesUnchanged(mutant, folder)) && (await notices(mutant, folder));
    const seconds = Math.round((Date.now() - begun) / 1000);
    if (!isNoticed) survivors.push(mutant);
    keepResult(mutant, { isNoticed, seconds });
    console.log(`${isNoticed ? "noticed " : "SURVIVED"} ${mutant.line} ${mutant.file} (${seconds} s)`);
  }
}

/** The tests' run without a mutant, once for all mutants with the same tests. */
async function passesUnchanged(mutant: Mutant, folder: string): Promise<boolean> {
  const command = [mutant.isOnPostgreSql ? "on PostgreSQL:" : "", ...commandOf(mutant)].join(" ").trim();
  const isPassing = passing.get(command) ?? test(mutant, unchangedFor(mutant, folder), folder, "unchanged");
  passing.set(command, isPassing);
  if (!(await isPassing)) console.log(`This fails without a mutant: ${command}`);
  return isPassing;
}

/** @returns a folder without this mutant. For a mutant that is built by itself, any of the others' builds is one. */
function unchangedFor(mutant: Mutant, folder: string): string {
  const [others] = builds.values();
  const built = mutant.kind === "build" ? others : builds.get(mutant);
  if (mutant.kind === "build" && !built) build(folder);
  return built ?? folder;
}

async function notices(mutant: Mutant, folder: string): Promise<boolean> {
  if (mutant.kind === "switch")
    return !(await test(mutant, builds.get(mutant) ?? folder, folder, "switched", String(mutant.line)));
  const path = join(folder, mutant.file);
  const source = readFileSync(path, "utf8");
  writeFileSync(path, mutated(mutant, source));
  try {
    if (mutant.kind === "build") build(folder);
    return !(await test(mutant, folder, folder, "mutated"));
  } finally {
    writeFileSync(path, source);
  }
}

/** @returns whether the mutant's tests pass */
function test(mutant: Mutant, cwd: string, lane: string, output: string, MUTANT = ""): Promise<boolean> {
  const args = commandOf(mutant, cwd);
  // Each run of Playwright empties its folder.
  if (mutant.kind !== "vitest") args.push("--output", join(lane, "test-results", output));
  const url = mutant.isOnPostgreSql ? { [POSTGRESQL_VARIABLE]: postgreSql?.url } : {};
  // Each file is asked for by name, whatever configuration has it.
  const env = { ...process.env, ...url, NIGHT: "1", MUTANT, CHROMIUM_PATH: findBrowser() };
  const child = spawn(process.execPath, args, { cwd, env, stdio: "ignore", timeout: TIMEOUT_MS });
  return new Promise((resolve) => child.once("exit", (code) => resolve(code === 0)));
}

function commandOf({ kind, tests, title }: Mutant, cwd = ""): string[] {
  if (kind === "vitest") {
    const areIn = (folder: string) => tests.every((file) => file.startsWith(folder));
    const isAlone = areIn("packages/solid-authjs/") && !areIn("packages/solid-authjs/test/prisma/");
    const of = isAlone ? "packages/solid-authjs/" : areIn("tests/") ? "" : "template/";
    // Vitest would take a relative "template" for the package of that name, which is not the copy's.
    const config = ["--config", join(cwd, `${of}vitest.config.ts`)];
    return [bin("vitest/vitest.mjs"), "run", ...tests, ...config, "--bail", "1", ...(title ? ["-t", title] : [])];
  }
  const isOfTemplate = tests.some((file) => file.startsWith("template/tests/"));
  const config = isOfTemplate ? ["--config", "template/playwright.config.ts"] : [];
  const files = tests.map((file) => file.replace(/^tests\/(template\/)?/, ""));
  return [
    bin("@playwright/test/cli.js"),
    "test",
    ...files,
    ...config,
    "-x",
    "--workers",
    "1",
    ...(title ? ["-g", title] : []),
  ];
}

/** Builds with as many mutants in each as their texts allow. */
function switchedBuilds(all: Mutant[]): Map<Mutant, string> {
  const batches: Mutant[][] = [];
  for (const mutant of all) {
    const batch = batches.find((others) => others.every((other) => !overlaps(mutant, other)));
    if (batch) batch.push(mutant);
    else batches.push([mutant]);
  }
  const folders = batches.map((batch, index) => {
    const folder = newCopy(`built-${index}`);
    const files = Map.groupBy(batch, ({ file }) => file);
    for (const [file, ofFile] of files) {
      const path = join(folder, file);
      const source = readFileSync(path, "utf8");
      // Sorted from the last to the first, so that no mutant moves the text of another.
      const sorted = ofFile.toSorted((a, b) => source.indexOf(b.from) - source.indexOf(a.from));
      writeFileSync(
        path,
        sorted.reduce((text, mutant) => replacedAt(text, source.indexOf(mutant.from), mutant), source),
      );
    }
    build(folder);
    return folder;
  });
  return new Map(batches.flatMap((batch, index) => batch.map((mutant) => [mutant, folders[index] ?? ""] as const)));
}

function overlaps(one: Mutant, other: Mutant): boolean {
  if (one.file !== other.file) return false;
  const source = readFileSync(join(root, one.file), "utf8");
  const [start, otherStart] = [source.indexOf(one.from), source.indexOf(other.from)];
  return start < otherStart + other.from.length && otherStart < start + one.from.length;
}

function replacedAt(text: string, start: number, mutant: Mutant): string {
  return text.slice(0, start) + mutated(mutant, text.slice(start));
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
