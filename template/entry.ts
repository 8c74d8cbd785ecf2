// `npm run entry -w template -- folder` writes the entry for solidjs/templates (upstream/with-authjs.md): the example for
// Solid 2, with a README, a package.json and variables of its own.

import { cpSync, existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "../scripts/steps.ts";

/** @throws a message if the folder is there: nothing of it is overwritten */
export function writeEntry(folder: string): void {
  if (existsSync(folder)) throw new Error(`${folder} is there already. Name a new folder.`);
  cpSync(join(root, "packages/solid-authjs/example/solid-2"), folder, { recursive: true });
  rmSync(join(folder, "with-prisma"), { recursive: true });
  cpSync(join(root, "template/upstream/with-authjs"), folder, { recursive: true });
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error("The command is: npm run entry -w template -- <folder>");
  writeEntry(resolve(root, folder));
}
