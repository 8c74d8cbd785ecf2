// Applies the pending migrations to the database of DATABASE_URL, as the server does when it starts.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type MigrationFiles, migrate } from "../migrate.ts";
import { databaseUrl } from "./environment.ts";
import { migrationsOf, type Project } from "./project.ts";
import { stop } from "./stop.ts";

export async function migrateCommand(project: Project): Promise<void> {
  const { engines } = project;
  const url = databaseUrl(engines);
  const urlProblem = engines.urlProblem(url);
  if (urlProblem) stop(`DATABASE_URL ${urlProblem}`);
  const engine = await engines.load(url);
  try {
    const names = await migrate(engine, url, migrationFiles(project, engine.name));
    console.log(names.length > 0 ? `Applied: ${names.join(", ")}.` : "No migration is waiting.");
  } catch (error) {
    const problem = engines.problem(error, url);
    if (!problem) throw error;
    stop(problem);
  }
}

/** The paths have slashes on any system, as in the server's build. */
function migrationFiles(project: Project, engine: string): MigrationFiles {
  const folder = join(migrationsOf(project), engine);
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const read = (name: string) => readFileSync(join(folder, name, "migration.sql"), "utf8");
  return Object.fromEntries(entries.map(({ name }) => [`${name}/migration.sql`, read(name)]));
}
