// `npm run entry -w template -- with-authjs folder` writes an entry for solidjs/templates. with-authjs is for Solid 2,
// with-passkeys for SolidStart 2: upstream/*.md has the text of each pull request.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "../scripts/steps.ts";
import { isCommand } from "./command.ts";

const UPSTREAM = join(root, "template/upstream");
const PACKAGE = join(root, "packages/solid-authjs");

/** Each template for Solid 2 there is linted so. As a file of this repository it would need the two packages here. */
const OXLINT = `import solid from "eslint-plugin-solid/configs/v2";
import { defineConfig } from "oxlint";

const { rules, settings } = solid;

export default defineConfig({ jsPlugins: ["eslint-plugin-solid"], rules, settings });
`;

const ENTRIES = {
  "with-authjs": (folder: string) => {
    cpSync(join(PACKAGE, "example/solid-2"), folder, { recursive: true });
    rmSync(join(folder, "with-prisma"), { recursive: true });
    writeFileSync(join(folder, "oxlint.config.mjs"), OXLINT);
  },
  "with-passkeys": (folder: string) => {
    cpSync(join(UPSTREAM, "app"), folder, { recursive: true });
    cpSync(join(PACKAGE, "example/tsconfig.json"), join(folder, "tsconfig.json"));
    execFileSync(process.execPath, [join(PACKAGE, "init.mjs"), "init"], { cwd: folder });
  },
};

export type Entry = keyof typeof ENTRIES;

/** @throws a message if the folder is there: nothing of it is overwritten */
export function writeEntry(name: Entry, folder: string): void {
  if (existsSync(folder)) throw new Error(`${folder} is there already. Name a new folder.`);
  ENTRIES[name](folder);
  cpSync(join(UPSTREAM, name), folder, { recursive: true });
}

function isEntry(name: string | undefined): name is Entry {
  return name !== undefined && Object.hasOwn(ENTRIES, name);
}

if (isCommand(import.meta)) {
  const [name, folder] = process.argv.slice(2);
  if (!isEntry(name) || !folder)
    throw new Error(`The command is: npm run entry -w template -- <${Object.keys(ENTRIES).join("|")}> <folder>`);
  writeEntry(name, resolve(root, folder));
}
