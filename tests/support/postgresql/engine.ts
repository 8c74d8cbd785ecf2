// The tests on PostgreSQL: on the server of the run, or one of their own.

import type { TestEngine } from "../test-engine.ts";
import { openRows } from "./rows.ts";
import { newPostgreSqlDatabase, POSTGRESQL_VARIABLE, startPostgreSql } from "./server.ts";
import { statements } from "./statements.ts";

/** The variable is for all processes that this one starts. */
async function server(): Promise<string> {
  const url = process.env[POSTGRESQL_VARIABLE] ?? (await startPostgreSql()).url;
  process.env[POSTGRESQL_VARIABLE] = url;
  return url;
}

export const postgresql: TestEngine = {
  isStarted: () => Boolean(process.env[POSTGRESQL_VARIABLE]),
  newDatabase: async () => newPostgreSqlDatabase(await server()),
  copy: (url) => newPostgreSqlDatabase(url, new URL(url).pathname.slice(1)),
  isSlow: true,
  openRows,
  observedClient: async (url) => (await import("./client.ts")).observedClient(url),
  statements,
};
