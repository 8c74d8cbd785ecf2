// The sign-in methods in the application's list, and the options that can be off. A browser test that needs one of them
// has its tag, such as @github: without the method's entry it does not run (playwright.config.ts).

import { readFileSync } from "node:fs";
import { join } from "node:path";
import appConfig from "../../app.config.ts";

const METHODS = ["email", "passkey", "github"];

/** Read as text, because the list imports icons, which need the build. */
const list = readFileSync(join(import.meta.dirname, "../../src/server/auth/sign-in-methods.ts"), "utf8");

const OPTIONS: Record<string, boolean> = {
  codes: /^ {2}email\([^)]*\bcodes: true/m.test(list),
  newBrowserMails: appConfig.newBrowserMails,
};

/** @param id of a method, or an option's name */
export function isOffered(id: string): boolean {
  return OPTIONS[id] ?? new RegExp(`^ {2}${id}\\(`, "m").test(list);
}

/** The tags of the tests that do not run. */
export const tagsOfOthers = [...METHODS, ...Object.keys(OPTIONS)]
  .filter((id) => !isOffered(id))
  .map((id) => new RegExp(`@${id}\\b`));
