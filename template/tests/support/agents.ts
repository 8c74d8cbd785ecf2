// AGENTS.md and docs/forms.md, followed in a copy of the project: a block of code is one file or several, each after a
// comment with its path, and blocks of changes are to the file that the text above them names.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { blocksOf } from "../../../scripts/recipes/blocks.ts";
import { root } from "../../../tests/support/app.ts";
import { runIn } from "./npm-test.ts";

/** Writes the files of a page of the docs, and makes its changes. */
function followPage(folder: string, page: string): void {
  for (const { language, file, lines } of blocksOf(join(root, page))) {
    if (language === "diff") change(join(folder, file), lines);
    else for (const [path = "", text = ""] of filesIn(lines.join("\n"))) write(join(folder, path), text);
  }
}

/** The table of docs/forms.md and its data download, as AGENTS.md has those of its own. */
const WORKSHOP: Record<string, string[]> = {
  "prisma/schema.prisma": [
    "   authenticators Authenticator[]",
    "+  workshops      Workshop[]",
    "@@",
    " // Your own models follow. Updates of the template add none here.",
    "+",
    "+model Workshop {",
    "+  id        String   @id @default(cuid())",
    "+  userId    String",
    "+  user      User     @relation(fields: [userId], references: [id], onDelete: Cascade)",
    ...["company", "level", "time", "wishes", "place"].map((name) => `+  ${name.padEnd(9)} String`),
    "+  day       DateTime",
    "+  seats     Int",
    "+  isRemote  Boolean",
    "+",
    "+  @@index([userId])",
    "+}",
  ],
  "src/server/database/user-data.ts": [
    "+      workshops: { take: 100, omit: { id: true, userId: true } },",
    "       authenticators: {",
  ],
};

/** Follows AGENTS.md, and docs/forms.md with its table, and writes one migration. */
export function followDocs(folder: string): void {
  followPage(folder, "AGENTS.md");
  for (const [file, lines] of Object.entries(WORKSHOP)) change(join(folder, file), lines);
  followPage(folder, "docs/forms.md");
  runIn(folder, join(folder, "scripts/database/migration.ts"), ["invoices_and_workshops"]);
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
