// AGENTS.md and docs/forms.md, followed in a copy of the project as recipes are. There, a block of code has several
// files, each after a comment with its path.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { planPages } from "../../../scripts/recipes/plan.ts";
import { root } from "../../../tests/support/app.ts";
import { runIn } from "./npm-test.ts";

/** @returns a page of the docs, in which each file has a block of its own */
function pageOf(page: string) {
  const text = readFileSync(join(root, page), "utf8")
    .replace(/```tsx\n\/\/ (src\/\S+)\n/g, "`$1`:\n\n```tsx\n")
    .replace(/\n\n\/\/ (src\/\S+)\n/g, "\n```\n\n`$1`:\n\n```tsx\n");
  return { page, text };
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

const tableOfForms = Object.entries(WORKSHOP).map(([file, lines]) => ({
  page: "the table of docs/forms.md",
  text: ["", `\`${file}\`:`, "", "```diff", ...lines, "```"].join("\n"),
}));

/** Follows AGENTS.md, and docs/forms.md with its table, and writes one migration. */
export function followDocs(folder: string): void {
  const pages = [pageOf("AGENTS.md"), ...tableOfForms, pageOf("docs/forms.md")];
  const read = (file: string) =>
    existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8") : undefined;
  for (const { files, problems } of planPages(pages, read)) {
    if (problems.length > 0) throw new Error(problems.join("\n"));
    for (const [file, text] of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
  }
  runIn(folder, join(folder, "scripts/database/migration.ts"), ["invoices_and_workshops"]);
}
