// Rows that point to none. Other programs leave them: SQLite's own deletes without a look at foreign keys.

import Sqlite from "better-sqlite3";
import { migrate } from "database-engines/migrate";
import { expect, it } from "vitest";
import { engines } from "~/server/engines";
import { newDatabaseFile } from "../../../support/adapter";

it("a migration is applied although rows point to none, and refused if it leaves more of them", async () => {
  const file = newDatabaseFile();
  const url = `file:${file}`;
  const engine = await engines.load(url);
  const first = `CREATE TABLE "Parent" ("id" INTEGER PRIMARY KEY);
    CREATE TABLE "Child" ("parent" INTEGER REFERENCES "Parent" ("id"));
    INSERT INTO "Parent" VALUES (1), (2); INSERT INTO "Child" VALUES (1), (2)`;
  const files: Record<string, string> = { "1_first/migration.sql": first };
  await migrate(engine, url, files);
  const other = new Sqlite(file);
  other.pragma("foreign_keys = OFF");
  other.exec(`DELETE FROM "Parent" WHERE "id" = 1`);
  other.close();

  files["2_second/migration.sql"] = `CREATE TABLE "Own" ("id" INTEGER PRIMARY KEY)`;
  expect(await migrate(engine, url, files)).toEqual(["2_second"]);
  files["3_third/migration.sql"] = `DELETE FROM "Parent"`;
  await expect(migrate(engine, url, files)).rejects.toThrow("migration 3_third failed (it would leave 1 rows");
});
