// The tests on PostgreSQL: on the server of the run, or one of their own.

import type { ObservedClient, TestEngine } from "../test-engine.ts";
import { openRows } from "./rows.ts";
import {
  asRoleWithSchema,
  newPostgreSqlDatabase,
  POSTGRESQL_VARIABLE,
  type PostgreSql,
  startPostgreSql,
} from "./server.ts";

let own: PostgreSql | undefined;

/** @returns the URL of the server. A new one is also for all processes that this one starts */
async function server(): Promise<string> {
  const known = process.env[POSTGRESQL_VARIABLE];
  if (known) return known;
  own = await startPostgreSql();
  process.env[POSTGRESQL_VARIABLE] = own.url;
  return own.url;
}

export const postgresql: TestEngine = {
  isStarted: () => Boolean(process.env[POSTGRESQL_VARIABLE]),
  newDatabase: async () => newPostgreSqlDatabase(await server()),
  copy: (url) => newPostgreSqlDatabase(url, new URL(url).pathname.slice(1)),
  withOwnSchema: asRoleWithSchema,
  isSlow: true,
  openRows,
  stop: async () => own?.stop(),
  async observedClient(connectionString) {
    const { PrismaPg } = await import("@prisma/adapter-pg");
    const { PrismaClient } = await import("../../../src/server/database/generated/postgresql/client.ts");
    const adapter = new PrismaPg({ connectionString });
    // The generated clients differ only in the names of their types.
    return new PrismaClient({ adapter, log: [{ emit: "event", level: "query" }] }) as unknown as ObservedClient;
  },
  statements: {
    columns: `SELECT table_name, column_name, data_type, datetime_precision, is_nullable, column_default
      FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
    indexes: `SELECT indexname, tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
    tablesOfUsers: `SELECT t.relname AS "table",
        CASE k.confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' END AS "onDelete",
        (SELECT 'CASCADE' FROM pg_constraint o WHERE o.conrelid = t.oid AND o.confrelid <> '"User"'::regclass
          AND o.contype = 'f' AND o.confdeltype = 'c' LIMIT 1) AS "ofOther"
      FROM pg_class t LEFT JOIN pg_constraint k ON k.conrelid = t.oid AND k.confrelid = '"User"'::regclass
      WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' AND (k.oid IS NOT NULL
        OR EXISTS (SELECT FROM pg_attribute c WHERE c.attrelid = t.oid AND c.attname = 'userId'))`,
    endTransaction: "SELECT pg_terminate_backend(pg_backend_pid())",
  },
};
