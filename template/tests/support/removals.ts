// Removes parts of a copy as the table in docs/first-changes.md says: it deletes the files that the table names, and
// the lines below.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../tests/support/app.ts";

const METHODS = "src/server/auth/sign-in-methods.ts";
const HOME_PAGE = "src/routes/index.tsx";

const LINES: Record<string, [file: string, lines: RegExp][]> = {
  "the demo pages": [
    [HOME_PAGE, / *<Button href="\/protected"[\s\S]*?<\/Button>\n/],
    [HOME_PAGE, / *<Button href="\/protected\/client"[\s\S]*?<\/Button>\n/],
    [HOME_PAGE, / *<Tile [^\n]* href="\/protected" \/>\n/],
    [HOME_PAGE, / *<Tile [^\n]* href="\/protected\/client" \/>\n/],
    [HOME_PAGE, /import lockIcon .*\n/],
    [HOME_PAGE, /import monitorIcon .*\n/],
    [HOME_PAGE, /import \{ Button \} .*\n/],
  ],
  GitHub: [
    [METHODS, /\n {2}\{\n {4}id: "github",[^}]*\n {2}\},/],
    [METHODS, /import gitHubIcon .*\n/],
    [METHODS, /import gitHubProvider .*\n/],
  ],
  passkeys: [
    [METHODS, /\n {2}\{ id: "passkey".*/],
    [METHODS, /import passkeyProvider .*\n/],
  ],
  "sign-in by email": [
    [METHODS, /\n {2}\{\n {4}id: "email",[^}]*\n {2}\},/],
    [METHODS, /import emailProvider .*\n/],
  ],
};

/** The files of each part. */
const filesOf = new Map(
  Array.from(
    readFileSync(join(root, "docs/first-changes.md"), "utf8").matchAll(/^\| ([^|`]+) \| (`[^|]+`) \|.*\|$/gm),
    ([, part = "", files = ""]) => [part, files.split(", ").map((file) => file.slice(1, -1))],
  ),
);

export const removableParts = [...filesOf.keys()];

/** Removes a part of the table. */
export function remove(folder: string, part: string): void {
  const files = filesOf.get(part);
  if (!files) throw new Error(`docs/first-changes.md has no part "${part}".`);
  for (const file of files) rmSync(join(folder, file), { recursive: true });
  for (const [file, lines] of LINES[part] ?? []) removeLines(folder, file, lines);
}

/** Fails if the lines are not there. */
export function removeLines(folder: string, file: string, lines: RegExp): void {
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  const shorter = text.replace(lines, "");
  if (shorter === text) throw new Error(`${file} does not contain ${lines}`);
  writeFileSync(path, shorter);
}
