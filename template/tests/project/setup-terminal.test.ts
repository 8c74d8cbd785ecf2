// The questions of `npm run setup` at a terminal, until its last one. setup.spec.ts answers that one, too.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openEdits } from "../../../scripts/edits.mjs";
import { setupCopy } from "../support/setup.ts";
import { atTerminal, CTRL_C, CTRL_D, type Typing } from "../support/terminal.ts";

const folder = setupCopy("my-app");
const contents = () => {
  const edits = openEdits(folder);
  return Object.fromEntries(edits.files().map((file) => [file, edits.read(file)]));
};
const before = contents();

const NAME: Typing = ["The application's name (My App): ", '  Zoë\'s "Größe"  LTD \r'];
const COLOR: Typing = ["Its colour, such as #0f766e (keep): ", "\r"];
const METHODS: Typing = ["Sign-in methods that stay (email,passkey,github): ", "GitHub Email,\r"];
const DATABASE: Typing = ["Database that stays: both, sqlite or postgresql (both): ", "SQLite\r"];
const DEMO: Typing = ["Do the demo pages stay: yes or no (yes): ", "Y\r"];
const LAST = "Set it up now, and delete what is the template's own? (yes): ";

/** @returns what the terminal shows of `npm run setup`, which changes nothing */
async function asked(...typings: Typing[]): Promise<string> {
  const { status, shown, untyped } = await atTerminal(folder, "node scripts/setup/index.mjs", typings);
  expect([status, untyped], shown).toEqual([1, []]);
  expect(shown).toMatch(/\nNothing is changed\.\n$/);
  expect(contents()).toEqual(before);
  expect(existsSync(join(folder, ".git"))).toBe(false);
  return shown;
}

it("a wrong answer is told with its reason, and its question asked again", async () => {
  const shown = await asked(NAME, [COLOR[0], "red\r"], COLOR, METHODS, DATABASE, DEMO, [LAST, "no\r"]);
  expect(shown).toContain('\n  "red" is no colour: write it as "#0f766e" or "oklch(0.51 0.086 186)".\n');
});

it.each([
  ["Ctrl-D", [NAME, COLOR, [METHODS[0], CTRL_D]]],
  ["Ctrl-C at the last question", [NAME, COLOR, METHODS, DATABASE, DEMO, [LAST, CTRL_C]]],
] as [string, Typing[]][])("%s changes nothing", (_, typings) => asked(...typings).then(() => {}));
