// `npm run db:move -- postgresql://…` copies all rows of the SQLite database of DATABASE_URL into an empty PostgreSQL database. Stop the
// server first: rows that it writes meanwhile would not be copied. It is one transaction, so a failure leaves the database empty.

import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import { PrismaPg } from "@prisma/adapter-pg";
import * as postgresql from "../src/server/database/generated/postgresql/client.ts";
import * as sqlite from "../src/server/database/generated/sqlite/client.ts";

const BATCH = 1000;
const TIMEOUT_MS = 60 * 60 * 1000;

/** The common interface of both clients' tables. */
interface Table {
  findMany: (options: { take: number; skip: number }) => Promise<object[]>;
  createMany: (options: { data: object[] }) => Promise<unknown>;
  count: () => Promise<number>;
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

if (existsSync(".env")) process.loadEnvFile(".env");
const source = process.env.DATABASE_URL || "file:./data/app.db";
const [target = ""] = parseArgs({ allowPositionals: true }).positionals;
if (!source.startsWith("file:") || !existsSync(source.slice("file:".length)))
  stop("DATABASE_URL is not a SQLite file.");
if (!/^postgres(ql)?:/.test(target)) stop("Name the new database: npm run db:move -- postgresql://user@host/name");

const from = new sqlite.PrismaClient({ adapter: new PrismaBetterSqlite3({ url: source }) });
const to = new postgresql.PrismaClient({ adapter: new PrismaPg({ connectionString: target }) });
const models = Object.values(sqlite.Prisma.ModelName);

try {
  await expectSameMigrations();
  await to.$transaction((tx) => move(tx), { timeout: TIMEOUT_MS });
} catch (error) {
  stop(error instanceof Error ? error.message : String(error));
}
await Promise.all([from.$disconnect(), to.$disconnect()]);

async function expectSameMigrations(): Promise<void> {
  const sql = `SELECT "migration_name" FROM "_prisma_migrations" WHERE "finished_at" IS NOT NULL ORDER BY 1`;
  const [ours, theirs] = await Promise.all([from.$queryRawUnsafe(sql), to.$queryRawUnsafe(sql).catch(() => [])]);
  if (JSON.stringify(ours) !== JSON.stringify(theirs))
    throw new Error(
      "The two databases do not have the same migrations. Run npm run db:migrate with each DATABASE_URL.",
    );
}

async function move(tx: postgresql.Prisma.TransactionClient): Promise<void> {
  // Rows may point to rows that come later. The keys are checked when they are added again.
  const keys = await tx.$queryRaw<ForeignKey[]>`
    SELECT conrelid::regclass::text AS "table", conname AS "name", pg_get_constraintdef(oid) AS "definition"
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`;
  for (const { table, name } of keys) await tx.$executeRawUnsafe(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  for (const model of models) console.log(`${model}: ${await copy(tableOf(from, model), tableOf(tx, model), model)}`);
  for (const { table, name, definition } of keys)
    await tx.$executeRawUnsafe(`ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`);
  await setSequences(tx);
}

function tableOf(client: object, model: string): Table {
  return client[(model.charAt(0).toLowerCase() + model.slice(1)) as keyof typeof client];
}

async function copy(table: Table, into: Table, model: string): Promise<number> {
  if ((await into.count()) > 0) throw new Error(`The new database is not empty: ${model} has rows.`);
  let copied = 0;
  for (;;) {
    const data = await table.findMany({ take: BATCH, skip: copied });
    if (data.length > 0) await into.createMany({ data });
    copied += data.length;
    if (data.length < BATCH) return copied;
  }
}

/** Sequences have to continue after the copied numbers. */
async function setSequences(tx: postgresql.Prisma.TransactionClient): Promise<void> {
  const sequences = await tx.$queryRaw<Sequence[]>`
    SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
    WHERE table_schema = 'public' AND column_default LIKE 'nextval(%'`;
  for (const { table, column } of sequences)
    await tx.$queryRawUnsafe(
      `SELECT setval(pg_get_serial_sequence('"${table}"', '${column}'), COALESCE(MAX("${column}"), 0) + 1, false) FROM "${table}"`,
    );
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
