// All data about a user is in the user's download and is deleted with the account. The tables are read from the database, so the tests
// cover your own models too.

import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { generation } from "~/server/database/generated/generation";
import { PrismaClient } from "~/server/database/generated/sqlite/client";
import { migrate } from "~/server/database/migrate";
import * as sqlite from "~/server/database/sqlite";

// The tables are the same on both engines (schema.test.ts).
const file = join(mkdtempSync(join(inject("folder"), "database-")), "app.db");
await migrate(sqlite, `file:${file}`);

/** The tables with a user's rows, and what happens to these rows when the user is deleted. */
function tablesOfUsers(): Record<string, unknown> {
  const database = new DatabaseSync(file);
  const tables = database.prepare(`SELECT "name" FROM sqlite_master WHERE "type" = 'table'`).all();
  const entries = tables.flatMap(({ name }) => {
    const columns = database.prepare(`PRAGMA table_info("${name}")`).all();
    const key = database
      .prepare(`PRAGMA foreign_key_list("${name}")`)
      .all()
      .find(({ table }) => table === "User");
    return key || columns.some((column) => column.name === "userId") ? [[name, key?.on_delete]] : [];
  });
  database.close();
  return Object.fromEntries(entries);
}

const tables = tablesOfUsers();

it("each table of users' rows is read for the user's download", async () => {
  vi.stubEnv("AUTH_SECRET", "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e");
  const adapter = new PrismaBetterSqlite3({ url: `file:${file}` });
  const database = new PrismaClient({ adapter, log: [{ emit: "event", level: "query" }] });
  onTestFinished(() => database.$disconnect());
  const queries: string[] = [];
  database.$on("query", ({ query }) => void queries.push(query));
  Object.assign(globalThis, { solidAuthDatabases: new Map([[generation, { prisma: database }]]) });
  const { userData } = await import("~/server/database/user-data");

  const { id } = await database.user.create({ data: { email: "ada@example.com" } });
  queries.length = 0;
  expect(await userData(id)).toMatchObject({ profile: { email: "ada@example.com" } });
  for (const table of Object.keys(tables)) expect(queries.join(), table).toMatch(new RegExp(`FROM \\S*\\b${table}\\b`));
});

it("each of them is emptied of a user's rows when the user is deleted", () => {
  expect(Object.keys(tables)).toContain("Session");
  for (const [table, onDelete] of Object.entries(tables)) expect(onDelete, table).toBe("CASCADE");
});
