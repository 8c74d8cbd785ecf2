// The migrations produce the schema.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { engineOf } from "~/server/database/engine";
import { migrate } from "~/server/database/migrate";
import type { Engine } from "~/server/database/types";
import { migrationBetween, pendingChanges } from "../../../scripts/database/migration";
import { newDatabase } from "../../support/adapter";
import { engineName, engine as testEngine } from "../../support/engines";

const { statements } = testEngine;
const schema = readFileSync("prisma/schema.prisma", "utf8");

it("every change to prisma/schema.prisma has its migration (npm run db:migration -- name)", async () => {
  expect(await pendingChanges()).toEqual(new Map());
});

it("the schema of the last migration has no comments, so that an edited comment shows in no later migration's diff", () => {
  const last = readFileSync("prisma/migrations/schema.prisma", "utf8");
  expect(last.match(/^ *\/\/.*$/gm)).toBeNull();
  expect(last).toContain("model User {");
});

describe("the migrations, one after another", () => {
  it("make the same tables, columns and indexes as the schema at once", async () => {
    const migrated = await newDatabase();
    const engine = await engineOf(migrated);
    await migrate(engine, migrated);
    const fresh = await newDatabase();
    const sql = await migrationBetween(engineName, "", schema);
    await migrate({ ...engine, migrations: { "/x/1_all/migration.sql": sql ?? "" } }, fresh);
    expect(await structureOf(engine, migrated)).toEqual(await structureOf(engine, fresh));
  });
});

async function structureOf(engine: Engine, url: string): Promise<unknown> {
  const connection = await engine.openForMigrations(url);
  try {
    return [await connection.query(statements.columns), await connection.query(statements.indexes)];
  } finally {
    await connection.close();
  }
}
