// The PostgreSQL server of this run (with-postgresql.ts), and what its tests do with it.

import pg from "pg";
import type { App } from "../../../tests/support/app.ts";
import { Client, signInByLink } from "../../../tests/support/client.ts";
import { newPostgreSqlDatabase, POSTGRESQL_VARIABLE } from "../../../tests/support/postgresql/server.ts";
import { expect, linkIn, mailTo, newClient, newEmail } from "../../../tests/support/test.ts";

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
  const client = new Client(app.origin, newClient());
  const email = newEmail("stored");
  await client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email });
  await signInByLink(client, linkIn(await mailTo(app, email)));
  for (let turn = 0; turn < 5; turn++)
    expect(JSON.parse((await client.get("/api/auth/session")).body)).toMatchObject({ user: { email } });
}
