// A migration that waits for a table, which other transactions may read for long. PostgreSQL lets no later request
// pass one that waits.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "database-engines/migrate";
import pg from "pg";
import { engines } from "../../../src/server/engines.ts";
import { root } from "../../../tests/support/app.ts";
import { clientOf } from "../../../tests/support/client.ts";
import { expect, insertSession, test } from "../../../tests/support/test.ts";
import { query, sharedDatabase } from "../support/server.ts";

const ADDED = "99999999999999_added";

/** The application's migrations, and one more. */
function filesWith(sql: string): Record<string, string> {
  const folder = join(root, "prisma/migrations/postgresql");
  const own = globSync(join(folder, "*/migration.sql")).map((file) => [file, readFileSync(file, "utf8")]);
  return { ...Object.fromEntries(own), [join(folder, ADDED, "migration.sql")]: sql };
}

test("users are answered while a migration waits for a table that a backup reads, and it runs after the backup", async ({
  start,
}) => {
  const databaseUrl = await sharedDatabase();
  const app = await start({ DATABASE_URL: databaseUrl });
  const backup = new pg.Client({ connectionString: databaseUrl });
  try {
    const client = clientOf(app, await insertSession(app));
    await backup.connect();
    await backup.query(`BEGIN; LOCK TABLE "Session" IN ACCESS SHARE MODE`);

    const files = filesWith(`ALTER TABLE "Session" ADD COLUMN "added" TEXT`);
    const migrated = migrate(await engines.load(databaseUrl), databaseUrl, files);
    const waiting = () => query(databaseUrl, `SELECT FROM pg_locks WHERE NOT granted`);
    await expect.poll(waiting).not.toEqual([]);
    expect((await client.get("/protected")).status).toBe(200);

    await backup.query("COMMIT");
    expect(await migrated).toEqual([ADDED]);
    expect((await client.get("/protected")).status).toBe(200);
  } finally {
    await backup.end();
  }
});
