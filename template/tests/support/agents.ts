// AGENTS.md, followed in a copy of the project: its block of code is several files, each after a comment with its path,
// and its blocks of changes are those of the table.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { blocksOf } from "../../../scripts/recipes/blocks.ts";
import { root } from "../../../tests/support/app.ts";
import { runIn } from "./npm-test.ts";

/** Writes the page for invoices, its query and actions, its text, and the table with its migration. */
export function followAgents(folder: string): void {
  for (const { language, file, lines } of blocksOf(join(root, "AGENTS.md"))) {
    if (language === "diff") change(join(folder, file), lines);
    else for (const [path = "", text = ""] of filesIn(lines.join("\n"))) write(join(folder, path), text);
  }
  runIn(folder, join(folder, "scripts/database/migration.ts"), ["invoices"]);
}

function filesIn(code: string): string[][] {
  const [, ...parts] = code.split(/^\/\/ (src\/\S+)\n/m);
  return parts.flatMap((part, index) => (index % 2 === 0 ? [[part, `${parts[index + 1]?.trim()}\n`]] : []));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Each part of a change, up to the next `@@`, occurs in the file once. */
function change(path: string, lines: string[]): void {
  const without = (part: string, mark: string) =>
    part
      .split("\n")
      .filter((line) => line[0] !== mark)
      .map((line) => line.slice(1))
      .join("\n");
  const changed = lines
    .join("\n")
    .split(/\n@@\n/)
    .reduce(
      (text, part) => {
        const [before, after, ...others] = text.split(without(part, "+"));
        if (after === undefined || others.length > 0) throw new Error(`${path} does not contain once:\n${part}`);
        return before + without(part, "-") + after;
      },
      readFileSync(path, "utf8"),
    );
  writeFileSync(path, changed);
}
