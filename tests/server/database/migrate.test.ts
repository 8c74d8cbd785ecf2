// Migrations at startup: the application's own, and made-up ones for the failures.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "database-engines";
import { type MigrationFiles, migrate, pendingMigrations } from "database-engines/migrate";
import { migrationBetween } from "database-engines/tools";
import { undoEmailChange } from "solid-authjs/prisma";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { connect } from "~/server/database/connect";
import { migrate as migrateOwn } from "~/server/database/migrations";
import { engines } from "~/server/engines";
import { newDatabase } from "../../support/adapter";
import { engineName, engine as testEngine } from "../../support/engines";

const { statements } = testEngine;

let url: string;
let engine: Engine;

beforeEach(async () => {
  url = await newDatabase();
  engine = await engines.load(url);
});

const FOLDER = `prisma/migrations/${engineName}`;

function ownNames(): string[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

const sqlOf = (name: string) => readFileSync(join(FOLDER, name, "migration.sql"), "utf8");

/** Files of migrations that the test makes up. */
function files(...migrations: [name: string, sql: string][]): MigrationFiles {
  return Object.fromEntries(migrations.map(([name, sql]) => [`/prisma/migrations/any/${name}/migration.sql`, sql]));
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const connection = await engine.openForMigrations(url);
  try {
    return await connection.query(sql);
  } finally {
    await connection.close();
  }
}

const FIRST: [string, string] = ["1_first", `CREATE TABLE "First" ("id" INTEGER)`];
const SECOND: [string, string] = ["2_second", `CREATE TABLE "Second" ("id" INTEGER)`];

describe("the application's migrations", () => {
  it("the migrations are applied once, in order", async () => {
    expect(await migrateOwn(url)).toEqual(ownNames());
    expect(await migrateOwn(url)).toEqual([]);
  });

  it("a way back after a change of address, mailed by an older version, still works", async () => {
    const before = ownNames().filter((name) => name < "20261126100000");
    await migrate(engine, url, files(...before.map((name): [string, string] => [name, sqlOf(name)])));
    const expires = new Date(Date.now() + 60_000).toISOString();
    await query(`INSERT INTO "User" ("id", "email") VALUES ('ada', 'eve@example.com')`);
    await query(`INSERT INTO "VerificationToken" ("identifier", "token", "expires")
      VALUES ('undo:ada:ada@example.com', '${createHash("sha256").update("secret").digest("hex")}', '${expires}')`);
    await migrateOwn(url);
    const { prisma, close } = await connect(url);
    onTestFinished(close);
    expect(await undoEmailChange(prisma, "ada.secret")).toMatchObject({ outcome: "undone", email: "ada@example.com" });
  });

  it("a migration is applied after one with a later name, as those of the template's next version may be", async () => {
    await migrate(engine, url, files(SECOND));
    expect(await migrate(engine, url, files(FIRST, SECOND))).toEqual(["1_first"]);
  });

  it("the migrations are recorded as Prisma does, so that `prisma migrate status` finds the database up to date", async () => {
    await migrateOwn(url);
    const rows = await query(`SELECT * FROM "_prisma_migrations" ORDER BY "migration_name"`);
    expect(rows.map((row) => row.migration_name)).toEqual(ownNames());
    for (const row of rows) {
      const sql = sqlOf(String(row.migration_name));
      expect(row.checksum).toBe(createHash("sha256").update(sql).digest("hex"));
      expect(row).toMatchObject({ rolled_back_at: null, logs: null, applied_steps_count: 1 });
      expect(Number(row.finished_at)).toBeGreaterThan(Date.now() - 60_000);
    }
  });

  it("leave foreign keys enforced", async () => {
    await migrateOwn(url);
    const { prisma, close } = await connect(url);
    const session = { sessionToken: "t", userId: "nobody", expires: new Date() };
    await expect(prisma.session.create({ data: session })).rejects.toMatchObject({ code: "P2003" });
    await close();
  });

  it("a migration can rebuild the table of users: sessions and accounts stay", async () => {
    await migrateOwn(url);
    const { prisma, close } = await connect(url);
    const sessions = { create: { sessionToken: "t", expires: new Date() } };
    const accounts = { create: { type: "oauth", provider: "github", providerAccountId: "1" } };
    await prisma.user.create({ data: { email: "ada@example.com", sessions, accounts } });

    const before = readFileSync("prisma/schema.prisma", "utf8");
    const after = before.replace(/^( +name +String\?)$/m, '$1\n  addedByTest String @default("free")');
    const sql = await migrationBetween(engineName, before, after);
    const own = ownNames().map((name): [string, string] => [name, sqlOf(name)]);
    await migrate(engine, url, files(...own, ["99999999999999_added", sql ?? ""]));

    expect(await query(`SELECT "addedByTest" FROM "User"`)).toEqual([{ addedByTest: "free" }]);
    expect(await prisma.session.count()).toBe(1);
    expect(await prisma.account.count()).toBe(1);
    await close();
  });
});

describe("refuses", () => {
  it("a migration that fails, and undoes it", async () => {
    const broken = files(
      FIRST,
      ["2_broken", `${SECOND[1]}; INSERT INTO "Nowhere" VALUES (1)`],
      ["3_third", "SELECT 1"],
    );
    await expect(migrate(engine, url, broken)).rejects.toThrow(
      /^migration 2_broken failed \(.*Nowhere.*\); the database is as it was before it$/,
    );
    expect(await pendingMigrations(engine, url, broken)).toEqual(["2_broken", "3_third"]);
    expect(await migrate(engine, url, files(FIRST, SECOND))).toEqual(["2_second"]);
  });

  it("a migration that leaves dangling references, and undoes it", async () => {
    const tables = `CREATE TABLE "Parent" ("id" INTEGER PRIMARY KEY);
      CREATE TABLE "Child" ("parent" INTEGER REFERENCES "Parent" ("id"));
      INSERT INTO "Parent" VALUES (1); INSERT INTO "Child" VALUES (1)`;
    const broken = files(["1_tables", tables], ["2_orphans", `DELETE FROM "Parent"`]);
    await expect(migrate(engine, url, broken)).rejects.toThrow(
      /^migration 2_orphans failed .*; the database is as it was before it$/,
    );
    expect(await query(`SELECT "id" FROM "Parent"`)).toEqual([{ id: 1 }]);
  });

  it.each([
    ["ends its transaction", "COMMIT"],
    ["ends its transaction, and begins another", "COMMIT; BEGIN"],
    ["ends its transaction before it fails", `COMMIT; INSERT INTO "Nowhere" VALUES (1)`],
  ])("a migration that %s, and says that parts of it may be applied", async (_, end) => {
    const broken = files(FIRST, ["2_broken", `${SECOND[1]}; ${end}`]);
    await expect(migrate(engine, url, broken)).rejects.toThrow(
      /^migration 2_broken failed \(.*parts of it may be applied/,
    );
    // The message is true: the migration's table is there, and the migration is not recorded as applied.
    expect(await query(`SELECT * FROM "Second"`)).toEqual([]);
    expect(await pendingMigrations(engine, url, broken)).toEqual(["2_broken"]);
  });

  it("a migration whose transaction the database ends, and undoes it", async () => {
    const broken = files(FIRST, ["2_broken", `${SECOND[1]}; ${statements.endTransaction}`]);
    await expect(migrate(engine, url, broken)).rejects.toThrow(
      /^migration 2_broken failed .* if not, the database is as it was/,
    );
    expect(await migrate(engine, url, files(FIRST, SECOND))).toEqual(["2_second"]);
  });

  it("a migration that was changed after it was applied", async () => {
    await migrate(engine, url, files(FIRST));
    const changed = files(["1_first", `${FIRST[1]} -- changed`]);
    await expect(migrate(engine, url, changed)).rejects.toThrow("migration 1_first was changed after it was applied");
  });

  it("a database whose migration is missing", async () => {
    await migrate(engine, url, files(FIRST, SECOND));
    await expect(migrate(engine, url, files(SECOND))).rejects.toThrow(
      /migration 1_first was applied, but is missing .*; restore it, .*name another database in DATABASE_URL$/,
    );
  });

  it("a database that a newer version has migrated", async () => {
    await migrate(engine, url, files(FIRST, SECOND));
    await expect(migrate(engine, url, files(FIRST))).rejects.toThrow(
      /newer than this version of the application: .* folders of all newer migrations in prisma\/migrations; otherwise go to the branch that has it, or /,
    );
  });

  it("a database in which Prisma's own migration has failed", async () => {
    await migrate(engine, url, files(FIRST));
    await query(`UPDATE "_prisma_migrations" SET "finished_at" = NULL`);
    await expect(migrate(engine, url, files(FIRST))).rejects.toThrow(
      "1_first was started by Prisma and has not finished",
    );
  });
});

it("a check reports the pending migrations, and applies none", async () => {
  expect(await pendingMigrations(engine, url, files(FIRST, SECOND))).toEqual(["1_first", "2_second"]);
  await migrate(engine, url, files(FIRST));
  expect(await pendingMigrations(engine, url, files(FIRST, SECOND))).toEqual(["2_second"]);
});
