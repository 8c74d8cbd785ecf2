// One schema for two engines: the migrations of both produce it, with the same meaning.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { engineOf } from "~/server/database/engine";
import { migrate } from "~/server/database/migrate";
import type { Engine } from "~/server/database/types";
import { ENGINES } from "../../../scripts/database/clients";
import { migrationBetween, pendingChanges } from "../../../scripts/database/migration";
import { newDatabase } from "../../support/adapter";

const schema = readFileSync("prisma/schema.prisma", "utf8");

/** The types of SQLite and PostgreSQL that hold the same values, as Prisma reads and writes them. */
const SAME_TYPES: Record<string, string> = {
  TEXT: "TEXT",
  INTEGER: "INTEGER",
  BIGINT: "BIGINT",
  REAL: "DOUBLE PRECISION",
  DECIMAL: "DECIMAL(65,30)",
  BOOLEAN: "BOOLEAN",
  DATETIME: "TIMESTAMP(3)",
  JSONB: "JSONB",
  BLOB: "BYTEA",
};

it("every change to prisma/schema.prisma has its migration (npm run db:migration -- name)", async () => {
  expect(await pendingChanges()).toEqual(new Map());
});

it("the schema of the last migration has no comments, so that an edited comment shows in no later migration's diff", () => {
  const last = readFileSync("prisma/migrations/schema.prisma", "utf8");
  expect(last.match(/^ *\/\/.*$/gm)).toBeNull();
  expect(last).toContain("model User {");
});

it("every migration is there for both engines", () => {
  const [sqlite, postgresql] = ENGINES.map((engine) => readdirSync(`prisma/migrations/${engine}`));
  expect(sqlite).toEqual(postgresql);
});

it("each column has the same meaning on both engines", async () => {
  const sqlite = columnsIn(await migrationBetween("sqlite", "", schema));
  const postgresql = columnsIn(await migrationBetween("postgresql", "", schema));
  expect(sqlite.size).toBeGreaterThan(40);
  const translated = [...sqlite].map(([column, { type, rest }]) => [column, { type: SAME_TYPES[type], rest }]);
  expect(new Map(translated as never)).toEqual(postgresql);
});

/** @returns type, nullability and default by table and column */
function columnsIn(sql = ""): Map<string, { type: string; rest: string }> {
  const columns = new Map<string, { type: string; rest: string }>();
  for (const [, table, body = ""] of sql.matchAll(/CREATE TABLE "(\w+)" \((.*?)\n\);/gs))
    for (const [, column, type = "", rest = ""] of body.matchAll(
      /^ +"(\w+)" ([A-Z]+(?: PRECISION)?(?:\([\d,]+\))?)([^\n]*)$/gm,
    ))
      columns.set(`${table}.${column}`, { type, rest: rest.replace(/ PRIMARY KEY|,$/g, "") });
  return columns;
}

describe("the migrations, one after another", () => {
  it("make the same tables, columns and indexes as the schema at once", async () => {
    const migrated = await newDatabase();
    const engine = await engineOf(migrated);
    await migrate(engine, migrated);
    const fresh = await newDatabase();
    const sql = await migrationBetween(fresh.startsWith("file:") ? "sqlite" : "postgresql", "", schema);
    await migrate({ ...engine, migrations: { "/x/1_all/migration.sql": sql ?? "" } }, fresh);
    expect(await structureOf(engine, migrated)).toEqual(await structureOf(engine, fresh));
  });
});

async function structureOf(engine: Engine, url: string): Promise<unknown> {
  const [columns, indexes] = url.startsWith("file:")
    ? [
        `SELECT t."name" AS "table", c."name", c."type", c."notnull", c."dflt_value" FROM "sqlite_master" t, pragma_table_info(t."name") c
         WHERE t."type" = 'table' ORDER BY 1, 2`,
        `SELECT "name", "tbl_name", "sql" FROM "sqlite_master" WHERE "type" = 'index' ORDER BY 1`,
      ]
    : [
        `SELECT table_name, column_name, data_type, datetime_precision, is_nullable, column_default FROM information_schema.columns
         WHERE table_schema = 'public' ORDER BY 1, 2`,
        `SELECT indexname, tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
      ];
  const connection = await engine.openForMigrations(url);
  try {
    return [await connection.query(columns ?? ""), await connection.query(indexes ?? "")];
  } finally {
    await connection.close();
  }
}
