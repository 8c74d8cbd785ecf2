// The migrations produce the schema.

import { readFileSync } from "node:fs";
import * as migrations from "database-engines/migrate";
import { migrationBetween, pendingChanges } from "database-engines/tools";
import { expect, it } from "vitest";
import { migrate } from "~/server/database/migrations";
import { engines } from "~/server/engines";
import { project } from "../../../scripts/database/project";
import { newDatabase } from "../../support/adapter";
import { engine, engineName } from "../../support/engines";

it("every change to prisma/schema.prisma has its migration (npm run db:migration -- name)", async () => {
  expect(await pendingChanges(project)).toEqual(new Map());
});

it("the migrations, one after another, make the same tables, columns and indexes as the schema at once", async () => {
  const migrated = await newDatabase();
  await migrate(migrated);
  const fresh = await newDatabase();
  const sql = await migrationBetween(engineName, "", readFileSync("prisma/schema.prisma", "utf8"));
  await migrations.migrate(await engines.load(fresh), fresh, { "/x/1_all/migration.sql": sql ?? "" });
  expect(await structureOf(migrated)).toEqual(await structureOf(fresh));
});

async function structureOf(url: string): Promise<unknown> {
  const { columns, indexes } = engine.statements;
  const connection = await (await engines.load(url)).openForMigrations(url);
  try {
    return [await connection.query(columns), await connection.query(indexes)];
  } finally {
    await connection.close();
  }
}
