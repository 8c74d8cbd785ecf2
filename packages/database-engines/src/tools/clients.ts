// Generates the Prisma clients: one schema, a client for each engine.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Project, schemaOf } from "./project.ts";

/**
 * @param provider Prisma's name of an engine
 * @returns the schema for that engine; only the provider differs
 */
export function schemaFor(provider: string, schema: string): string {
  return schema.replace(/(?<=^datasource db \{\s+provider *= )"\w+"/m, `"${provider}"`);
}

/** @returns the path of an engine's schema, from which its client is generated */
export const generatedSchema = ({ generated }: Project, engine: string) => join(generated, `${engine}.prisma`);

/**
 * The file with the stamp of the generated clients. The application reads the stamp too: a change makes new
 * connections.
 */
const stampOf = ({ generated }: Project) => join(generated, "generation.ts");

/** The stamp of the present schema, the engines and the installed version of Prisma. */
function currentStamp(project: Project): string {
  const { version } = JSON.parse(readFileSync(join(prismaIn(project), "package.json"), "utf8"));
  const parts = [readFileSync(schemaOf(project), "utf8"), version, listOf(project)];
  return `export const generation = "${createHash("sha256").update(parts.join()).digest("hex")}";\n`;
}

/** @returns whether the clients match the present schema */
export function areClientsFresh(project: Project): boolean {
  const stamp = stampOf(project);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === currentStamp(project);
}

/**
 * Writes three kinds of files: a client for each engine, `client.ts` with the common types, and `clients.ts`, which
 * loads an engine's client.
 *
 * @throws with Prisma's own output if the schema is not valid
 */
export function generateClients(project: Project): void {
  const { generated, engines } = project;
  const schema = readFileSync(schemaOf(project), "utf8");
  mkdirSync(generated, { recursive: true });
  for (const engine of engines.names) {
    const file = generatedSchema(project, engine);
    writeFileSync(file, schemaFor(engine, schema).replace(/^( *output +=).*$/m, `$1 "./${engine}"`));
    generate(project, file);
  }
  writeFileSync(join(generated, "client.ts"), `export type * from "./${engines.names[0]}/client.ts";\n`);
  writeFileSync(join(generated, "clients.ts"), listOf(project));
  writeFileSync(stampOf(project), currentStamp(project));
}

/** The clients have the same models and methods. Only their types have other names. */
function listOf({ engines: { names } }: Project): string {
  const entries = names.map((name) => `  ${name}: () => import("./${name}/client.ts") as never,\n`);
  return (
    `import type * as client from "./${names[0]}/client.ts";\n\n` +
    `export const clients: Record<${names.map((name) => `"${name}"`).join(" | ")}, () => Promise<typeof client>> = {\n${entries.join("")}};\n`
  );
}

const prismaIn = ({ root }: Project) =>
  dirname(createRequire(join(root, "package.json")).resolve("prisma/package.json"));

function generate(project: Project, schema: string): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(prismaIn(project), "build/index.js"), "generate", "--schema", schema],
    {
      cwd: project.root,
      encoding: "utf8",
      // Prisma downloads its schema engine before it generates, but does not run it. If another file stands in for the
      // engine, Prisma does not download it.
      env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
    },
  );
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
}
