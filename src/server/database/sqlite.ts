// SQLite: one file, for development and for a single server.

import "server-only";
import { accessSync, constants, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import type { SqlDriverAdapter, Transaction } from "@prisma/driver-adapter-utils";
import Sqlite from "better-sqlite3";
import { type Connection, type MigrationConnection, withoutNul } from "./engine";
import { PrismaClient } from "./generated/sqlite/client";
import { findSessionIn } from "./sqlite-session";

/** How long a statement waits for another process that writes, such as a backup. The server is blocked meanwhile. */
const BUSY_TIMEOUT_MS = 5_000;

/** Another instance may be migrating. */
const MIGRATION_TIMEOUT_MS = 60_000;

export const migrations = import.meta.glob<string>("/prisma/migrations/sqlite/*/migration.sql", {
  query: "?raw",
  import: "default",
  eager: true,
});

export const historyTable = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    TEXT PRIMARY KEY NOT NULL,
    "checksum"              TEXT NOT NULL,
    "finished_at"           DATETIME,
    "migration_name"        TEXT NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        DATETIME,
    "started_at"            DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count"   INTEGER UNSIGNED NOT NULL DEFAULT 0
)`;

export function connect(url: string): Connection {
  const file = fileOf(url);
  const driver = new PrismaBetterSqlite3({ url: `file:${file}`, timeout: BUSY_TIMEOUT_MS });
  const { provider, adapterName } = driver;
  const prisma = new PrismaClient({
    adapter: { provider, adapterName, connect: async () => prepared(await driver.connect()) },
  });
  const { findSession, close } = findSessionIn(file, prisma);
  return {
    prisma: withoutNul(prisma),
    findSession,
    async close() {
      close();
      await prisma.$disconnect();
    },
  };
}

async function prepared(connection: SqlDriverAdapter): Promise<SqlDriverAdapter> {
  // In WAL mode, readers and the writer do not block one another. NORMAL would lose the last writes in a power failure: a session that
  // was revoked, or a link that was spent, would be valid again.
  await connection.executeScript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  return withOwnTransactions(connection);
}

/**
 * All requests share one connection. The driver would run a query of one request inside the open transaction of another, and undo both if
 * that one is rolled back. So queries wait until the transaction has ended.
 */
function withOwnTransactions(connection: SqlDriverAdapter): SqlDriverAdapter {
  let lastTransaction: Promise<void> = Promise.resolve();
  return {
    provider: connection.provider,
    adapterName: connection.adapterName,
    queryRaw: (query) => lastTransaction.then(() => connection.queryRaw(query)),
    executeRaw: (query) => lastTransaction.then(() => connection.executeRaw(query)),
    executeScript: (script) => lastTransaction.then(() => connection.executeScript(script)),
    dispose: () => connection.dispose(),
    async startTransaction(isolationLevel) {
      const { promise, resolve: end } = Promise.withResolvers<void>();
      const before = lastTransaction;
      lastTransaction = promise;
      await before;
      try {
        return endingWith(await connection.startTransaction(isolationLevel), end);
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}

function endingWith(transaction: Transaction, end: () => void): Transaction {
  const commit = transaction.commit.bind(transaction);
  const rollback = transaction.rollback.bind(transaction);
  return Object.assign(transaction, {
    commit: () => commit().finally(end),
    rollback: () => rollback().finally(end),
  });
}

/**
 * The path of the database file. Creates its folder if it is missing, for this user only.
 *
 * @throws if the folder is read-only: SQLite would open the file, and then fail to write
 */
function fileOf(url: string): string {
  const file = resolve(url.slice("file:".length));
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  accessSync(dirname(file), constants.W_OK);
  return file;
}

export async function openForMigrations(url: string): Promise<MigrationConnection> {
  const connection = new Sqlite(fileOf(url), { timeout: MIGRATION_TIMEOUT_MS });
  connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = FULL");
  // SQLite rebuilds a table to alter it. With foreign keys on, dropping the old table would delete every row that references it. They
  // cannot be switched off inside a transaction.
  connection.pragma("foreign_keys = OFF");
  return {
    begin: async () => void connection.exec("BEGIN IMMEDIATE"),
    run: async (script) => void connection.exec(script),
    async query(sql, values = []) {
      const statement = connection.prepare(sql);
      const plain = values.map((value) => (value instanceof Date ? value.valueOf() : value));
      if (statement.reader) return statement.all(...plain) as Record<string, unknown>[];
      statement.run(...plain);
      return [];
    },
    async check() {
      const { length } = connection.pragma("foreign_key_check") as unknown[];
      if (length > 0) throw new Error(`it would leave ${length} rows without what they point to`);
    },
    close: async () => void connection.close(),
  };
}
