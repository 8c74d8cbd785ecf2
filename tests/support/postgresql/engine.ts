// The tests on PostgreSQL: on the server of the run, or one of their own.

import type { TestEngine } from "../test-engine.ts";
import { openRows } from "./rows.ts";
import {
  asRoleWithSchema,
  newPostgreSqlDatabase,
  POSTGRESQL_VARIABLE,
  type PostgreSql,
  startPostgreSql,
} from "./server.ts";
import { statements } from "./statements.ts";

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
  observedClient: async (url) => (await import("./client.ts")).observedClient(url),
  statements,
};
