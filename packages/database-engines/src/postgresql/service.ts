// Checks at the start whether the service can work with its connections: otherwise every request fails. A pooler is the
// usual cause.

import { MigrationProblem } from "../migrate.ts";
import { Client, FORMATS } from "./client.ts";
import { type Options, readUrl, SETTINGS } from "./url.ts";

/** By default, the application waits for a connection as long as this. */
export const CONNECT_MS = 4_000;

/** The server setting that the service requests, so that a few long statements cannot take all connections. */
export const settings = ({ isPooled }: Options, statementMs: number) =>
  isPooled ? {} : { statement_timeout: statementMs };

/**
 * The texts with which PgBouncer refuses a server setting, and Amazon's RDS Proxy refuses a schema. Their codes are
 * also used for other errors.
 */
const REFUSED_SETTING = /unsupported startup parameter|doesn't support command-line options/i;

/** A prepared statement exists already, or is missing: another connection of the pooler has prepared it. */
const MOVED_STATEMENT = ["42P05", "26000"];

const POOLER = "a pooler stands before it, which needs pgbouncer=true in the options of DATABASE_URL";

/**
 * Connects and sends the same requests as the service. A pooler in transaction mode gives a second connection the
 * server process of the first connection. That process still has the first connection's prepared statement.
 *
 * @throws {MigrationProblem} with advice for the operator
 */
export async function expectService(url: string): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await tryOut(readUrl(url));
}

async function tryOut(options: Options): Promise<void> {
  const client = new Client({
    connectionString: options.connectionString,
    connectionTimeoutMillis: CONNECT_MS,
    ...settings(options, CONNECT_MS),
  });
  // A lost connection also fails its query, and the query's failure is reported.
  client.on("error", () => {});
  try {
    await client.connect();
    const name = options.isPooled ? undefined : "start";
    const { rows } = await client.query<{ schema: string | null }>({
      name,
      text: `SELECT current_schema() AS "schema"`,
    });
    expectSchema(options, rows[0]?.schema);
    const { rows: found } = await client.query<Setting>(
      "SELECT name, setting FROM pg_settings WHERE name = 'server_encoding' OR name = ANY($1)",
      [Object.keys(EXPECTED)],
    );
    for (const setting of found) expectSetting(setting);
  } catch (error) {
    throw isOfPooler(error) ? new MigrationProblem(`${POOLER}: ${error.message}`, { cause: error }) : error;
  } finally {
    await client.end();
  }
}

/** The first migration creates a missing schema, unless a pooler stops the request for that schema. */
function expectSchema({ schema, isPooled }: Options, current: string | null | undefined): void {
  if ((schema ?? current)?.includes('"'))
    throw new MigrationProblem("its schema has a quotation mark in its name, which Prisma cannot ask for");
  if (!schema || current === schema || (!current && !isPooled)) return;
  throw new MigrationProblem(
    `DATABASE_URL names the schema ${schema}, and a pooler does not pass that on. Create the schema, and make it the ` +
      "role's: ALTER ROLE … SET search_path = …",
  );
}

interface Setting {
  name: string;
  setting: string;
}

const EXPECTED: Record<string, string> = { ...FORMATS, ...SETTINGS };

/** The connection requests every setting but the encoding, unless a pooler stops the request. */
function expectSetting({ name, setting }: Setting): void {
  if (name === "server_encoding" && setting !== "UTF8")
    throw new MigrationProblem(
      `its encoding is ${setting}, in which not every name can be stored. Create one with ENCODING 'UTF8' TEMPLATE template0`,
    );
  const expected = EXPECTED[name];
  // Only the part before the comma counts: the DateStyle also names the order of day and month.
  if (expected && setting.split(",")[0] !== expected)
    throw new MigrationProblem(
      `its setting ${name} is ${setting}, and a pooler does not pass ours on. Make it the role's: ` +
        `ALTER ROLE … SET ${name} = '${expected}'`,
    );
}

function isOfPooler(error: unknown): error is Error {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return REFUSED_SETTING.test(error.message) || MOVED_STATEMENT.includes(String(error.code));
}
