// Random requests that can be repeated: FUZZ_SEED=… with the printed seed repeats a run.

import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import fc from "fast-check";
import { root } from "../../../tests/support/app.ts";
import { utf8 } from "./raw-http.ts";

/**
 * Tries `count` inputs one after the other. Shrinks the first failing one while there is time: two fifths of the
 * test's, so that a test may have two rounds and still reports a failure.
 *
 * @param check throws if the input breaks a promise
 */
export async function fuzz<T>(
  inputs: fc.Arbitrary<T>,
  count: number,
  check: (input: T) => Promise<void>,
): Promise<void> {
  const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
  console.log(`    ${count} inputs, FUZZ_SEED=${seed}`);
  const interruptAfterTimeLimit = 0.4 * test.info().timeout;
  const settings = { seed, numRuns: count, interruptAfterTimeLimit, markInterruptAsFailure: true };
  await fc.assert(fc.asyncProperty(inputs, check), settings);
}

/** A list, from words with white space between them. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** Every byte as a percent sequence. */
export function percent(text: string): string {
  return Array.from(text, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, "0")}`).join("");
}

/**
 * The ids of the server functions: a hash of the file's path in hex, and the function's name.
 *
 * @throws if their number differs from the source's
 */
export function serverFunctionIds(): string[] {
  const built = textsBelow(".output/server", /\.m?js$/).flatMap((text) => [
    ...text.matchAll(/createServerReference\("([0-9a-f]{8}-\w+)"/g),
  ]);
  const ids = [...new Set(built.map(([, id = ""]) => id))];
  const written = textsBelow("src", /\.tsx?$/).flatMap((text) => text.match(/^ +"use server";$/gm) ?? []);
  assert.equal(ids.length, written.length, "the build has other server functions than the source");
  return ids;
}

/** The content of the files in a folder of the project whose names match. */
function textsBelow(folder: string, name: RegExp): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"));
}

/** Arguments of a server function, as SolidStart's client writes them: a length, then JSON of seroval's. */
export function serialized(node: unknown): string {
  const json = utf8(JSON.stringify(node));
  return `;0x${json.length.toString(16).padStart(8, "0")};${json}`;
}
