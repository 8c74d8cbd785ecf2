// What the runs have found, in a file that Git ignores. A result counts for the mutant, its file and its tests as they
// were when they ran.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutant } from "./list.ts";

const root = join(import.meta.dirname, "../../..");
const FILE = join(root, ".copies/mutants.json");

export interface Result {
  isNoticed: boolean;
  /** The time that its tests took. */
  seconds: number;
}

/** @returns undefined for a mutant that has not run, or not with the code and the tests as they are now */
export function resultOf(mutant: Mutant): Result | undefined {
  return readAll()[keyOf(mutant)];
}

/** @param key from before the run: files may have changed since */
export function keepResult(key: string, result: Result): void {
  writeFileSync(FILE, JSON.stringify({ ...readAll(), [key]: result }));
}

function readAll(): Record<string, Result> {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : {};
}

/** Another one after a change to the mutant, its file or its tests. */
export function keyOf({ file, from, to, isOnPostgreSql, tests, title }: Mutant): string {
  const hash = createHash("sha256").update(JSON.stringify([file, from, to, tests, title, ...(isOnPostgreSql ? ["postgresql"] : [])]));
  for (const path of [file, ...tests]) hash.update(readFileSync(join(root, path)));
  return hash.digest("hex");
}
