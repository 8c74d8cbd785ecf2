// AGENTS.md and docs/forms.md, followed in a copy of the project: a block of code is one file or several, each after a
// comment with its path, and blocks of changes are to the file that the text above them names.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { blocksOf } from "../../../scripts/recipes/blocks.ts";
import { root } from "../../../tests/support/app.ts";
import { runIn } from "./npm-test.ts";

/**
 * Writes the files of a page of the docs, makes its changes, and writes the migration of its table.
 *
 * @param migration its name
 */
export function followPage(folder: string, page: string, migration: string): void {
  for (const { language, file, lines } of blocksOf(join(root, page))) {
    if (language === "diff") change(join(folder, file), lines);
    else for (const [path = "", text = ""] of filesIn(lines.join("\n"))) write(join(folder, path), text);
  }
  runIn(folder, join(folder, "scripts/database/migration.ts"), [migration]);
}

/** What docs/forms.md says of a schema, in an action and a page of their own beside those without one. */
export function writeFormWithSchema(folder: string): void {
  const [action, page] = ["src/workshops/workshops.ts", "src/routes/protected/workshops.tsx"].map((file) =>
    readFileSync(join(folder, file), "utf8"),
  );
  const changed = (text = "", changes: [string, string][]) =>
    changes.reduce((before, [from, to]) => {
      if (!before.includes(from)) throw new Error(`docs/forms.md does not contain ${from}`);
      return before.replace(from, to);
    }, text);
  const bySchema = changed(action, [
    [`import { readWorkshop } from "./read"`, `import { Workshop } from "./schema"`],
    ["import { refused }", "import { checkForm, refused }"],
    ["readWorkshop(form);", "await checkForm(Workshop, form);"],
    [`PAGE = "/protected/workshops"`, `PAGE = "/protected/workshops-by-schema"`],
    [`runAction("request-workshop"`, `runAction("request-workshop-by-schema"`],
    [`}, "request-workshop");`, `}, "request-workshop-by-schema");`],
  ]);
  write(join(folder, "src/workshops/by-schema.ts"), bySchema);
  const itsPage = changed(page, [[`"~/workshops/workshops"`, `"~/workshops/by-schema"`]]);
  write(join(folder, "src/routes/protected/workshops-by-schema.tsx"), itsPage);
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
