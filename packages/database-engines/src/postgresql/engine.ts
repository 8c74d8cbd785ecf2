// PostgreSQL: for more than one server, and for a managed database.

import type { Socket } from "node:net";
import { PrismaPg } from "@prisma/adapter-pg";
import type { SqlDriverAdapter, SqlDriverAdapterFactory, SqlQueryable } from "@prisma/driver-adapter-utils";
import pg from "pg";
import { SYSTEM_PROBLEM } from "../problems.ts";
import type { AnyClient, Connection, Limits, MigrationConnection, NewClient } from "../types.ts";
import { Client } from "./client.ts";
import { CONNECT_MS, expectService, settings } from "./service.ts";
import { failAsPrisma, numbered, statementsIn } from "./statements.ts";
import { identifier, readUrl } from "./url.ts";

/**
 * The server keeps prepared statements for each connection. A list with another number of values makes another
 * statement.
 */
const MAX_PREPARED_STATEMENTS = 500;

/** The lock that Prisma's own `migrate deploy` takes. */
const MIGRATION_LOCK = 72_707_369;

/**
 * How long a migration waits for a table. Meanwhile, requests for the table wait behind the migration. Their time limit
 * is shorter than the time for which a backup may hold the table.
 */
const TABLE_WAIT_MS = 2_000;

const LOCK_NOT_AVAILABLE = "55P03";

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
  const options = readUrl(url);
  const pool = new pg.Pool({
    Client,
    connectionString: options.connectionString,
    max: options.limit,
    connectionTimeoutMillis: connectMs,
    ...settings(options, statementMs),
    keepAlive: true,
  });
  // The next query takes another connection.
  pool.on("error", () => {});
  endSilentConnections(pool, silenceMs);
  const nameOf = options.isPooled ? undefined : statementNames();
  const adapter = inSchema(options.schema, pool, {
    disposeExternalPool: true,
    statementNameGenerator: nameOf,
  });
  const prisma = newClient(adapter);
  return { prisma, prepare: statementsIn(pool, nameOf), close: () => prisma.$disconnect() };
}

/**
 * Ends a connection in use that gets no answer: the server hangs, or the network loses its packets. (`query_timeout` of
 * pg returns the connection to the pool together with its open transaction.)
 */
function endSilentConnections(pool: pg.Pool, silenceMs: number): void {
  pool.on("connect", ({ connection: { stream } }) => {
    stream.on("timeout", () => stream.destroy(new Error("Query read timeout")));
  });
  pool.on("acquire", ({ connection: { stream } }) => void (stream as Socket).setTimeout(silenceMs));
  pool.on("release", (_, { connection: { stream } }) => void (stream as Socket).setTimeout(0));
}

/**
 * Prisma puts a schema before each table, "public" by default. Our own statements and the migrations find their tables
 * by the `search_path`. So this function gives Prisma the schema of the `search_path`.
 */
function inSchema(
  known: string | undefined,
  pool: pg.Pool,
  options: ConstructorParameters<typeof PrismaPg>[1],
): SqlDriverAdapterFactory {
  const { provider, adapterName } = new PrismaPg(pool);
  return {
    provider,
    adapterName,
    async connect() {
      const schema = known ?? (await currentSchema(pool));
      return withLostConnections(await new PrismaPg(pool, { ...options, schema }).connect());
    },
  };
}

/**
 * The adapter knows some errors of the network, but not those of a host with several addresses. Without this function,
 * a lost connection counts as a fault of the code.
 */
function withLostConnections(adapter: SqlDriverAdapter): SqlDriverAdapter {
  const { startTransaction } = adapter;
  return Object.assign(adapter, ofQueries(adapter), {
    startTransaction: async (...args: Parameters<typeof startTransaction>) => {
      const transaction = await startTransaction.apply(adapter, args).catch(failIfLost);
      return Object.assign(transaction, ofQueries(transaction));
    },
  });
}

function ofQueries(queryable: SqlQueryable): Pick<SqlQueryable, "queryRaw" | "executeRaw"> {
  const { queryRaw, executeRaw } = queryable;
  return {
    queryRaw: (...args) => queryRaw.apply(queryable, args).catch(failIfLost),
    executeRaw: (...args) => executeRaw.apply(queryable, args).catch(failIfLost),
  };
}

function failIfLost(error: Error & { code?: unknown }): Promise<never> {
  return SYSTEM_PROBLEM.test(String(error.code)) ? failAsPrisma(error) : Promise.reject(error);
}

async function currentSchema(pool: pg.Pool): Promise<string | undefined> {
  const text = `SELECT current_schema() AS "schema"`;
  const { rows } = await pool.query<{ schema: string | null }>(text).catch(failAsPrisma);
  return rows[0]?.schema ?? undefined;
}

/**
 * Names for SQL texts, so that the server parses and plans each text once per connection.
 *
 * @returns the function that names a text: with an empty name, which prepares nothing, if there are too many
 */
function statementNames() {
  const names = new Map<string, string>();
  return ({ sql }: { sql: string }): string => {
    if (!names.has(sql) && names.size < MAX_PREPARED_STATEMENTS) names.set(sql, `s${names.size}`);
    return names.get(sql) ?? "";
  };
}

export async function openForMigrations(url: string): Promise<MigrationConnection> {
  await expectService(url);
  const { connectionString, schema } = readUrl(url);
  const connection = new Client({ connectionString, connectionTimeoutMillis: CONNECT_MS });
  // A lost connection also fails its query, and the query's failure is reported.
  connection.on("error", () => {});
  await connection.connect();
  return {
    async begin() {
      await connection.query("BEGIN");
      await connection.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      // The role may have a timeout for requests, which does not apply to migrations.
      await connection.query(`SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = ${TABLE_WAIT_MS}`);
      if (schema) await createSchema(connection, schema);
    },
    run: async (script) => void (await connection.query(script)),
    query: async (sql, values) => (await connection.query(numbered(sql), values)).rows,
    isTableInUse: (error) => error instanceof Error && "code" in error && error.code === LOCK_NOT_AVAILABLE,
    countOrphans: async () => 0,
    close: () => connection.end(),
  };
}

/**
 * Checks for the schema first, as Prisma does, because `IF NOT EXISTS` needs the right to create a schema, even if the
 * schema exists.
 */
async function createSchema(connection: pg.Client, name: string): Promise<void> {
  const { rowCount } = await connection.query("SELECT FROM pg_namespace WHERE nspname = $1", [name]);
  if (!rowCount) await connection.query(`CREATE SCHEMA ${identifier(name)}`);
}
