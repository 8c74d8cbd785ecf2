// Applies the new migrations in prisma/migrations when the server starts. It records each one in Prisma's own table as Prisma does, so
// `prisma migrate deploy` and `migrate status` stay consistent.

import "server-only";
import { createHash, randomUUID } from "node:crypto";
import type { SqlDriverAdapter } from "@prisma/driver-adapter-utils";

/** Each migration's SQL by its path. It is part of the bundle, so `.output` needs no other files. */
const files = import.meta.glob<string>("/prisma/migrations/sqlite/*/migration.sql", {
  query: "?raw",
  import: "default",
  eager: true,
});

const HISTORY = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    TEXT PRIMARY KEY NOT NULL,
    "checksum"              TEXT NOT NULL,
    "finished_at"           DATETIME,
    "migration_name"        TEXT NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        DATETIME,
    "started_at"            DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count"   INTEGER UNSIGNED NOT NULL DEFAULT 0
)`;

/**
 * @param connection a separate connection, which the caller disposes of
 * @returns the names of the migrations applied now, in order
 * @throws if a migration fails; the database is then as it was before that migration
 */
export async function migrate(connection: SqlDriverAdapter): Promise<string[]> {
  // In WAL mode, readers and the writer do not block one another. The timeout waits for another instance that is migrating.
  await connection.executeScript("PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 30000;");
  // SQLite rebuilds a table to alter it. With foreign keys on, dropping the old table would delete every row that references it.
  // They cannot be switched off inside a transaction.
  await connection.executeScript("PRAGMA foreign_keys = OFF");
  try {
    const done: string[] = [];
    for (const [path, sql] of Object.entries(files).sort(([a], [b]) => a.localeCompare(b))) {
      const name = path.split("/").at(-2) ?? path;
      if (await applyOnce(connection, name, sql)) done.push(name);
    }
    return done;
  } finally {
    await connection.executeScript("PRAGMA foreign_keys = ON");
  }
}

async function applyOnce(connection: SqlDriverAdapter, name: string, sql: string): Promise<boolean> {
  await connection.executeScript("BEGIN IMMEDIATE");
  try {
    await connection.executeScript(HISTORY);
    const isNew = !(await isApplied(connection, name));
    if (isNew) {
      const startedAt = Date.now();
      await connection.executeScript(sql);
      await record(connection, name, sql, startedAt);
      await checkForeignKeys(connection, name);
    }
    await connection.executeScript("COMMIT");
    return isNew;
  } catch (error) {
    await connection.executeScript("ROLLBACK");
    throw error;
  }
}

async function isApplied(connection: SqlDriverAdapter, name: string): Promise<boolean> {
  const sql = `SELECT 1 FROM "_prisma_migrations" WHERE "migration_name" = ? AND "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL`;
  const { rows } = await connection.queryRaw({ sql, args: [name], argTypes: [text] });
  return rows.length > 0;
}

async function record(connection: SqlDriverAdapter, name: string, sql: string, startedAt: number): Promise<void> {
  const checksum = createHash("sha256").update(sql).digest("hex");
  await connection.executeRaw({
    sql: `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "started_at", "finished_at", "applied_steps_count") VALUES (?, ?, ?, ?, ?, 1)`,
    args: [randomUUID(), checksum, name, startedAt, Date.now()],
    argTypes: [text, text, text, integer, integer],
  });
}

async function checkForeignKeys(connection: SqlDriverAdapter, name: string): Promise<void> {
  const { rows } = await connection.queryRaw({ sql: "PRAGMA foreign_key_check", args: [], argTypes: [] });
  if (rows.length > 0) throw new Error(`Migration ${name} would leave ${rows.length} rows without what they point to.`);
}

const text = { scalarType: "string", arity: "scalar" } as const;
const integer = { scalarType: "bigint", arity: "scalar" } as const;
