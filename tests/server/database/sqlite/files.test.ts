// The files of a SQLite database: their owner alone may read them, and other programs may have written to them.

import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { migrate as migrateWith } from "database-engines/migrate";
import { expect, it } from "vitest";
import { connect } from "~/server/database/connect";
import { migrate } from "~/server/database/migrations";
import { engines } from "~/server/engines";
import { newDatabaseFile } from "../../../support/adapter";
import { temporaryFolder } from "../../../support/temporary";

it("the database and the files beside it are for this user of the machine only, and a stopped server leaves one file, without others that a copy could forget", async () => {
  const folder = join(temporaryFolder(), "data");
  mkdirSync(folder);
  const url = `file:${join(folder, "app.db")}`;
  await migrate(url);
  const { prisma, findSession, close } = await connect(url);
  await prisma.user.create({ data: { email: "ada@example.com" } });
  await findSession("a token");
  const modes = readdirSync(folder).map((file) => [file, (statSync(join(folder, file)).mode & 0o777).toString(8)]);
  await close();
  expect(readdirSync(folder)).toEqual(["app.db"]);
  expect(Object.fromEntries(modes)).toEqual({ "app.db": "600", "app.db-shm": "600", "app.db-wal": "600" });
});

// SQLite's own programs delete without a look at foreign keys.
it("a migration is applied although rows point to none, and refused if it leaves more of them", async () => {
  const file = newDatabaseFile();
  const url = `file:${file}`;
  const engine = await engines.load(url);
  const first = `CREATE TABLE "Parent" ("id" INTEGER PRIMARY KEY);
    CREATE TABLE "Child" ("parent" INTEGER REFERENCES "Parent" ("id"));
    INSERT INTO "Parent" VALUES (1), (2); INSERT INTO "Child" VALUES (1), (2)`;
  const files: Record<string, string> = { "1_first/migration.sql": first };
  await migrateWith(engine, url, files);
  const other = new Sqlite(file);
  other.pragma("foreign_keys = OFF");
  other.exec(`DELETE FROM "Parent" WHERE "id" = 1`);
  other.close();

  files["2_second/migration.sql"] = `CREATE TABLE "Own" ("id" INTEGER PRIMARY KEY)`;
  expect(await migrateWith(engine, url, files)).toEqual(["2_second"]);
  files["3_third/migration.sql"] = `DELETE FROM "Parent"`;
  await expect(migrateWith(engine, url, files)).rejects.toThrow("migration 3_third failed (it would leave 1 rows");
});
