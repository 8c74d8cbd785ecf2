// Migrations at startup: the application's own, and made-up ones for the failures.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "database-engines";
import { type MigrationFiles, migrate, pendingMigrations } from "database-engines/migrate";
import { migrationBetween } from "database-engines/tools";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { connect } from "~/server/database/connect";
import { migrate as migrateOwn } from "~/server/database/migrations";
import { engines } from "~/server/engines";
import { newDatabase } from "../../support/adapter";
import { engineName, engine as testEngine } from "../../support/engines";

const FOLDER = `prisma/migrations/${engineName}`;

let url: string;
let engine: Engine;

beforeEach(async () => {
  url = await newDatabase();
  engine = await engines.load(url);
});

type Migration = [name: string, sql: string];

const sqlOf = (name: string) => readFileSync(join(FOLDER, name, "migration.sql"), "utf8");
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The application's, by the names of their folders. */
const OWN = readdirSync(FOLDER)
  .filter((name) => /^\d/.test(name))
  .sort()
  .map((name): Migration => [name, sqlOf(name)]);
const ownNames = OWN.map(([name]) => name);

function files(migrations: Migration[]): MigrationFiles {
  return Object.fromEntries(migrations.map(([name, sql]) => [`/prisma/migrations/any/${name}/migration.sql`, sql]));
}

const apply = (...migrations: Migration[]) => migrate(engine, url, files(migrations));
const pending = (...migrations: Migration[]) => pendingMigrations(engine, url, files(migrations));

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const connection = await engine.openForMigrations(url);
  try {
    return await connection.query(sql);
  } finally {
    await connection.close();
  }
}

const FIRST: Migration = [
  "1_first",
  `CREATE TABLE "Parent" ("id" INTEGER PRIMARY KEY); CREATE TABLE "Child" ("parent" INTEGER REFERENCES "Parent" ("id"));
    INSERT INTO "Parent" VALUES (1); INSERT INTO "Child" VALUES (1)`,
];
const SECOND: Migration = ["2_second", `CREATE TABLE "Second" ("id" INTEGER)`];

it("migrations have the order of their names, and one is applied after a later one, as the next version's may be", async () => {
  expect(await pending(SECOND, FIRST)).toEqual(["1_first", "2_second"]);
  await apply(SECOND);
  expect(await apply(FIRST, SECOND)).toEqual(["1_first"]);
});

it("the application's migrations are applied once, in order, and recorded as Prisma does: `prisma migrate status` finds them", async () => {
  expect([await migrateOwn(url), await migrateOwn(url)]).toEqual([ownNames, []]);
  const rows = await query(`SELECT * FROM "_prisma_migrations" ORDER BY "migration_name"`);
  expect(rows.map((row) => row.migration_name)).toEqual(ownNames);
  for (const row of rows) {
    const checksum = sha256(sqlOf(String(row.migration_name)));
    expect(row).toMatchObject({ checksum, rolled_back_at: null, logs: null, applied_steps_count: 1 });
    expect(Number(row.finished_at)).toBeGreaterThan(Date.now() - 60_000);
  }
});

it("the migrations leave foreign keys enforced, and one can rebuild the table of users: sessions and accounts stay", async () => {
  await migrateOwn(url);
  const { prisma, close } = await connect(url);
  onTestFinished(close);
  const session = { sessionToken: "t", expires: new Date() };
  const orphan = prisma.session.create({ data: { ...session, userId: "nobody" } });
  await expect(orphan).rejects.toMatchObject({ code: "P2003" });
  const accounts = { create: { type: "oauth", provider: "github", providerAccountId: "1" } };
  await prisma.user.create({ data: { email: "ada@example.com", sessions: { create: session }, accounts } });

  const before = readFileSync("prisma/schema.prisma", "utf8");
  const after = before.replace(/^( +name +String\?)$/m, '$1\n  addedByTest String @default("free")');
  const sql = await migrationBetween(engineName, before, after);
  await apply(...OWN, ["99999999999999_added", sql ?? ""]);
  expect(await query(`SELECT "addedByTest" FROM "User"`)).toEqual([{ addedByTest: "free" }]);
  expect([await prisma.session.count(), await prisma.account.count()]).toEqual([1, 1]);
});

it.each([
  [
    "that fails",
    `${SECOND[1]}; INSERT INTO "Nowhere" VALUES (1)`,
    /\(.*Nowhere.*\); the database is as it was before it, unless/,
  ],
  ["that leaves dangling references", `DELETE FROM "Parent"`, /; the database is as it was before it/],
  [
    "whose transaction the database ends",
    `${SECOND[1]}; ${testEngine.statements.endTransaction}`,
    /; the database is as it was/,
  ],
])("a migration %s is refused and undone", async (_, sql, message) => {
  const failing: Migration[] = [FIRST, ["2_broken", sql], ["3_third", "SELECT 1"]];
  await expect(apply(...failing)).rejects.toThrow(message);
  await expect(apply(...failing)).rejects.toThrow(/^migration 2_broken failed /);
  expect(await pending(...failing)).toEqual(["2_broken", "3_third"]);
  expect(await query(`SELECT "id" FROM "Parent"`)).toEqual([{ id: 1 }]);
  expect(await apply(FIRST, SECOND)).toEqual(["2_second"]);
});

it.each([
  ["ends its transaction", "COMMIT"],
  ["ends its transaction before it fails", `COMMIT; INSERT INTO "Nowhere" VALUES (1)`],
])("a migration that %s is refused, and the message names its COMMIT", async (_, end) => {
  const broken: Migration[] = [FIRST, ["2_broken", `${SECOND[1]}; ${end}`]];
  await expect(apply(...broken)).rejects.toThrow(/^migration 2_broken failed \(.*contains a COMMIT/);
  // The message is true: the migration's table is there, and the migration is not recorded as applied.
  expect(await query(`SELECT * FROM "Second"`)).toEqual([]);
  expect(await pending(...broken)).toEqual(["2_broken"]);
});

it.each<[string, Migration[], Migration[], RegExp]>([
  [
    "whose migration was changed after it was applied",
    [FIRST],
    [["1_first", `${FIRST[1]} -- changed`]],
    /migration 1_first was changed after it was applied/,
  ],
  [
    "whose migration is missing",
    [FIRST, SECOND],
    [SECOND],
    /migration 1_first was applied, but is missing .*; restore it, .*name another database in DATABASE_URL$/,
  ],
  [
    "that a newer version has migrated",
    [FIRST, SECOND],
    [FIRST],
    /newer than this version of the application: .* folders of all newer migrations in prisma\/migrations; otherwise go to the branch that has it, or /,
  ],
])("a database %s is refused", async (_, applied, next, message) => {
  await apply(...applied);
  await expect(apply(...next)).rejects.toThrow(message);
});

it("a database in which Prisma's own migration has not finished is refused", async () => {
  await apply(FIRST);
  await query(`UPDATE "_prisma_migrations" SET "finished_at" = NULL`);
  await expect(apply(FIRST)).rejects.toThrow("1_first was started by Prisma and has not finished");
});
