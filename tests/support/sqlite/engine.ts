// The tests on SQLite: each database is a file.

import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathOf } from "database-engines/sqlite/url";
import type { TestEngine } from "../test-engine.ts";

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
  async observedClient(url) {
    const { PrismaBetterSqlite3 } = await import("@prisma/adapter-better-sqlite3");
    const { PrismaClient } = await import("../../../src/server/database/generated/sqlite/client.ts");
    return new PrismaClient({
      adapter: new PrismaBetterSqlite3({ url }),
      log: [{ emit: "event", level: "query" }],
    });
  },
  statements: {
    columns: `SELECT t."name" AS "table", c."name", c."type", c."notnull", c."dflt_value"
      FROM "sqlite_master" t, pragma_table_info(t."name") c WHERE t."type" = 'table' ORDER BY 1, 2`,
    indexes: `SELECT "name", "tbl_name", "sql" FROM "sqlite_master" WHERE "type" = 'index' ORDER BY 1`,
    tablesOfUsers: `SELECT t."name" AS "table", k."on_delete" AS "onDelete", (SELECT o."on_delete"
        FROM pragma_foreign_key_list(t."name") o WHERE o."table" <> 'User' AND o."on_delete" = 'CASCADE' LIMIT 1) AS "ofOther"
      FROM "sqlite_master" t LEFT JOIN pragma_foreign_key_list(t."name") k ON k."table" = 'User'
      WHERE t."type" = 'table' AND (k."id" IS NOT NULL
        OR EXISTS (SELECT 1 FROM pragma_table_info(t."name") c WHERE c."name" = 'userId'))`,
    endTransaction: `INSERT OR ROLLBACK INTO "_prisma_migrations" ("id") VALUES (NULL)`,
  },
};
