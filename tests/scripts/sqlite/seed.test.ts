// `npm run db:seed`, on databases of this test.

import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isOwnSpelling } from "solid-authjs";
import { expect, inject, it } from "vitest";
import { MAX_PASSKEYS } from "~/lib/limits";

const folder = mkdtempSync(join(inject("folder"), "seed-"));
const file = join(folder, "app.db");

function seed(env: NodeJS.ProcessEnv = {}) {
  const { NODE_ENV: _, ...rest } = process.env;
  const options = { encoding: "utf8", env: { ...rest, AUTH_URL: "", DATABASE_URL: `file:${file}`, ...env } } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/database/seed.ts"], options);
  return { status, said: `${stdout}${stderr}` };
}

function rows(sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file);
  const found = database.prepare(sql).all();
  database.close();
  return found;
}

it("db:seed makes ten users with something in each list, a second run replaces them, and others stay", () => {
  expect(seed()).toMatchObject({ status: 0 });
  const mine = new DatabaseSync(file);
  mine.exec(`INSERT INTO "User" ("id", "email") VALUES ('mine', 'me@example.com')`);
  mine.close();
  expect(seed()).toMatchObject({ status: 0 });

  const users = rows(`SELECT "email", (SELECT count(*) FROM "Authenticator" p WHERE p."userId" = u."id") AS "passkeys"
    FROM "User" u WHERE "id" <> 'mine'`);
  expect(users).toHaveLength(10);
  for (const { email } of users) expect(isOwnSpelling(String(email)), String(email)).toBe(true);
  expect(Math.max(...users.map(({ passkeys }) => Number(passkeys)))).toBe(MAX_PASSKEYS);
  for (const table of ["Session", "Account"]) expect(rows(`SELECT * FROM "${table}"`), table).not.toEqual([]);
  expect(rows(`SELECT "id" FROM "User" WHERE "id" = 'mine'`)).toHaveLength(1);
});

it.each([
  [{ NODE_ENV: "production" }, file],
  [{ AUTH_URL: "https://app.example.com" }, file],
  [{ DATABASE_URL: "postgresql://app:hidden@db.example.com/app" }, "db.example.com/app"],
])("db:seed refuses what looks like production, and names the database: %o", (env, name) => {
  const { status, said } = seed(env);
  expect(status).toBe(1);
  expect(said).toContain("nothing was written to");
  expect(said).toContain(name);
  expect(said).not.toContain("hidden");
});
