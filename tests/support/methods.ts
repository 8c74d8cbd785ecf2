// The sign-in methods in the application's list. A browser test that needs one of them has its tag, such as @github:
// without the method's entry it does not run (playwright.config.ts).

import { readFileSync } from "node:fs";
import { join } from "node:path";

const METHODS = ["email", "passkey", "github"];

/** Read as text, because the list imports icons, which need the build. */
const list = readFileSync(join(import.meta.dirname, "../../src/server/auth/sign-in-methods.ts"), "utf8");

/** @param id of a method */
export function isOffered(id: string): boolean {
  return new RegExp(`^ {2}${id}\\(`, "m").test(list);
}

/** The tags of the tests that do not run. */
export const tagsOfOthers = METHODS.filter((id) => !isOffered(id)).map((id) => new RegExp(`@${id}\\b`));
