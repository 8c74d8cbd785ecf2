// The PostgreSQL server of this run (with-postgresql.ts), and servers of single tests, which stop them.

import { newPostgreSqlDatabase, POSTGRESQL_VARIABLE } from "../../../tests/support/postgresql/server.ts";

/** @returns the URL of a new database */
export function sharedDatabase(): Promise<string> {
  const server = process.env[POSTGRESQL_VARIABLE];
  if (!server) throw new Error("These tests need PostgreSQL: npm run test:full -- postgresql");
  return newPostgreSqlDatabase(server);
}
