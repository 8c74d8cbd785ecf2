// `npm test` of a copy, as its owner runs it.

import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** The limit for a run that hangs. A busy machine is no failure. */
export const NPM_TEST_TIMEOUT_MS = 20 * 60_000;

/** Playwright's own variables are those of this run. Many containers have no locale. */
const OF_THIS_RUN = /^(PW|PLAYWRIGHT|TEST_|LANG|LC_)/;

/**
 * @param folder a copy that has its packages
 * @param args by default, everything
 * @returns the output. Throws with its end if the tests fail
 */
export function npmTest(folder: string, ...args: string[]): string {
  return runIn(folder, join(folder, "scripts/test.ts"), args);
}

/**
 * Runs a script of Node's in a folder.
 *
 * @param variables added to the environment
 * @returns its output
 */
export function runIn(folder: string, script: string, args: string[], variables: NodeJS.ProcessEnv = {}): string {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_THIS_RUN.test(name)));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: folder,
    env: { ...env, ...variables },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0)
    throw new Error(`${[script, ...args].join(" ")} failed:\n${stdout.slice(-8000)}\n${stderr.slice(-5000)}`);
  return stdout;
}
