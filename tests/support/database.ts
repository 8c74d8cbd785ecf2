// The global set-up of the server tests (vitest.config.ts): one migrated database file that each test copies, and a folder for the copies,
// which is removed when the run ends.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import type { TestProject } from "vitest/node";
import { migrate } from "~/server/database/migrate";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder for the tests' files. */
    folder: string;
    migratedDatabase: string;
  }
}

export default async function setUp(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "solid-auth-"));
  const file = join(folder, "migrated.db");
  const connection = await new PrismaBetterSqlite3({ url: `file:${file}` }).connect();
  await migrate(connection);
  // Closing the last connection writes the write-ahead log into the file.
  await connection.dispose();
  project.provide("folder", folder);
  project.provide("migratedDatabase", file);
  return () => rmSync(folder, { recursive: true, force: true });
}
