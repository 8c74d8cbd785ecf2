// Writes the migration from the schema of the last migration (prisma/migrations/schema.prisma) to prisma/schema.prisma,
// for each engine, without a network. It asks before it writes a migration that loses data or fails; without a terminal
// it refuses. Read and edit the files before you apply them.

import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { bindMigrationAwareSqlAdapterFactory, type Provider } from "@prisma/driver-adapter-utils";
import { readArguments } from "./arguments.ts";
import { schemaFor } from "./clients.ts";
import { withStoredDefaults } from "./defaults.ts";
import { migrationRisks, RISKS_PROVIDER } from "./migration-risks.ts";
import { migrationsOf, type Project, schemaOf } from "./project.ts";
import { stop } from "./stop.ts";

/** The schema after all migrations, without comments: a changed comment is not a change. */
const lastSchemaOf = (project: Project) => join(migrationsOf(project), "schema.prisma");
const COMMENTS = /^ *\/\/.*\n/gm;

const ALLOW = "allow-data-loss";

/**
 * @param provider Prisma's name of an engine
 * @param from the schema before; empty for a new database
 * @returns the SQL that leads from one schema to the other; undefined if they do not differ
 */
export async function migrationBetween(provider: string, from: string, to: string): Promise<string | undefined> {
  const { SchemaEngine } = await import("@prisma/schema-engine-wasm");
  const adapter = bindMigrationAwareSqlAdapterFactory(withoutDatabase(provider));
  const files = (content: string) => [
    { path: "schema.prisma", content: schemaFor(provider, withStoredDefaults(content)) },
  ];
  const datamodels = files(to).map(({ path, content }): [string, string] => [path, content]);
  const diff = await (await SchemaEngine.new({ datamodels }, () => {}, adapter)).diff({
    from: from ? { tag: "schemaDatamodel", files: files(from) } : { tag: "empty" },
    to: { tag: "schemaDatamodel", files: files(to) },
    script: true,
    exitCode: true,
    filters: { externalTables: [], externalEnums: [] },
  });
  // Each migration runs in a transaction (../migrate.ts). For an enum, Prisma's SQL ends that transaction.
  return diff.exitCode === 0 ? undefined : `${diff.stdout?.trim()}\n`.replace(/^(BEGIN|COMMIT);\n/gm, "");
}

/** Prisma asks some engines for their version and for a schema "public", and asks for nothing else. */
function withoutDatabase(schemaProvider: string) {
  // Adapters have shorter names for some engines than schemas have.
  const provider = schemaProvider.replace(/sql$/, "s") as Provider;
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

/** @returns the changes in `prisma/schema.prisma` since the last migration, by engine */
export async function pendingChanges(project: Project): Promise<Map<string, string>> {
  const changes = new Map<string, string>();
  for (const engine of project.engines.names) {
    const sql = await pendingChange(project, engine);
    if (sql) changes.set(engine, sql);
  }
  return changes;
}

async function pendingChange(project: Project, provider: string): Promise<string | undefined> {
  return migrationBetween(provider, lastSchema(project), readFileSync(schemaOf(project), "utf8"));
}

function lastSchema(project: Project): string {
  const last = lastSchemaOf(project);
  return existsSync(last) ? readFileSync(last, "utf8") : "";
}

/** @returns the paths of the new files */
function writeMigration(project: Project, name: string, changes: Map<string, string>): string[] {
  const files = project.engines.names.map((engine) => {
    const folder = join(migrationsOf(project), engine, name);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "migration.sql");
    writeFileSync(file, changes.get(engine) ?? "-- Nothing changes for this engine.\nSELECT 1;\n");
    return file;
  });
  writeFileSync(lastSchemaOf(project), readFileSync(schemaOf(project), "utf8").replace(COMMENTS, ""));
  return files;
}

/** Migrations run in the order of their names, so a new one has to be the last, even if the clock is wrong. */
function nextTime(project: Project): string {
  const now = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const times = project.engines.names
    .flatMap((engine) => readdirSync(join(migrationsOf(project), engine)))
    .map((name) => Number(name.slice(0, 14)) || 0);
  return String(Math.max(Number(now), ...times.map((time) => time + 1)));
}

/** @returns whether the developer wants a migration with these risks */
async function isWanted(risks: string[], title: string, isAllowed: boolean): Promise<boolean> {
  console.log(`This migration would lose data, or fail:\n\n${risks.map((risk) => `  - ${risk}`).join("\n")}\n`);
  if (isAllowed) return true;
  if (!process.stdin.isTTY) {
    console.error(
      `Nothing is written. Change the schema, or write it all the same and edit the SQL: npm run db:migration -- ${title} --${ALLOW}`,
    );
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  terminal.setPrompt("Write it all the same, so that you can edit the SQL? [y/N] ");
  terminal.prompt();
  const [answer = ""] = await Promise.race([once(terminal, "line"), once(terminal, "close")]);
  terminal.close();
  if (/^y(es)?$/i.test(answer)) return true;
  console.log("Nothing is written.");
  return false;
}

/** Takes the name of the migration from the command line. */
export async function migrationCommand(project: Project): Promise<void> {
  const { names, flags } = readArguments(ALLOW);
  const [title = ""] = names;
  if (!/^\w+$/.test(title))
    stop("Give the migration a name of letters, digits and underscores: npm run db:migration -- add_plan");
  const changes = await pendingChanges(project);
  const before = lastSchema(project);
  const tables = (before && (await migrationBetween(RISKS_PROVIDER, "", before))) || "";
  const risks = migrationRisks((await pendingChange(project, RISKS_PROVIDER)) ?? "", tables);
  if (risks.length > 0 && !(await isWanted(risks, title, flags.has(ALLOW)))) process.exit(1);
  if (changes.size === 0) console.log("prisma/schema.prisma has not changed since the last migration.");
  else {
    const files = writeMigration(project, `${nextTime(project)}_${title}`, changes);
    console.log(`Read, and edit if needed:\n${files.join("\n")}\nThe next start applies it, or npm run db:migrate.`);
  }
}
