// Cleans up after tests, also after failures: processes, and folders in the system's temporary folder.

import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

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

/** Its folders' names go on with the id of their process. */
const PREFIX = "solid-authjs-";
const OWNED = new RegExp(`^${PREFIX}(\\d+)-`);

/** The folders of this process, in the order in which they were made. */
const folders: string[] = [];

/** @returns the path of a new, empty folder, which is removed when this process ends */
export function temporaryFolder(): string {
  if (actions.length === 0) removeOfKilled();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
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

/**
 * Starts a process that removes what processes have left that were killed: an application with its packages would take
 * longer than a test has. It gives a folder a name with its own id first, so no other removes the same.
 */
function removeOfKilled(): void {
  const left = readdirSync(tmpdir()).filter((name) => {
    const [, owner] = name.match(OWNED) ?? [];
    return owner && !isRunning(Number(owner));
  });
  if (left.length === 0) return;
  const paths = left.map((name) => join(tmpdir(), name));
  spawn(process.execPath, [import.meta.filename, ...paths], { detached: true, stdio: "ignore" }).unref();
}

/** This file is what that process runs. */
function remove(path: string): void {
  const own = join(dirname(path), basename(path).replace(OWNED, `${PREFIX}${process.pid}-`));
  try {
    renameSync(path, own);
  } catch {
    return;
  }
  rmSync(own, { recursive: true, force: true });
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

if (process.argv[1] === import.meta.filename) for (const path of process.argv.slice(2)) remove(path);
