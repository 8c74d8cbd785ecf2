// Tables outside of the schema "public". (A role with a schema of its own name:
// tests/server/database/connection.test.ts.)

import { join } from "node:path";
import type { App } from "../../../tests/support/app.ts";
import { temporaryFolder } from "../../../tests/support/temporary.ts";
import { expect, test } from "../../../tests/support/test.ts";
import { query, runScript, sharedDatabase, signInAt, tablesOf } from "../support/server.ts";

/** @returns the schemas with tables, after a sign-up in an application with this database */
async function schemasAfterSignUp(app: App): Promise<Set<string | undefined>> {
  await signInAt(app);
  expect(await app.log()).not.toMatch(/error/i);
  return new Set((await tablesOf(app.databaseUrl)).map((name) => name.split(".")[0]));
}

test("a role's search_path says where all tables are", async ({ start }) => {
  const url = await sharedDatabase();
  await query(url, `CREATE SCHEMA "first"`);
  await query(
    url,
    `ALTER ROLE postgres IN DATABASE ${new URL(url).pathname.slice(1)} SET search_path = none, "first", public`,
  );
  expect(await schemasAfterSignUp(await start({ DATABASE_URL: url }))).toEqual(new Set(["first"]));
});

test("the commands migrate and move find the schema of DATABASE_URL", async ({ start }) => {
  const file = `file:${join(temporaryFolder(), "app.db")}`;
  const url = `${await sharedDatabase()}?schema=moved`;
  expect(runScript("migrate.ts", file).status).toBe(0);
  expect(runScript("migrate.ts", url).output).toContain("Applied");
  const { status, output } = runScript("sqlite/to-postgresql.ts", file, url);
  expect(status, output).toBe(0);
  expect(await schemasAfterSignUp(await start({ DATABASE_URL: url }))).toEqual(new Set(["moved"]));
});
