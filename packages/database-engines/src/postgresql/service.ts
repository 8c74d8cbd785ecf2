// Whether the service can work with the connections that it gets: asked at the start, because it would fail with every
// request. The pooler is the usual cause.

import pg from "pg";
import { MigrationProblem } from "../migrate.ts";
import { type Options, readUrl } from "./url.ts";

/** The application waits as long for a connection by default. */
export const CONNECT_MS = 4_000;

/** The setting of the server that the service asks for, so that a few long statements cannot take all connections. */
export const settings = ({ isPooled }: Options, statementMs: number) =>
  isPooled ? {} : { statement_timeout: statementMs };

/** How PgBouncer refuses a setting of the server, and Amazon's RDS Proxy a schema. Their codes stand for more. */
const REFUSED_SETTING = /unsupported startup parameter|doesn't support command-line options/i;

/** A prepared statement is there already, or is not there: it was made on another connection of the pooler's. */
const MOVED_STATEMENT = ["42P05", "26000"];

const POOLER = "a pooler stands before it, which needs pgbouncer=true in the options of DATABASE_URL";

/**
 * Connects and asks as the service does. A pooler in transaction mode gives a second connection the server's process of
 * the first one, with the statement that the first has prepared.
 *
 * @throws {MigrationProblem} with the cure
 */
export async function expectService(url: string): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await tryOut(readUrl(url));
}

async function tryOut(options: Options): Promise<void> {
  const client = new pg.Client({
    connectionString: options.connectionString,
    connectionTimeoutMillis: CONNECT_MS,
    ...settings(options, CONNECT_MS),
  });
  // A lost connection also fails the query, which is reported.
  client.on("error", () => {});
  try {
    await client.connect();
    const name = options.isPooled ? undefined : "start";
    const { rows } = await client.query<{ schema: string | null; isolation: string }>({
      name,
      text: `SELECT current_schema() AS "schema", current_setting('default_transaction_isolation') AS "isolation"`,
    });
    expectSchema(options, rows[0]?.schema);
    expectIsolation(rows[0]?.isolation);
  } catch (error) {
    throw isOfPooler(error) ? new MigrationProblem(`${POOLER}: ${error.message}`, { cause: error }) : error;
  } finally {
    await client.end();
  }
}

/** A schema that is not there yet comes with the first migration, unless a pooler keeps it from being asked for. */
function expectSchema({ schema, isPooled }: Options, current: string | null | undefined): void {
  if ((schema ?? current)?.includes('"'))
    throw new MigrationProblem("its schema has a quotation mark in its name, which Prisma cannot ask for");
  if (!schema || current === schema || (!current && !isPooled)) return;
  throw new MigrationProblem(
    `DATABASE_URL names the schema ${schema}, and a pooler does not pass that on. Create the schema, and make it the ` +
      "role's: ALTER ROLE … SET search_path = …",
  );
}

/** With a stricter one, PostgreSQL fails requests that change one row at the same time, in place of one waiting. */
function expectIsolation(current: string | undefined): void {
  if (current === "read committed") return;
  throw new MigrationProblem(
    `its default_transaction_isolation is ${current}, under which requests at the same moment fail. Set the role's: ` +
      "ALTER ROLE … SET default_transaction_isolation = 'read committed'",
  );
}

function isOfPooler(error: unknown): error is Error {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return REFUSED_SETTING.test(error.message) || MOVED_STATEMENT.includes(String(error.code));
}
