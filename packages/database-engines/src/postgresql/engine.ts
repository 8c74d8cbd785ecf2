// PostgreSQL: for more than one server, and for a managed database.

import type { Socket } from "node:net";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import type { AnyClient, Connection, DatabaseError, Limits, MigrationConnection, NewClient } from "../types.ts";
import { numbered, statementsIn } from "./statements.ts";

/** Per process. `?connection_limit=` in DATABASE_URL changes it. */
const MAX_CONNECTIONS = 10;

/** The server keeps them for each connection. A list of another length in a query is another statement. */
const MAX_PREPARED_STATEMENTS = 500;

/** As long as the application waits for a connection by default. */
const MIGRATION_CONNECT_MS = 4_000;

/** The lock that Prisma's own `migrate deploy` takes. */
const MIGRATION_LOCK = 72_707_369;

export const historyTable = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum"              VARCHAR(64) NOT NULL,
    "finished_at"           TIMESTAMPTZ,
    "migration_name"        VARCHAR(255) NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        TIMESTAMPTZ,
    "started_at"            TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count"   INTEGER NOT NULL DEFAULT 0
)`;

export const isTableMissing = ({ code }: { code?: unknown }) => code === "42P01";

export function connect<Client extends AnyClient>(
  url: string,
  newClient: NewClient<Client>,
  { connectMs, statementMs, silenceMs }: Limits,
): Connection<Client> {
  const { connectionString, isPooled, limit } = readUrl(url);
  const pool = new pg.Pool({
    connectionString,
    max: limit,
    connectionTimeoutMillis: connectMs,
    // So that a few long statements cannot take all connections. pgbouncer refuses connections that ask for a setting
    // of the server.
    ...(isPooled ? {} : { statement_timeout: statementMs }),
    keepAlive: true,
  });
  endSilentConnections(pool, silenceMs);
  const statements = preparedStatements();
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    statementNameGenerator: isPooled ? undefined : statements.nameOf,
  });
  const renewing = ({ args, query }: Operation) => statements.renewing(() => query(args));
  // An extended client has the same models and methods. Only its type has another name.
  const client = newClient(adapter) as unknown as Extensible;
  const prisma = client.$extends({ query: { $allOperations: renewing } }) as Client;
  const prepareInPool = statementsIn(pool, isPooled ? undefined : statements.nameOf);
  return {
    prisma,
    prepare(sql, columns) {
      const read = prepareInPool(sql, columns);
      return (...values) => statements.renewing(() => read(...values));
    },
    close: () => prisma.$disconnect(),
  };
}

interface Operation {
  args: unknown;
  query: (args: unknown) => Promise<unknown>;
}

/** A generated client. */
interface Extensible {
  $extends: (extension: { query: { $allOperations: (operation: Operation) => unknown } }) => unknown;
}

/**
 * Ends a connection that gets no answer while it is in use: the server hangs, or the network loses its packets.
 * (`query_timeout` of pg would return the connection to the pool, and with it a transaction that is still open.)
 */
function endSilentConnections(pool: pg.Pool, silenceMs: number): void {
  pool.on("connect", ({ connection: { stream } }) => {
    stream.on("timeout", () => stream.destroy(new Error("Query read timeout")));
  });
  pool.on("acquire", ({ connection: { stream } }) => void (stream as Socket).setTimeout(silenceMs));
  pool.on("release", (_, { connection: { stream } }) => void (stream as Socket).setTimeout(0));
}

/**
 * In a transaction-mode pooler, the next statement may be on another connection, which does not know the prepared one.
 */
function readUrl(url: string) {
  const { searchParams } = new URL(url);
  return {
    connectionString: url,
    isPooled: searchParams.get("pgbouncer") === "true",
    limit: Number(searchParams.get("connection_limit")) || MAX_CONNECTIONS,
  };
}

/**
 * Names for SQL texts, so that the server parses and plans each once per connection. After a migration that changes a
 * column's type, a prepared statement fails in every connection that has it. It is then prepared again, under a new
 * name.
 */
function preparedStatements() {
  const names = new Map<string, string>();
  let generation = 0;
  return {
    /** @returns an empty name, which prepares nothing, if there are too many */
    nameOf({ sql }: { sql: string }): string {
      if (!names.has(sql) && names.size < MAX_PREPARED_STATEMENTS) names.set(sql, `s${generation}_${names.size}`);
      return names.get(sql) ?? "";
    },
    async renewing<T>(run: () => Promise<T>): Promise<T> {
      try {
        return await run();
      } catch (error) {
        if (!isOutdatedPlan(error)) throw error;
        generation += 1;
        names.clear();
        // Inside a transaction, nothing runs after a failure: the next transaction works.
        return await run().catch(() => Promise.reject(error));
      }
    },
  };
}

/** "feature_not_supported", as for "cached plan must not change result type". */
const OUTDATED_PLAN = "0A000";

function isOutdatedPlan(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause, meta } = error as DatabaseError;
  return code === OUTDATED_PLAN || cause?.originalCode === OUTDATED_PLAN || isOutdatedPlan(meta?.driverAdapterError);
}

export async function openForMigrations(url: string): Promise<MigrationConnection> {
  const connection = new pg.Client({ connectionString: url, connectionTimeoutMillis: MIGRATION_CONNECT_MS });
  // A lost connection also fails the query, which is reported.
  connection.on("error", () => {});
  await connection.connect();
  return {
    async begin() {
      await connection.query("BEGIN");
      await connection.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    },
    run: async (script) => void (await connection.query(script)),
    query: async (sql, values) => (await connection.query(numbered(sql), values)).rows,
    check: async () => {},
    close: () => connection.end(),
  };
}
