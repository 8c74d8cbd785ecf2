// Generates the Prisma client where the schema has changed since the last time. Every npm script that needs it runs this first,
// so that `npm install` needs no install script. `--generate` generates in any case.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
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
    // Prisma downloads its schema engine before it generates, and does not run it. Any file in its place spares the download.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
  });
  if (status !== 0) {
    console.error(`${stdout}\n${stderr}\nThe Prisma client could not be generated from prisma/schema.prisma.`);
    process.exit(1);
  }
  writeFileSync(stamp, state);
  console.log("Generated the Prisma client.");
}
