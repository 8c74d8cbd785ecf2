// Generates the Prisma client if the schema has changed, and writes the icons and the manifest (scripts/icons.ts) if the logo, the colours or
// the name have. Every npm script that needs them runs this first, so `npm install` needs no install script. `--generate` always generates
// the client, `--icons` always the icons. It also checks that the folders are writable: later steps would only print a stack.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { areIconsFresh, writeIcons } from "./icons.ts";

const root = join(import.meta.dirname, "..");
for (const folder of [root, join(root, "node_modules")]) ensureWritable(folder);

const schema = join(root, "prisma/schema.prisma");
const generated = join(root, "src/server/database/generated");
const stamp = join(generated, ".generated-from");

const prisma = join(root, "node_modules/prisma");
const { version } = JSON.parse(readFileSync(join(prisma, "package.json"), "utf8"));
const state = createHash("sha256").update(readFileSync(schema)).update(version).digest("hex");

if (process.argv.includes("--generate") || !existsSync(stamp) || readFileSync(stamp, "utf8") !== state) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(prisma, "build/index.js"), "generate"], {
    cwd: root,
    encoding: "utf8",
    // Prisma downloads its schema engine before it generates, but does not run it. Any other file as the engine avoids the download.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
  });
  if (status !== 0) {
    console.error(`${stdout}\n${stderr}\nThe Prisma client could not be generated from prisma/schema.prisma.`);
    process.exit(1);
  }
  writeFileSync(stamp, state);
  console.log("Generated the Prisma client.");
}

try {
  if (process.argv.includes("--icons") || !areIconsFresh()) {
    await writeIcons();
    console.log("Wrote the icons and the manifest to public/: commit them.");
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
