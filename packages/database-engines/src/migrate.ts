// Applies the new migrations when the server starts. It records each one in Prisma's own table as Prisma does, so
// `prisma migrate deploy` and `migrate status` stay consistent.

import { createHash, randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Engine, MigrationConnection } from "./types.ts";

/** The SQL of each migration, by the path of its file, with slashes. */
export type MigrationFiles = Record<string, string>;

/**
 * How often a migration tries to lock its tables. In the pauses, the database answers the requests that wait behind the
 * migration.
 */
const ATTEMPTS = 12;
const PAUSE_MS = 3_000;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** The database does not fit the code, or a migration failed. */
export class MigrationProblem extends Error {
  override name = "MigrationProblem";
}

const TABLE_IN_USE =
  "another transaction, such as a backup, has been using its table for a minute; start again when that has ended";

const REMAINS =
  "the database is as it was before it, unless it contains a COMMIT: then undo its parts, and take that out";

interface Migrations {
  /** Applies each new migration, in order. @returns the names of those applied now */
  migrate: (url: string) => Promise<string[]>;
  /** @returns the names of the migrations that are not applied yet */
  pendingMigrations: (url: string) => Promise<string[]>;
}

/**
 * `migrate` and `pendingMigrations` for the URL of any engine.
 *
 * @param engines the application's engines
 * @param filesOf all migrations of an engine, by its name
 */
export function migrationsOf(
  engines: { load: (url: string) => Promise<Engine & { name: string }> },
  filesOf: (engine: string) => MigrationFiles,
): Migrations {
  const forEngineOf =
    (run: typeof migrate) =>
    async (url: string): Promise<string[]> => {
      const engine = await engines.load(url);
      return run(engine, url, filesOf(engine.name));
    };
  return { migrate: forEngineOf(migrate), pendingMigrations: forEngineOf(pendingMigrations) };
}

/**
 * Applies each new migration in a separate transaction, in order.
 *
 * @param url the database's
 * @param files all migrations, applied or not
 * @returns the names of the migrations applied now
 * @throws {MigrationProblem} the database is then as it was before the failed migration, unless that migration has its
 *   own COMMIT
 */
export async function migrate(engine: Engine, url: string, files: MigrationFiles): Promise<string[]> {
  const migrations = sorted(files);
  return withConnection(engine, url, async (connection) => {
    const done: string[] = [];
    for (;;) {
      const name = await applyNext(engine, connection, migrations);
      if (!name) return done;
      done.push(name);
    }
  });
}

/**
 * @returns the names of the migrations that are not applied yet
 * @throws {MigrationProblem}
 */
export async function pendingMigrations(engine: Engine, url: string, files: MigrationFiles): Promise<string[]> {
  const migrations = sorted(files);
  return withConnection(engine, url, async (connection) => {
    const missing = await missingOf(migrations, connection).catch((error) => {
      // With the migrations switched off, the first start finds no table.
      if (error instanceof Error && engine.isTableMissing(error)) return migrations;
      throw error;
    });
    return missing.map(({ name }) => name);
  });
}

async function withConnection<T>(
  { openForMigrations }: Engine,
  url: string,
  use: (connection: MigrationConnection) => Promise<T>,
): Promise<T> {
  const connection = await openForMigrations(url);
  try {
    return await use(connection);
  } finally {
    await connection.close();
  }
}

/**
 * Runs one transaction, in which no other instance migrates. @returns the applied migrations; undefined if none is left
 */
async function applyNext(
  { historyTable }: Engine,
  connection: MigrationConnection,
  migrations: Migration[],
): Promise<string | undefined> {
  await connection.begin();
  try {
    await connection.run(historyTable);
    const [next] = await missingOf(migrations, connection);
    if (next) await apply(connection, next);
    await connection.run("COMMIT");
    return next?.name;
  } catch (error) {
    // If the connection is lost, the database rolls back by itself.
    await connection.run("ROLLBACK").catch(() => {});
    throw error;
  }
}

async function apply(connection: MigrationConnection, { name, sql, checksum }: Migration): Promise<void> {
  const startedAt = new Date();
  try {
    const orphans = await connection.countOrphans();
    await connection.run("SAVEPOINT migration");
    await runWhenFree(connection, sql);
    const left = (await connection.countOrphans()) - orphans;
    if (left > 0) throw new Error(`it would leave ${left} rows without what they point to`);
    await connection.run("RELEASE SAVEPOINT migration");
  } catch (error) {
    const message = error instanceof Error ? error.message : error;
    const reason = connection.isTableInUse(error) ? `${message}: ${TABLE_IN_USE}` : message;
    throw new MigrationProblem(`migration ${name} failed (${reason}); ${REMAINS}`, { cause: error });
  }
  await connection.query(
    `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "started_at", "finished_at", "applied_steps_count")
     VALUES (?, ?, ?, ?, ?, 1)`,
    [randomUUID(), checksum, name, startedAt, new Date()],
  );
}

/** Runs a migration, and repeats it while another transaction uses one of its tables. */
async function runWhenFree(connection: MigrationConnection, sql: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await connection.run(sql);
    } catch (error) {
      if (attempt === ATTEMPTS || !connection.isTableInUse(error)) throw error;
      // Releases the tables that the migration has locked.
      await connection.run("ROLLBACK TO SAVEPOINT migration");
      await setTimeout(PAUSE_MS);
    }
  }
}

async function missingOf(migrations: Migration[], connection: MigrationConnection): Promise<Migration[]> {
  const history = (await connection.query(
    `SELECT "migration_name" AS "name", "checksum", "finished_at" IS NOT NULL AS "finished"
     FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL`,
  )) as { name: string; checksum: string; finished: unknown }[];
  for (const { name, checksum, finished } of history) {
    const migration = migrations.find((each) => each.name === name);
    if (!finished)
      throw new MigrationProblem(
        `migration ${name} was started by Prisma and has not finished: parts of it may be applied; see "prisma migrate resolve"`,
      );
    if (!migration) throw new MigrationProblem(unknownMigration(name, migrations.at(-1)?.name ?? ""));
    if (migration.checksum !== checksum)
      throw new MigrationProblem(`migration ${name} was changed after it was applied; restore it and add another one`);
  }
  const applied = new Set(history.map(({ name }) => name));
  return migrations.filter(({ name }) => !applied.has(name));
}

/** The migration may come from another branch. */
function unknownMigration(name: string, newest: string): string {
  const cure = "go to the branch that has it, or name another database in DATABASE_URL";
  if (name > newest)
    return `it is newer than this version of the application: migration ${name} is not part of it; to go back to this version, build it with the folders of all newer migrations in prisma/migrations; otherwise ${cure}`;
  return `migration ${name} was applied, but is missing in prisma/migrations; restore it, ${cure}`;
}

function sorted(files: MigrationFiles): Migration[] {
  return Object.entries(files)
    .map(([path, sql]) => ({
      name: path.split("/").at(-2) ?? path,
      sql,
      checksum: createHash("sha256").update(sql).digest("hex"),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
