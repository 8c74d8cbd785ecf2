// Copies all rows of the SQLite database of DATABASE_URL into an empty PostgreSQL database. Stop the server first:
// otherwise, the copy misses rows that the server writes meanwhile. The copy is one transaction, so a failure leaves
// the database empty. Rows are sent as JSON, a thousand at a time. PostgreSQL reads each value as its column's type.

import { existsSync } from "node:fs";
import Sqlite from "better-sqlite3";
import type pg from "pg";
import type { DatabaseEngines } from "../index.ts";
import { postgresql } from "../postgresql/about.ts";
import { Client } from "../postgresql/client.ts";
import { readUrl } from "../postgresql/url.ts";
import { timeOf } from "../sqlite/statements.ts";
import { isFileUrl, pathOf } from "../sqlite/url.ts";
import { readArguments } from "./arguments.ts";
import { databaseUrl } from "./environment.ts";
import { stop } from "./stop.ts";

/**
 * The limits of one statement. Bytes become twice as many characters, and a string of V8 has at most 536,870,888
 * characters.
 */
const BATCH_ROWS = 1000;
const BATCH_SIZE = 16 * 1024 * 1024;

type Row = Record<string, unknown>;

interface Column {
  name: string;
  type: string;
}

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
  const to = new Client({ connectionString: readUrl(target).connectionString });
  // A lost connection also fails the query that waits for it.
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
  // Rows may point to later rows. The keys are checked when they are added again.
  const { rows: keys } = await to.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS "table", conname AS "name", pg_get_constraintdef(oid) AS "definition"
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`,
  );
  for (const { table, name } of keys) await to.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  for (const table of tables(from)) {
    const copied = await copy(table, from, to).catch((error) => {
      throw new Error(`${table}: ${reasonOf(error)}`, { cause: error });
    });
    console.log(`${table}: ${copied}`);
  }
  for (const { table, name, definition } of keys)
    await to.query(`ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`);
  await setSequences(from, to);
}

function tables(from: Sqlite.Database): string[] {
  const sql = `SELECT "name" FROM "sqlite_master" WHERE "type" = 'table' AND "name" NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY 1`;
  const names = from.prepare<[], string>(sql).pluck().all();
  return names.filter((name) => name !== "_prisma_migrations");
}

async function copy(table: string, from: Sqlite.Database, to: pg.Client): Promise<number> {
  const { rowCount } = await to.query(`SELECT FROM "${table}" LIMIT 1`);
  if (rowCount) throw new Error("The new database is not empty: this table has rows.");
  const columns = from.pragma(`table_info("${table}")`) as Column[];
  const times = columns.filter(({ type }) => type === "DATETIME").map(({ name }) => name);
  const insert = insertInto(table, columns);
  let copied = 0;
  let batch: Row[] = [];
  let size = 0;
  const send = async () => {
    await to.query(insert, [JSON.stringify(batch, jsonValue)]);
    copied += batch.length;
    batch = [];
    size = 0;
  };
  const rows = from.prepare<[], Row>(`SELECT * FROM "${table}"`).safeIntegers();
  for (const row of rows.iterate()) {
    for (const name of times) if (row[name] !== null) row[name] = timeOf(row[name]);
    batch.push(row);
    size += sizeOf(row);
    if (batch.length === BATCH_ROWS || size > BATCH_SIZE) await send();
  }
  await send();
  return copied;
}

/** JSON stays text: as a value, `null` becomes SQL's NULL, and a large number loses digits. */
function insertInto(table: string, columns: Column[]): string {
  const values = columns.map(({ name, type }) =>
    type === "JSONB" ? `("sent"."row" ->> '${name}')::jsonb` : `"read"."${name}"`,
  );
  return `INSERT INTO "${table}" (${columns.map(({ name }) => `"${name}"`).join(", ")})
    SELECT ${values.join(", ")}
    FROM json_array_elements($1::json) AS "sent"("row"), json_populate_record(NULL::"${table}", "sent"."row") AS "read"`;
}

function sizeOf(row: Row): number {
  const parts = Object.values(row).filter((value) => typeof value === "string" || Buffer.isBuffer(value));
  return parts.reduce((sum, { length }) => sum + length, 0);
}

/**
 * Integers travel as text, because some are too large for a number of JavaScript; bytes travel as PostgreSQL reads
 * them.
 */
function jsonValue(this: Row, key: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  const given = this[key];
  return Buffer.isBuffer(given) ? `\\x${given.toString("hex")}` : value;
}

/** Sequences continue after the highest number that was given, even if its row is gone. SQLite keeps these numbers. */
async function setSequences(from: Sqlite.Database, to: pg.Client): Promise<void> {
  const hasLast = from.prepare(`SELECT 1 FROM "sqlite_master" WHERE "name" = 'sqlite_sequence'`).get() !== undefined;
  const lastOf = hasLast ? from.prepare(`SELECT "seq" FROM "sqlite_sequence" WHERE "name" = ?`).pluck() : undefined;
  const { rows: sequences } = await to.query<Sequence>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = current_schema() AND column_default LIKE 'nextval(%'`,
  );
  for (const { table, column } of sequences)
    await to.query(
      `SELECT setval(pg_get_serial_sequence('"${table}"', '${column}'), GREATEST(MAX("${column}"), $1, 0) + 1, false) FROM "${table}"`,
      [lastOf?.safeIntegers().get(table) ?? 0],
    );
}
