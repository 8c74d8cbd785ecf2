// Generates the Prisma clients, one for each engine, if the schema has changed. Writes the icons, the manifest and the
// look of mails (scripts/icons.ts) if the logo, the tokens or the name have changed. Every npm script that needs these
// files runs this script first, so `npm install` needs no install script.

import { areClientsFresh, generateClients } from "database-engines/tools";
import { project } from "./database/project.ts";
import { areIconsFresh, writeIcons } from "./icons.ts";

try {
  if (!areClientsFresh(project)) {
    generateClients(project);
    console.log("Generated the Prisma clients.");
  }
  if (!areIconsFresh()) {
    await writeIcons();
    console.log("Wrote the icons and the manifest to public/, and the look of mails to src/look.json: commit them.");
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
