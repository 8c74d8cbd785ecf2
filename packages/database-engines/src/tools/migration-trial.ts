// Tries a new migration on a separate database, after all other migrations, with a row in each older table. The client
// then reads each table.

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { migrate } from "../migrate.ts";
import { postgresql } from "../postgresql/about.ts";
import type { AnyClient, Engine } from "../types.ts";
import { databaseUrl } from "./environment.ts";
import { migrationFiles } from "./migrate.ts";
import { postgreSqlPrograms, withPostgreSql } from "./postgresql-server.ts";
import type { Project } from "./project.ts";

type Use = (url: string) => Promise<void>;

/** Makes a new, empty database of an engine, and deletes it afterwards; undefined if the machine has none. */
const PLACES: Record<string, (project: Project) => ((use: Use) => Promise<void>) | undefined> = {
  sqlite: () => withFile,
  postgresql({ engines }) {
    const url = databaseUrl(engines);
    const programs = postgreSqlPrograms();
    if (programs) return (use) => withPostgreSql(programs, use);
    return postgresql.isUrl(url) ? (use) => withDatabaseBeside(url, use) : undefined;
  },
};

async function withFile(use: Use): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "migration-"));
  try {
    await use(`file:${join(folder, "trial.db")}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The trial does not use the database of the URL, because a migration can name a schema. */
async function withDatabaseBeside(url: string, use: Use): Promise<void> {
  const name = `trial_${randomBytes(8).toString("hex")}`;
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name}`);
    await use(Object.assign(new URL(url), { pathname: name }).href);
  } finally {
    await client.query(`DROP DATABASE IF EXISTS ${name}`).finally(() => client.end());
  }
}

/** How long a trial waits: a developer has more patience than a visitor. */
const LIMITS = { connectMs: 10_000, statementMs: 60_000, silenceMs: 70_000 };

/**
 * @param name the migration's name
 * @param changes the migration's SQL, by engine
 * @param before Prisma's SQL for PostgreSQL, for the schema before the migration
 * @returns a sentence for each engine on which the migration fails, or leaves a row that the client cannot read
 */
export async function tryMigration(
  project: Project,
  name: string,
  changes: Map<string, string>,
  before: string,
): Promise<string[]> {
  const problems: string[] = [];
  for (const [engineName, sql] of changes) {
    const all = migrationFiles(project, engineName);
    let isReady = false;
    const tryOn = async (url: string) => {
      const engine = await project.engines.load(url);
      await migrate(engine, url, all);
      const empty = await addRows(engine, url, samplesOf(before));
      isReady = true;
      await migrate(engine, url, { ...all, [`${name}/migration.sql`]: sql });
      await readAll(project, engine, url);
      const without = empty.length > 0 ? `, without a row in ${empty.join(", ")}` : "";
      console.log(`Tried on ${engineName}, behind the other migrations${without}.`);
    };
    try {
      const place = PLACES[engineName]?.(project);
      if (place) await place(tryOn);
      else console.log(`Not tried on ${engineName}: neither its programs nor a DATABASE_URL of it are here.`);
    } catch (error) {
      const reason = String(error instanceof Error ? error.message : error)
        .trim()
        .split("\n")
        .at(-1);
      if (isReady) problems.push(`${engineName}: ${reason}.`);
      else console.log(`Not tried on ${engineName}: ${reason}.`);
    }
  }
  return problems;
}

type Sample = string | Buffer;

/**
 * A value for each column, by table: for an enum, the first one. All rows have the same key, so each row points to the
 * others.
 */
function samplesOf(sql: string): Map<string, Map<string, Sample>> {
  const enums = new Map(
    [...sql.matchAll(/^CREATE TYPE ("[^"]+") AS ENUM \('([^']*)'/gm)].map(([, type, value]) => [type, value]),
  );
  const columnsIn = (body: string) =>
    [...body.matchAll(/^ +"([^"]+)" (.+?)(?: NOT NULL| DEFAULT|,?$)/gm)].map(
      ([, column = "", type = ""]) => [column, enums.get(type) ?? sampleOf(type)] as const,
    );
  const tables = [...sql.matchAll(/^CREATE TABLE "([^"]+)" \(\n(.*?)\n\);/gms)];
  return new Map(tables.map(([, table = "", body = ""]) => [table, new Map(columnsIn(body))]));
}

function sampleOf(type: string): Sample {
  if (/^(TIMESTAMP|DATE)/.test(type)) return "2020-01-01T00:00:00.000+00:00";
  if (/JSON|\]$/.test(type)) return "{}";
  return type === "BYTEA" ? Buffer.from("1") : "1";
}

/** A table waits until the tables that it points to have a row. @returns the tables that refuse their row */
async function addRows(engine: Engine, url: string, samples: Map<string, Map<string, Sample>>): Promise<string[]> {
  const connection = await engine.openForMigrations(url);
  const left = new Map(samples);
  try {
    for (let before = Infinity; left.size < before; ) {
      before = left.size;
      for (const [table, row] of left) {
        const columns = [...row.keys()].map((name) => `"${name}"`).join(", ");
        const sql = `INSERT INTO "${table}" (${columns}) VALUES (${[...row].map(() => "?").join(", ")})`;
        const isAdded = await connection.query(sql, [...row.values()]).then(
          () => true,
          () => false,
        );
        if (isAdded) left.delete(table);
      }
    }
  } finally {
    await connection.close();
  }
  return [...left.keys()];
}

interface Generated {
  PrismaClient: new (options: object) => AnyClient & Record<string, { findFirst: () => Promise<object | null> }>;
  Prisma: { ModelName: Record<string, string> };
}

/** Reads a row of each table with the client for the schema after the migration. */
async function readAll({ generated }: Project, engine: Engine & { name: string }, url: string): Promise<void> {
  const { clients } = await import(pathToFileURL(join(generated, "clients.ts")).href);
  const { PrismaClient, Prisma }: Generated = await clients[engine.name]();
  const { prisma, close } = engine.connect(url, (adapter) => new PrismaClient({ adapter }), LIMITS);
  try {
    for (const model of Object.keys(Prisma.ModelName)) {
      const row = await prisma[`${model.charAt(0).toLowerCase()}${model.slice(1)}`]?.findFirst();
      for (const [field, value] of Object.entries(row ?? {}))
        if ([value].flat().some((each) => each instanceof Date && Number.isNaN(each.valueOf())))
          throw new Error(`${model}.${field} of a row that was there reads as Invalid Date`);
    }
  } finally {
    await close();
  }
}
