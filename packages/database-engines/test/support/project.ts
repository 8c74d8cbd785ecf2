// A project of a test, with a schema, a migration and a generated client.

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { temporaryFolder } from "../../../../tests/support/temporary.ts";
import { databaseEngines } from "../../src/index";
import { postgresql } from "../../src/postgresql/about";
import { sqlite } from "../../src/sqlite/about";
import { generateClients } from "../../src/tools";
import type { Project } from "../../src/tools/project";

/** @returns the start of a schema, without which Prisma reads none */
export const headOf = (engine: string) => `generator client {
  provider = "prisma-client"
  output = "x"
  importFileExtension = "ts"
}
datasource db {
  provider = "${engine}"
}
`;

/**
 * @param before the SQL of its migration
 * @param after the schema of its client
 */
export function projectOf(engine: "sqlite" | "postgresql", before: string, after: string): Project {
  const root = temporaryFolder();
  mkdirSync(join(root, "prisma/migrations", engine, "1_first"), { recursive: true });
  symlinkSync(join(import.meta.dirname, "../../../../node_modules"), join(root, "node_modules"));
  writeFileSync(join(root, "package.json"), "{}");
  writeFileSync(join(root, "prisma/schema.prisma"), after);
  writeFileSync(join(root, "prisma/migrations", engine, "1_first/migration.sql"), before);
  const all = { sqlite: sqlite("file:./app.db"), postgresql };
  const project = { engines: databaseEngines({ [engine]: all[engine] }), root, generated: join(root, "generated") };
  generateClients(project);
  return project;
}

const LIMITS = { connectMs: 10_000, statementMs: 20_000, silenceMs: 30_000 };

/** @returns a client of any schema */
// biome-ignore lint/suspicious/noExplicitAny: its models are those of the test
export async function connectTo(project: Project, url: string): Promise<{ prisma: any; close: () => Promise<void> }> {
  const engine = await project.engines.load(url);
  const { PrismaClient } = await import(pathToFileURL(join(project.generated, engine.name, "client.ts")).href);
  return engine.connect(url, (adapter) => new PrismaClient({ adapter }), LIMITS);
}
