// Generates the Prisma clients: one schema, a client for each engine of src/server/database/engines.ts.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EngineName, engineNames } from "../../src/server/database/engines.ts";

const root = join(import.meta.dirname, "../..");
const generated = join(root, "src/server/database/generated");
/** What the clients were generated from. The application reads it too (src/server/database/client.ts). */
const stamp = join(generated, "generation.ts");
const prisma = join(root, "node_modules/prisma");

export const SCHEMA = join(root, "prisma/schema.prisma");

/**
 * @param provider Prisma's name of an engine
 * @returns the schema as it is for that engine; only the provider differs
 */
export function schemaFor(provider: string, schema = readFileSync(SCHEMA, "utf8")): string {
  return schema.replace(/(?<=^datasource db \{\s+provider *= )"\w+"/m, `"${provider}"`);
}

/** @returns the path of the schema for an engine, of which its client is generated */
export const generatedSchema = (engine: EngineName) => join(generated, `${engine}.prisma`);

/** The stamp of the present schema and the installed version of Prisma. */
function currentStamp(): string {
  const { version } = JSON.parse(readFileSync(join(prisma, "package.json"), "utf8"));
  const hash = createHash("sha256").update(readFileSync(SCHEMA)).update(version).digest("hex");
  return `export const generation = "${hash}";\n`;
}

/** @returns whether the clients are those of the present schema */
export function areClientsFresh(): boolean {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === currentStamp();
}

/**
 * Writes a client for each engine, and `client.ts` with the types that both have in common.
 *
 * @throws with Prisma's own output if the schema is not valid
 */
export function generateClients(): void {
  mkdirSync(generated, { recursive: true });
  for (const engine of engineNames) {
    const file = generatedSchema(engine);
    writeFileSync(file, schemaFor(engine).replace(/^( *output +=).*$/m, `$1 "./${engine}"`));
    generate(file);
  }
  writeFileSync(join(generated, "client.ts"), `export type * from "./${engineNames[0]}/client.ts";\n`);
  writeFileSync(stamp, currentStamp());
}

function generate(schema: string): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(prisma, "build/index.js"), "generate", "--schema", schema],
    {
      cwd: root,
      encoding: "utf8",
      // Prisma downloads its schema engine before it generates, but does not run it. Any other file as the engine
      // avoids the download.
      env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
    },
  );
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
}
