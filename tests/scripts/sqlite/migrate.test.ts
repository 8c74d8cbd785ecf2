// `npm run db:migrate`.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, inject, it } from "vitest";

it("db:migrate records each migration by the name of its folder, as the server does, on any system", () => {
  const file = join(mkdtempSync(join(inject("folder"), "migrate-")), "app.db");
  const env = { ...process.env, DATABASE_URL: `file:${file}` };
  const { status, stderr } = spawnSync(process.execPath, ["scripts/database/migrate.ts"], { encoding: "utf8", env });
  expect([status, stderr]).toEqual([0, ""]);
  const entries = readdirSync("prisma/migrations/sqlite", { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => ({ migration_name: name }));
  const database = new DatabaseSync(file, { readOnly: true });
  expect(database.prepare(`SELECT "migration_name" FROM "_prisma_migrations" ORDER BY 1`).all()).toEqual(names);
  database.close();
});
