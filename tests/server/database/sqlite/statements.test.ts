// Prepared statements on SQLite read a time as Prisma does, in each form in which other programs store it.

import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, inject, it } from "vitest";
import { statementsIn } from "../../../../packages/database-engines/src/sqlite/statements.ts";

const TIME = "2026-01-02T03:04:05.678Z";

it.each([
  ["as Prisma stores it", "2026-01-02T03:04:05.678+00:00"],
  ["in another zone", "2026-01-02T05:04:05.678+02:00"],
  ["in milliseconds, as Prisma 6 did", Date.parse(TIME)],
  ["without a zone, as CURRENT_TIMESTAMP does", "2026-01-02 03:04:05.678"],
])("a statement reads a time %s", async (_, stored) => {
  const file = join(inject("folder"), `times-${crypto.randomUUID()}.db`);
  const database = new Database(file);
  database.exec("CREATE TABLE row (at)");
  database.prepare("INSERT INTO row VALUES (?)").run(stored);
  database.close();
  const statements = statementsIn(
    file,
    () => {},
    () => Date.now() + 1000,
  );
  const read = statements.prepare("SELECT at FROM row", [{ typeName: "DateTime" } as never]);
  expect(await read()).toEqual([[new Date(TIME)]]);
  statements.close();
});
