// Copies all rows of the SQLite database of DATABASE_URL into an empty PostgreSQL database. Stop the server first: rows
// that it writes meanwhile would not be copied. It is one transaction, so a failure leaves the database empty. Rows go
// as JSON, a thousand at a time, and PostgreSQL reads each value as its column's type.

import { existsSync } from "node:fs";
import Sqlite from "better-sqlite3";
import pg from "pg";
import type { DatabaseEngines } from "../index.ts";
import { postgresql } from "../postgresql/about.ts";
import { readUrl } from "../postgresql/url.ts";
import { isFileUrl, pathOf } from "../sqlite/url.ts";
import { readArguments } from "./arguments.ts";
import { databaseUrl } from "./environment.ts";
import { stop } from "./stop.ts";

const BATCH = 1000;

type Row = Record<string, unknown>;

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

interface Sequence {
  table: string;
  column: string;
}

/** Takes the URL of the new database from the command line. */
export async function moveCommand(engines: DatabaseEngines): Promise<void> {
  const source = databaseUrl(engines);
  const [target = ""] = readArguments().names;
  const file = pathOf(source);
  if (!isFileUrl(source) || !existsSync(file)) stop("DATABASE_URL is not a SQLite file.");
  if (!postgresql.isUrl(target)) stop("Name the new database: npm run db:move -- postgresql://user@host/name");

  const from = new Sqlite(file, { fileMustExist: true });
  const to = new pg.Client({ connectionString: readUrl(target).connectionString });
  // A connection that is lost fails the query that waits for it, too.
  to.on("error", () => {});

  try {
    await to.connect();
    await expectSameMigrations(from, to);
    await to.query("BEGIN");
    await move(from, to);
    await to.query("COMMIT");
  } catch (error) {
    stop(reasonOf(error));
  }
  from.close();
  await to.end();
}

/** A host with several addresses fails with an error that has only a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error ? String(error.code) : error.name);
}

async function expectSameMigrations(from: Sqlite.Database, to: pg.Client): Promise<void> {
  const sql = `SELECT "migration_name" FROM "_prisma_migrations" WHERE "finished_at" IS NOT NULL ORDER BY 1`;
  const theirs = await to.query(sql).catch(() => ({ rows: [] }));
  if (JSON.stringify(from.prepare(sql).all()) !== JSON.stringify(theirs.rows))
    throw new Error(
      "The two databases do not have the same migrations. Run npm run db:migrate with each DATABASE_URL.",
    );
}

async function move(from: Sqlite.Database, to: pg.Client): Promise<void> {
  // Rows may point to rows that come later. The keys are checked when they are added again.
  const { rows: keys } = await to.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS "table", conname AS "name", pg_get_constraintdef(oid) AS "definition"
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`,
  );
  for (const { table, name } of keys) await to.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  for (const table of tables(from)) console.log(`${table}: ${await copy(table, from, to)}`);
  for (const { table, name, definition } of keys)
    await to.query(`ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`);
  await setSequences(to);
}

function tables(from: Sqlite.Database): string[] {
  const sql = `SELECT "name" FROM "sqlite_master" WHERE "type" = 'table' AND "name" NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY 1`;
  const names = from.prepare<[], string>(sql).pluck().all();
  return names.filter((name) => name !== "_prisma_migrations");
}

async function copy(table: string, from: Sqlite.Database, to: pg.Client): Promise<number> {
  const { rowCount } = await to.query(`SELECT FROM "${table}" LIMIT 1`);
  if (rowCount) throw new Error(`The new database is not empty: ${table} has rows.`);
  const columns = from.pragma(`table_info("${table}")`) as { name: string; type: string }[];
  const asJson = columns.filter(({ type }) => type === "JSONB").map(({ name }) => name);
  const insert = `INSERT INTO "${table}" SELECT * FROM json_populate_recordset(NULL::"${table}", $1)`;
  let copied = 0;
  let batch: Row[] = [];
  const send = async () => {
    await to.query(insert, [JSON.stringify(batch, jsonValue)]);
    copied += batch.length;
    batch = [];
  };
  const rows = from.prepare<[], Row>(`SELECT * FROM "${table}"`).safeIntegers();
  for (const row of rows.iterate()) {
    for (const name of asJson) if (typeof row[name] === "string") row[name] = JSON.parse(row[name]);
    batch.push(row);
    if (batch.length === BATCH) await send();
  }
  await send();
  return copied;
}

/** Integers as text, because some are too large for a number of JavaScript; bytes as PostgreSQL reads them. */
function jsonValue(this: Row, key: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  const given = this[key];
  return Buffer.isBuffer(given) ? `\\x${given.toString("hex")}` : value;
}

/** Sequences have to continue after the copied numbers. */
async function setSequences(to: pg.Client): Promise<void> {
  const { rows: sequences } = await to.query<Sequence>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = current_schema() AND column_default LIKE 'nextval(%'`,
  );
  for (const { table, column } of sequences)
    await to.query(
      `SELECT setval(pg_get_serial_sequence('"${table}"', '${column}'), COALESCE(MAX("${column}"), 0) + 1, false) FROM "${table}"`,
    );
}
