// Moving from SQLite to PostgreSQL, and the backup there, with the commands of docs/database.md. (Other schemas than
// "public": tests/server/database/connection.test.ts, too.)

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { clientOf, signInByMailAs } from "../../../tests/support/client.ts";
import { temporaryFolder } from "../../../tests/support/temporary.ts";
import { expect, newEmail, test } from "../../../tests/support/test.ts";
import { query, runScript, sharedDatabase, signInAt, tablesOf } from "../support/server.ts";

test("users who signed in on SQLite are still signed in on PostgreSQL, and on a restored backup of it", async ({
  start,
}) => {
  const file = `file:${join(temporaryFolder(), "app.db")}`;
  const url = await sharedDatabase();
  const email = newEmail();
  const before = await start({ DATABASE_URL: file });
  const client = clientOf(before);
  await signInByMailAs(client, before, email);
  await before.terminate();

  expect(runScript("migrate.ts", url).status).toBe(0);
  const moved = runScript("sqlite/to-postgresql.ts", file, url);
  expect(moved.status, moved.output).toBe(0);
  expect(moved.output).toContain("User: 1\n");
  // A second run would mix two databases.
  expect(runScript("sqlite/to-postgresql.ts", file, url).output).toContain("The new database is not empty");

  const restored = await sharedDatabase();
  const folder = temporaryFolder();
  const shell = (command: string, DATABASE_URL: string) =>
    spawnSync(command, { shell: true, cwd: folder, env: { ...process.env, DATABASE_URL }, encoding: "utf8" });
  expect(shell('pg_dump --format=custom --file=app.dump "$DATABASE_URL"', url)).toMatchObject({
    status: 0,
    stderr: "",
  });
  expect(shell('pg_restore --dbname="$DATABASE_URL" app.dump', restored)).toMatchObject({ status: 0, stderr: "" });

  const visitor = clientOf(await start({ DATABASE_URL: restored }), { sessionToken: client.sessionToken ?? "" });
  expect(JSON.parse((await visitor.get("/api/auth/session")).body)).toMatchObject({ user: { email } });
});

test("the commands migrate and move find the schema of DATABASE_URL", async ({ start }) => {
  const file = `file:${join(temporaryFolder(), "app.db")}`;
  const url = `${await sharedDatabase()}?schema=moved`;
  expect(runScript("migrate.ts", file).status).toBe(0);
  expect(runScript("migrate.ts", url).output).toContain("Applied");
  const { status, output } = runScript("sqlite/to-postgresql.ts", file, url);
  expect(status, output).toBe(0);
  const app = await start({ DATABASE_URL: url });
  await signInAt(app);
  expect(await app.log()).not.toMatch(/error/i);
  expect(new Set((await tablesOf(url)).map((name) => name.split(".")[0]))).toEqual(new Set(["moved"]));
});

/** Columns as Prisma makes them, with values as Prisma writes them on SQLite. */
const KINDS = {
  sqlite: `CREATE TABLE "Kind" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "big" BIGINT, "is" BOOLEAN, "at" DATETIME, "real" REAL, "exact" DECIMAL,
    "bytes" BLOB, "json" JSONB, "text" TEXT, "value" JSONB NOT NULL DEFAULT '5');
    INSERT INTO "Kind" VALUES (7, 9007199254740993, 1, '2026-11-23T04:05:06.789+00:00', 0.1, 12.5, x'00ff5c', '{"a":["b",null]}', 'line' || char(10) || '"ü" ' || char(128512), 'null'),
      (9, NULL, 0, 1700000000000, NULL, NULL, NULL, '"text"', '', '[12345678901234567890]'),
      (50, NULL, 0, NULL, NULL, NULL, NULL, NULL, '', '{}');
    DELETE FROM "Kind" WHERE "id" = 50`,
  postgresql: `CREATE TABLE "Kind" ("id" SERIAL PRIMARY KEY, "big" BIGINT, "is" BOOLEAN, "at" TIMESTAMP(3), "real" DOUBLE PRECISION, "exact" DECIMAL(65,30),
    "bytes" BYTEA, "json" JSONB, "text" TEXT, "value" JSONB NOT NULL DEFAULT '5')`,
};

test("each kind of column keeps its value, and numbers go on after the last that was given", async () => {
  const path = join(temporaryFolder(), "app.db");
  const url = await sharedDatabase();
  for (const database of [`file:${path}`, url]) expect(runScript("migrate.ts", database).status).toBe(0);
  new Sqlite(path).exec(KINDS.sqlite).close();
  await query(url, KINDS.postgresql);
  const { status, output } = runScript("sqlite/to-postgresql.ts", `file:${path}`, url);
  expect(status, output).toBe(0);
  await query(url, `INSERT INTO "Kind" ("text") VALUES ('next')`);
  const rows = await query(url, `SELECT *, "at"::text, "exact"::float, "value"::text FROM "Kind" ORDER BY "id"`);
  const none = { big: null, at: null, real: null, exact: null, bytes: null };
  expect(rows).toEqual([
    {
      id: 7,
      big: "9007199254740993",
      is: true,
      at: "2026-11-23 04:05:06.789",
      real: 0.1,
      exact: 12.5,
      bytes: Buffer.from([0, 255, 92]),
      json: { a: ["b", null] },
      text: 'line\n"ü" \u{1f600}',
      value: "null",
    },
    { ...none, id: 9, is: false, at: "2023-11-14 22:13:20", json: "text", text: "", value: "[12345678901234567890]" },
    { ...none, id: 51, is: null, json: null, text: "next", value: "5" },
  ]);
});
