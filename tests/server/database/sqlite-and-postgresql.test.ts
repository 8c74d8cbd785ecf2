// One schema for two engines, with the same meaning on both.

import { readdirSync, readFileSync } from "node:fs";
import { migrationBetween } from "database-engines/tools";
import { expect, it } from "vitest";

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

it("every migration is there for both engines", () => {
  const [sqlite, postgresql] = ["sqlite", "postgresql"].map((engine) => readdirSync(`prisma/migrations/${engine}`));
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
