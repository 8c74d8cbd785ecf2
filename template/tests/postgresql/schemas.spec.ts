// Tables outside of the schema "public". (A role with a schema of its own name:
// tests/server/database/connection.test.ts.)

import { join } from "node:path";
import { startApp } from "../../../tests/support/app.ts";
import { temporaryFolder } from "../../../tests/support/temporary.ts";
import { expect, test } from "../../../tests/support/test.ts";
import { query, runScript, sharedDatabase, signInAt, tablesOf } from "../support/server.ts";

/** @returns the schemas with tables, after a sign-up in an application with this database */
async function schemasAfterSignUp(DATABASE_URL: string): Promise<Set<string | undefined>> {
  const app = await startApp(undefined, { DATABASE_URL });
  try {
    await signInAt(app);
    expect(await app.log()).not.toMatch(/error/i);
  } finally {
    await app.stop();
  }
  return new Set((await tablesOf(DATABASE_URL)).map((name) => name.split(".")[0]));
}

test("a role's search_path says where all tables are", async () => {
  const url = await sharedDatabase();
  await query(url, `CREATE SCHEMA "first"`);
  await query(
    url,
    `ALTER ROLE postgres IN DATABASE ${new URL(url).pathname.slice(1)} SET search_path = none, "first", public`,
  );
  expect(await schemasAfterSignUp(url)).toEqual(new Set(["first"]));
});

test("the commands migrate and move find the schema of DATABASE_URL", async () => {
  const file = `file:${join(temporaryFolder(), "app.db")}`;
  const url = `${await sharedDatabase()}?schema=moved`;
  expect(runScript("migrate.ts", file).status).toBe(0);
  expect(runScript("migrate.ts", url).output).toContain("Applied");
  const { status, output } = runScript("sqlite/to-postgresql.ts", file, url);
  expect(status, output).toBe(0);
  expect(await schemasAfterSignUp(url)).toEqual(new Set(["moved"]));
});
