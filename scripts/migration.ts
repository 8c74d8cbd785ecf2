// `npm run db:migration -- name` writes the migration from the schema of the last one (prisma/migrations/schema.prisma) to
// prisma/schema.prisma, for both engines. It needs neither a database nor a network. Read and edit the files before you apply them.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { ENGINES, type Engine, generateClients, SCHEMA, schemaFor } from "./clients.ts";

const MIGRATIONS = join(import.meta.dirname, "../prisma/migrations");

/** The schema that the migrations lead to. */
const LAST_SCHEMA = join(MIGRATIONS, "schema.prisma");

/**
 * @param from the schema before; empty for a new database
 * @returns the SQL that leads from one schema to the other; undefined if they need none
 */
export async function migrationBetween(engine: Engine, from: string, to: string): Promise<string | undefined> {
  const { SchemaEngine } = await import("@prisma/schema-engine-wasm");
  const adapter = bindMigrationAwareSqlAdapterFactory(withoutDatabase(engine));
  const files = (content: string) => [{ path: "schema.prisma", content: schemaFor(engine, content) }];
  const datamodels = files(to).map(({ path, content }): [string, string] => [path, content]);
  const diff = await (await SchemaEngine.new({ datamodels }, () => {}, adapter)).diff({
    from: from ? { tag: "schemaDatamodel", files: files(from) } : { tag: "empty" },
    to: { tag: "schemaDatamodel", files: files(to) },
    script: true,
    exitCode: true,
    filters: { externalTables: [], externalEnums: [] },
  });
  return diff.exitCode === 0 ? undefined : `${diff.stdout?.trim()}\n`;
}

/** The engine only asks for the version of PostgreSQL, and whether the schema "public" is there. */
function withoutDatabase(engine: Engine) {
  const provider: "sqlite" | "postgres" = engine === "sqlite" ? "sqlite" : "postgres";
  const about = { provider, adapterName: "none" };
  const answer = { columnNames: ["exists", "version", "number"], columnTypes: [5, 7, 0], rows: [[true, "", 150000]] };
  const unused = () => Promise.reject(new Error("There is no database."));
  const connection = {
    ...about,
    queryRaw: async () => answer as never,
    executeRaw: unused,
    executeScript: unused,
    startTransaction: unused,
    dispose: async () => {},
  };
  return { ...about, connect: async () => connection, connectToShadowDb: unused };
}

/** @returns what `prisma/schema.prisma` has changed since the last migration, by engine */
export async function pendingChanges(): Promise<Map<Engine, string>> {
  const from = existsSync(LAST_SCHEMA) ? readFileSync(LAST_SCHEMA, "utf8") : "";
  const changes = new Map<Engine, string>();
  for (const engine of ENGINES) {
    const sql = await migrationBetween(engine, from, readFileSync(SCHEMA, "utf8"));
    if (sql) changes.set(engine, sql);
  }
  return changes;
}

async function writeMigration(title: string): Promise<string[]> {
  const changes = await pendingChanges();
  if (changes.size === 0) return [];
  const name = `${nextTime()}_${title}`;
  const files = ENGINES.map((engine) => {
    const folder = join(MIGRATIONS, engine, name);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "migration.sql");
    writeFileSync(file, changes.get(engine) ?? "-- Nothing changes for this engine.\nSELECT 1;\n");
    return file;
  });
  writeFileSync(LAST_SCHEMA, readFileSync(SCHEMA));
  return files;
}

/** Migrations are applied in the order of their names, so a new one has to be the last, whatever the clock says. */
function nextTime(): string {
  const now = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const times = readdirSync(join(MIGRATIONS, "sqlite")).map((name) => Number(name.slice(0, 14)) || 0);
  return String(Math.max(Number(now), ...times.map((time) => time + 1)));
}

if (import.meta.main) {
  const [title = ""] = parseArgs({ allowPositionals: true }).positionals;
  if (!/^\w+$/.test(title)) {
    console.error("Give the migration a name of letters, digits and underscores: npm run db:migration -- add_plan");
    process.exit(1);
  }
  generateClients();
  const files = await writeMigration(title);
  if (files.length === 0) console.log("prisma/schema.prisma has not changed since the last migration.");
  else console.log(`Read, and edit if needed:\n${files.join("\n")}\nThe next start applies it, or npm run db:migrate.`);
}
