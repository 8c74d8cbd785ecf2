// Cleans up after tests, also after failures: processes, and folders in the system's temporary folder.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const actions: (() => void)[] = [];

/** Runs a function when this process ends, whether its tests passed or not. */
export function atExit(action: () => void): void {
  if (actions.push(action) > 1) return;
  process.once("exit", () => {
    for (const each of actions) each();
  });
}

/** @returns the path of a new, empty folder, which is removed when this process ends */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "solid-authjs-"));
  atExit(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
