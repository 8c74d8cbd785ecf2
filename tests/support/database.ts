// The global set-up of the server tests (vitest.config.ts): one migrated database that each test copies, and a folder
// for the files of the tests, which is removed when the run ends.

import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrate } from "~/server/database/migrations";
import { engine } from "./engines";
import { temporaryFolder } from "./temporary";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder for the tests' files. */
    folder: string;
    /** The URL of the migrated database. */
    migratedDatabase: string;
  }
}

export default async function setUp(project: TestProject) {
  const folder = temporaryFolder();
  const url = await engine.newDatabase(join(folder, "migrated.db"));
  // No connection stays open, because the tests copy the database.
  await migrate(url);
  project.provide("folder", folder);
  project.provide("migratedDatabase", url);
  return async () => engine.stop?.();
}
