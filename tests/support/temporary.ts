// Cleans up after tests, also after failures: processes, and folders in the system's temporary folder.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const actions: (() => void)[] = [];

/** Runs a function when this process ends, whether its tests passed or not. */
export function atExit(action: () => void): void {
  if (actions.push(action) > 1) return;
  process.once("exit", end);
  // Vitest ends its processes so, and then there is no "exit".
  process.once("SIGTERM", () => {
    end();
    process.kill(process.pid, "SIGTERM");
  });
}

function end(): void {
  for (const each of actions.splice(0)) each();
}

/** The folders of this process, in the order in which they were made. */
const folders: string[] = [];

/** @returns the path of a new, empty folder, which is removed when this process ends */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "solid-authjs-"));
  folders.push(folder);
  atExit(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Removes the folders that are made during a call when it ends, rather than when this process does. */
export async function removingFolders(during: () => Promise<void>): Promise<void> {
  const before = folders.length;
  await during();
  for (const folder of folders.splice(before)) rmSync(folder, { recursive: true, force: true });
}
