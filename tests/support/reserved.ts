// What one process of the tests has at a time: a file with the id of the process that has it.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { atExit, isRunning } from "./temporary.ts";

const PAUSE_MS = 100;

/** @returns whether this process has it now, until it ends or removes the file */
export function hasReserved(file: string): boolean {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
  } catch {
    const owner = Number(readOrEmpty(file));
    // A file without a number belongs to a process that is just reserving it.
    if (owner > 0 && !isRunning(owner)) removeOfKilled(file, owner);
    return false;
  }
  atExit(() => release(file));
  return true;
}

/** Waits until no other process has the file, and has it during the act. */
export function reserving<T>(file: string, act: () => T): T {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  while (!hasReserved(file)) Atomics.wait(pause, 0, 0, PAUSE_MS);
  try {
    return act();
  } finally {
    release(file);
  }
}

/** Another process may have the file by now: it is then that one's. */
function release(file: string): void {
  if (readOrEmpty(file) === String(process.pid)) rmSync(file, { force: true });
}

/** The file is for the next attempt. One process removes it: meanwhile another one could have reserved it. */
function removeOfKilled(file: string, owner: number): void {
  const removal = `${file}.removal`;
  if (!hasReserved(removal)) return;
  if (readOrEmpty(file) === String(owner)) rmSync(file, { force: true });
  release(removal);
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
