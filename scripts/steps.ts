// Runs the steps of a test command, each a script of Node's with its arguments. Independent steps run at the same time,
// one on each processor. A step that passes prints a line or two, and a step that fails prints all of its output. With
// `--verbose` the steps run one after another, and each prints its output at once.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureBrowser } from "./browser.ts";

export const root = join(import.meta.dirname, "..");

/** The path of a file in a package. */
export const bin = (path: string) => join(root, "node_modules", path);

export interface Step {
  script: string;
  args?: string[];
  needsBrowser?: boolean;
  /**
   * Whether the step runs at the same time as its neighbours with this flag. No such step needs or changes the files of
   * another.
   */
  runsBeside?: boolean;
}

/** A step is one run, or several runs in a row. */
export type Steps = Record<string, Step | Step[]>;

const VERBOSE = "--verbose";
const isVerbose = process.argv.includes(VERBOSE);

/** A run of Vitest. The output of passing tests is not shown. */
export const vitest = (...args: string[]): Step => ({
  script: bin("vitest/vitest.mjs"),
  args: ["run", ...(isVerbose ? [] : ["--reporter=dot", "--silent=passed-only"]), ...args],
  runsBeside: true,
});

/** A run of Playwright. */
export const playwright = (...args: string[]): Step => ({
  script: bin("@playwright/test/cli.js"),
  args: ["test", ...args, ...(isVerbose ? [] : ["--reporter=dot", "--quiet"])],
  needsBrowser: true,
});

/** The step that prepares tests. */
export const PREPARE = { script: join(root, "scripts/prepare.ts") };
export const BUILD = { script: bin("vite/bin/vite.js"), args: ["build", "--logLevel", "warn"] };

/** How many steps run at the same time. */
const LANES = Math.max(2, availableParallelism());

/**
 * Runs steps, and ends the process at the first that fails.
 *
 * @param steps all steps
 * @param args the names of the steps to run, after "prepare", and `--verbose`; by default, all
 */
export async function runSteps(steps: Steps, args: string[]): Promise<void> {
  const chosen = args.filter((arg) => arg !== VERBOSE);
  const unknown = chosen.find((name) => !steps[name]);
  if (unknown) fail(`There is no step "${unknown}". Steps: ${Object.keys(steps).join(", ")}.`);
  const started = Date.now();
  const times: string[] = [];
  for (const group of groupsOf(steps, chosen.length > 0 ? ["prepare", ...chosen] : Object.keys(steps))) {
    console.log(`\n> ${group.join(", ")}`);
    const run = async (name: string) => {
      const begun = Date.now();
      for (const step of [steps[name] ?? []].flat()) if (!(await passes(step))) fail(`The step "${name}" failed.`);
      times.push(`${name} ${secondsSince(begun)} s`);
    };
    const queue = [...group];
    const work = async () => {
      for (let name = queue.shift(); name; name = queue.shift()) await run(name);
    };
    await Promise.all(Array.from({ length: LANES }, work));
  }
  console.log(`\nAll checks passed in ${secondsSince(started)} seconds (${times.join(", ")}).`);
}

/** @returns the names in their order, with steps that run at the same time in one group */
function groupsOf(steps: Steps, names: string[]): string[][] {
  const runsBeside = (name = "") => [steps[name] ?? []].flat().some((step) => step.runsBeside);
  const groups: string[][] = [];
  for (const name of new Set(names)) {
    const last = groups.at(-1);
    if (last && !isVerbose && runsBeside(name) && runsBeside(last[0])) last.push(name);
    else groups.push([name]);
  }
  return groups;
}

const running = new Set<ChildProcess>();

/** The folders of the steps' output. A step that fails ends this process while others are running. */
const folders = new Set<string>();
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => fail(`Ended by ${signal}.`));

async function passes(step: Step): Promise<boolean> {
  const browser = step.needsBrowser ? ensureBrowser() : undefined;
  if (step.needsBrowser && !browser) return false;
  const env = { ...process.env, ...(browser && { CHROMIUM_PATH: browser }) };
  const args = [step.script, ...(step.args ?? [])];
  if (isVerbose) return hasSucceeded(spawn(process.execPath, args, { cwd: root, stdio: "inherit", env }));
  const folder = mkdtempSync(join(tmpdir(), "solid-authjs-"));
  folders.add(folder);
  // The output goes to a file, so that both streams keep their order.
  const output = openSync(join(folder, "output"), "w");
  const stdio = ["inherit" as const, output, output];
  const hasPassed = await hasSucceeded(spawn(process.execPath, args, { cwd: root, stdio, env }));
  closeSync(output);
  const said = readFileSync(join(folder, "output"), "utf8");
  const shown = hasPassed ? closingLines(said) : said;
  // If a process exits, it drops output that its pipe has not taken yet.
  if (shown) await new Promise((done) => process.stdout.write(`${shown}\n`, done));
  return hasPassed;
}

async function hasSucceeded(child: ChildProcess): Promise<boolean> {
  running.add(child);
  const [status] = await once(child, "exit");
  running.delete(child);
  return status === 0;
}

/** The last lines of runs of Vitest and Playwright. */
function closingLines(said: string): string {
  const lines = stripVTControlCharacters(said).match(/^ *(Tests {2}.*|\d+ passed .*|Wrote .*|Generated .*)$/gm) ?? [];
  return lines.map((line) => `  ${line.trim()}`).join("\n");
}

function secondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1000);
}

function fail(message: string): never {
  // This works like a user's Ctrl+C: each step stops the processes that it has started.
  for (const child of running) child.kill("SIGINT");
  console.error(`\n${message}`);
  process.exit(1);
}
