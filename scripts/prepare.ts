// Generates the Prisma clients, one for each engine, if the schema has changed. Writes the icons, the manifest and the
// look of mails (scripts/icons.ts) if the logo, the tokens or the name have changed. Every npm script that needs these
// files runs this script first, so `npm install` needs no install script. It also checks that the folders are writable,
// because later steps only print a stack.

import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { areClientsFresh, generateClients } from "database-engines/tools";
import { project } from "./database/project.ts";
import { areIconsFresh, writeIcons } from "./icons.ts";

const root = join(import.meta.dirname, "..");
for (const folder of [root, join(root, "node_modules")]) ensureWritable(folder);

if (!areClientsFresh(project)) {
  try {
    generateClients(project);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\nThe Prisma clients could not be generated.`);
    process.exit(1);
  }
  console.log("Generated the Prisma clients.");
}

try {
  if (!areIconsFresh()) {
    await writeIcons();
    console.log("Wrote the icons and the manifest to public/, and the look of mails to src/look.json: commit them.");
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

function ensureWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    console.error(`\nThis folder cannot be written: ${folder}\nChange its owner, or run this as its owner.\n`);
    process.exit(1);
  }
}
