// Before the server tests: one database file with all migrations, for each test to copy, and a folder for the copies that is
// removed when the run ends. vitest.config.ts names this file as its global set-up.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import type { TestProject } from "vitest/node";
import { migrate } from "~/server/database/migrate";

declare module "vitest" {
  interface ProvidedContext {
    /** Where tests keep their files. */
    folder: string;
    migratedDatabase: string;
  }
}

export default async function setUp(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "solid-auth-"));
  const file = join(folder, "migrated.db");
  const connection = await new PrismaBetterSqlite3({ url: `file:${file}` }).connect();
  await migrate(connection);
  // The last connection to close takes what is in the write-ahead log into the file.
  await connection.dispose();
  project.provide("folder", folder);
  project.provide("migratedDatabase", file);
  return () => rmSync(folder, { recursive: true, force: true });
}
