// The PostgreSQL server of this run (with-postgresql.ts), and what its tests do with it.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import pg from "pg";
import { type App, root } from "../../../tests/support/app.ts";
import { clientOf, signInByMailAs } from "../../../tests/support/client.ts";
import { newPostgreSqlDatabase, POSTGRESQL_VARIABLE } from "../../../tests/support/postgresql/server.ts";
import { expect, newEmail } from "../../../tests/support/test.ts";

/** @returns the URL of a new database */
export function sharedDatabase(): Promise<string> {
  const server = process.env[POSTGRESQL_VARIABLE];
  if (!server) throw new Error("These tests need PostgreSQL: npm run test:full -- postgresql");
  return newPostgreSqlDatabase(server);
}

/** @returns the rows of a statement, for the user of the URL */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Runs a script of scripts/database. */
export function runScript(script: string, DATABASE_URL: string, ...args: string[]) {
  const command = [join(root, "scripts/database", script), ...args];
  const env = { ...process.env, DATABASE_URL };
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: "utf8", env });
  return { status, output: stdout + stderr };
}

/** @returns the names of the application's tables with their schemas, in order */
export async function tablesOf(url: string): Promise<string[]> {
  const rows = await query(
    url,
    `SELECT schemaname || '.' || tablename AS "name" FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  return rows.map(({ name }) => String(name));
}

/** A visit by a new user: signs up by mail, and reads their session several times. */
export async function signInAt(app: App): Promise<void> {
  const [client, email] = [clientOf(app), newEmail("stored")];
  await signInByMailAs(client, app, email);
  for (let turn = 0; turn < 5; turn++)
    expect(JSON.parse((await client.get("/api/auth/session")).body)).toMatchObject({ user: { email } });
}
