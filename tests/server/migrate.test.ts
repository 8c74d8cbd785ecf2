import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import { expect, it } from "vitest";
import { migrate } from "~/server/database/migrate";
import { newDatabaseFile } from "../support/adapter";

const folder = "prisma/migrations/sqlite";
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

async function run(file: string): Promise<string[]> {
  const connection = await new PrismaBetterSqlite3({ url: `file:${file}` }).connect();
  try {
    return await migrate(connection);
  } finally {
    await connection.dispose();
  }
}

it("applies every migration once, in order", async () => {
  const file = newDatabaseFile();
  expect(await run(file)).toEqual(names);
  expect(await run(file)).toEqual([]);
});

it("records each as Prisma does, so that `prisma migrate status` finds the database up to date", async () => {
  const file = newDatabaseFile();
  await run(file);
  const database = new DatabaseSync(file);
  const rows = database.prepare(`SELECT * FROM "_prisma_migrations" ORDER BY "migration_name"`).all();
  database.close();
  expect(rows.map((row) => row.migration_name)).toEqual(names);
  for (const row of rows) {
    const sql = readFileSync(join(folder, String(row.migration_name), "migration.sql"));
    expect(row.checksum).toBe(createHash("sha256").update(sql).digest("hex"));
    expect(row).toMatchObject({ rolled_back_at: null, logs: null, applied_steps_count: 1 });
    expect(Number(row.finished_at)).toBeGreaterThan(Date.now() - 60_000);
  }
});

it("leaves foreign keys enforced", async () => {
  const file = newDatabaseFile();
  const connection = await new PrismaBetterSqlite3({ url: `file:${file}` }).connect();
  await migrate(connection);
  const sql = `INSERT INTO "Session" ("id", "sessionToken", "userId", "expires") VALUES ('s', 't', 'nobody', 0)`;
  await expect(connection.executeRaw({ sql, args: [], argTypes: [] })).rejects.toThrow();
  await connection.dispose();
});
