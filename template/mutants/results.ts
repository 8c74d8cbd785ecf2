// What the runs have found, by the mutant's line, in a file that Git ignores.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutant } from "./list.ts";

const FILE = join(import.meta.dirname, "../../.copies/mutants.json");

export interface Result {
  isNoticed: boolean;
  /** The time that its tests took. */
  seconds: number;
  /** The day of the run. */
  day: string;
}

/** @returns undefined for a mutant that has not run since its line has changed */
export function resultOf(mutant: Mutant): Result | undefined {
  return readAll()[keyOf(mutant)];
}

export function keepResult(mutant: Mutant, result: Omit<Result, "day">): void {
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(FILE, JSON.stringify({ ...readAll(), [keyOf(mutant)]: { ...result, day } }));
}

function readAll(): Record<string, Result> {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : {};
}

function keyOf({ file, from, to, kind, isOnPostgreSql, tests, title }: Mutant): string {
  return JSON.stringify([file, from, to, kind, isOnPostgreSql, tests, title]);
}
