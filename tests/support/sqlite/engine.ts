// The tests on SQLite: each database is a file.

import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathOf } from "database-engines/sqlite/url";
import type { TestEngine } from "../test-engine.ts";
import { statements } from "./statements.ts";

export const sqlite: TestEngine = {
  newDatabase: async (file) => `file:${file}`,
  async copy(url, file) {
    copyFileSync(pathOf(url), file);
    return `file:${file}`;
  },
  openRows(url) {
    const database = new DatabaseSync(pathOf(url));
    database.exec("PRAGMA busy_timeout = 30000; PRAGMA foreign_keys = ON");
    return database;
  },
  // The database, its write-ahead log, and other files beside it.
  bytes(url) {
    const folder = dirname(pathOf(url));
    return readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), "latin1"))
      .join();
  },
  observedClient: async (url) => (await import("./client.ts")).observedClient(url),
  statements,
};
