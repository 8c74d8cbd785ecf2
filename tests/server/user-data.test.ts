// What is stored about a user is in the user's download, and goes with the account. The tables are those of the database, so this holds for
// your own models too.

import { copyFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { PrismaClient } from "~/server/database/generated/client";
import { newDatabaseFile } from "../support/adapter";
import { SECRET } from "../support/app";

const file = newDatabaseFile();
copyFileSync(inject("migratedDatabase"), file);

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
  vi.stubEnv("AUTH_SECRET", SECRET);
  const adapter = new PrismaBetterSqlite3({ url: `file:${file}` });
  const database = new PrismaClient({ adapter, log: [{ emit: "event", level: "query" }] });
  onTestFinished(() => database.$disconnect());
  const queries: string[] = [];
  database.$on("query", ({ query }) => void queries.push(query));
  Object.assign(globalThis, { solidAuthDatabase: database });
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
