// Runs the steps of a test command, one after another, each a script of Node's with its arguments.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
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

/** The steps that come before tests. */
export const PREPARE = { script: join(root, "scripts/prepare.ts") };
export const BUILD = { script: bin("vite/bin/vite.js"), args: ["build", "--logLevel", "warn"] };

/**
 * Runs steps, and ends the process at the first that fails.
 *
 * @param steps all that there are
 * @param chosen the names of those to run, after "prepare"; by default, all
 */
export function runSteps(steps: Steps, chosen: string[]): void {
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
  return spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env }).status === 0;
}

function secondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1000);
}

function fail(message: string): never {
  console.error(`\n${message}`);
  process.exit(1);
}
