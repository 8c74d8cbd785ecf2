// The migrations of prisma/migrations. They are part of the bundle, so `.output` needs no other files.

import "server-only";
import * as migrations from "database-engines/migrate";
import { engines } from "./engines";

const files = import.meta.glob<string>("/prisma/migrations/*/*/migration.sql", {
  query: "?raw",
  import: "default",
  eager: true,
});

const filesOf = (engine: string) =>
  Object.fromEntries(Object.entries(files).filter(([path]) => path.includes(`/${engine}/`)));

/** Applies each new migration, in order. @returns the names of those applied now */
export async function migrate(url: string): Promise<string[]> {
  const engine = await engines.load(url);
  return migrations.migrate(engine, url, filesOf(engine.name));
}

/** @returns the names of the migrations that are not applied yet */
export async function pendingMigrations(url: string): Promise<string[]> {
  const engine = await engines.load(url);
  return migrations.pendingMigrations(engine, url, filesOf(engine.name));
}
