// Runs the steps of a test command, one after another, each a script of Node's with its arguments. A step that passes
// says in a line or two what has passed, and one that fails says all that it has to say. With `--verbose` each step
// prints everything as it comes.

import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureBrowser } from "./browser.ts";

export const root = join(import.meta.dirname, "..");

/** The path of a package's file. */
export const bin = (path: string) => join(root, "node_modules", path);

export interface Step {
  script: string;
  args?: string[];
  needsBrowser?: boolean;
}

/** One run, or several in a row. */
export type Steps = Record<string, Step | Step[]>;

const VERBOSE = "--verbose";
const isVerbose = process.argv.includes(VERBOSE);

/** A run of Vitest. What passing tests print is not shown. */
export const vitest = (...args: string[]): Step => ({
  script: bin("vitest/vitest.mjs"),
  args: ["run", ...(isVerbose ? [] : ["--reporter=dot", "--silent=passed-only"]), ...args],
});

/** A run of Playwright. */
export const playwright = (...args: string[]): Step => ({
  script: bin("@playwright/test/cli.js"),
  args: ["test", ...args, ...(isVerbose ? [] : ["--reporter=dot", "--quiet"])],
  needsBrowser: true,
});

/** The steps that come before tests. */
export const PREPARE = { script: join(root, "scripts/prepare.ts") };
export const BUILD = { script: bin("vite/bin/vite.js"), args: ["build", "--logLevel", "warn"] };

/**
 * Runs steps, and ends the process at the first that fails.
 *
 * @param steps all that there are
 * @param args the names of those to run, after "prepare", and `--verbose`; by default, all
 */
export function runSteps(steps: Steps, args: string[]): void {
  const chosen = args.filter((arg) => arg !== VERBOSE);
  const unknown = chosen.find((name) => !steps[name]);
  if (unknown) fail(`There is no step "${unknown}". Steps: ${Object.keys(steps).join(", ")}.`);
  const started = Date.now();
  const times: string[] = [];
  for (const name of chosen.length > 0 ? new Set(["prepare", ...chosen]) : Object.keys(steps)) {
    const begun = Date.now();
    console.log(`\n> ${name}`);
    if (![steps[name]].flat().every(passes)) fail(`The step "${name}" failed.`);
    times.push(`${name} ${secondsSince(begun)} s`);
  }
  console.log(`\nAll checks passed in ${secondsSince(started)} seconds (${times.join(", ")}).`);
}

function passes(step: Step | undefined): boolean {
  if (!step) return false;
  const browser = step.needsBrowser ? ensureBrowser() : undefined;
  if (step.needsBrowser && !browser) return false;
  const env = { ...process.env, ...(browser && { CHROMIUM_PATH: browser }) };
  const args = [step.script, ...(step.args ?? [])];
  if (isVerbose) return spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env }).status === 0;
  const folder = mkdtempSync(join(tmpdir(), "solid-auth-"));
  try {
    // A file, so that what is said on both outputs keeps its order.
    const output = openSync(join(folder, "output"), "w");
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ["inherit", output, output], env });
    closeSync(output);
    const said = readFileSync(join(folder, "output"), "utf8");
    console.log(status === 0 ? closingLines(said) : said);
    return status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What runs of Vitest and Playwright say at their ends. */
function closingLines(said: string): string {
  const lines = stripVTControlCharacters(said).match(/^ *(Tests {2}.*|\d+ passed .*|Wrote .*|Generated .*)$/gm) ?? [];
  return lines.map((line) => `  ${line.trim()}`).join("\n");
}

function secondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1000);
}

function fail(message: string): never {
  console.error(`\n${message}`);
  process.exit(1);
}
