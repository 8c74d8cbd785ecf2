// SQLite: one file, for development and for a single server.

import { accessSync, closeSync, constants, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import type { SqlDriverAdapter, SqlQuery, Transaction } from "@prisma/driver-adapter-utils";
import Sqlite from "better-sqlite3";
import type { AnyClient, Connection, Limits, MigrationConnection, NewClient } from "../types.ts";
import { fileGuard, whenUnlocked } from "./file.ts";
import { statementsIn } from "./statements.ts";
import { pathOf } from "./url.ts";

/** Another instance may be migrating. */
const MIGRATION_TIMEOUT_MS = 60_000;

/**
 * In WAL mode, readers and the writer do not block each other. NORMAL can lose the last writes in a power failure: a
 * revoked session or a spent link is valid again then.
 */
const SETTINGS = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON";

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

export const isTableMissing = ({ message }: Error) => message.startsWith("no such table");

export function connect<Client extends AnyClient>(
  url: string,
  newClient: NewClient<Client>,
  { statementMs }: Limits,
): Connection<Client> {
  const file = fileOf(url);
  const checkFile = fileGuard(file);
  const newDeadline = () => Date.now() + statementMs;
  // With a timeout, SQLite blocks the process while it waits (./file.ts).
  const driver = new PrismaBetterSqlite3({ url: `file:${file}`, timeout: 0, fileMustExist: true });
  const { provider, adapterName } = driver;
  const prisma = newClient({
    provider,
    adapterName,
    connect: async () => {
      const connection = await driver.connect();
      await whenUnlocked(() => connection.executeScript(SETTINGS), newDeadline());
      return withOwnTransactions(connection, checkFile, newDeadline);
    },
  });
  const { prepare, close } = statementsIn(file, checkFile, newDeadline);
  return {
    prisma,
    prepare,
    async close() {
      close();
      await prisma.$disconnect();
    },
  };
}

/**
 * All requests share one connection. The driver can run a query of one request inside another request's open
 * transaction, and a rollback then undoes that query, too. So queries wait until the transaction has ended.
 */
function withOwnTransactions(
  connection: SqlDriverAdapter,
  checkFile: () => void,
  newDeadline: () => number,
): SqlDriverAdapter {
  let lastTransaction: Promise<void> = Promise.resolve();
  async function inTurn<T>(statement: () => Promise<T>): Promise<T> {
    return whenUnlocked(async () => {
      // Another request may have begun a transaction since the last attempt.
      await lastTransaction;
      checkFile();
      return statement();
    }, newDeadline());
  }
  return {
    provider: connection.provider,
    adapterName: connection.adapterName,
    queryRaw: (query) => inTurn(() => connection.queryRaw(query)),
    executeRaw: (query) => inTurn(() => connection.executeRaw(query)),
    executeScript: (script) => inTurn(() => connection.executeScript(script)),
    dispose: () => connection.dispose(),
    async startTransaction(isolationLevel) {
      const { promise, resolve: end } = Promise.withResolvers<void>();
      const before = lastTransaction;
      lastTransaction = promise;
      const deadline = newDeadline();
      await before;
      try {
        checkFile();
        return endingWith(await connection.startTransaction(isolationLevel), end, deadline);
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}

/**
 * Prisma rolls back a transaction that takes too long. If one of its statements still waits then, it runs outside of
 * the transaction.
 *
 * @param deadline the time until which all its statements together wait for another process
 */
function endingWith(transaction: Transaction, end: () => void, deadline: number): Transaction {
  const queryRaw = transaction.queryRaw.bind(transaction);
  const executeRaw = transaction.executeRaw.bind(transaction);
  const commit = transaction.commit.bind(transaction);
  const rollback = transaction.rollback.bind(transaction);
  let hasEnded = false;
  async function within<T>(statement: () => Promise<T>): Promise<T> {
    return whenUnlocked(() => {
      if (hasEnded) throw new Error("The transaction ended while this statement waited for another process");
      return statement();
    }, deadline);
  }
  async function ending(last: () => Promise<void>): Promise<void> {
    hasEnded = true;
    await last().finally(end);
  }
  return Object.assign(transaction, {
    queryRaw: (query: SqlQuery) => within(() => queryRaw(query)),
    executeRaw: (query: SqlQuery) => within(() => executeRaw(query)),
    commit: () => ending(commit),
    rollback: () => ending(rollback),
  });
}

/**
 * The path of the database file. Creates the file, and its folder, for this user only. SQLite lets all users read the
 * file, and gives the files beside it the same permissions.
 *
 * @throws if the folder is read-only: SQLite opens the file there, and then fails to write
 */
function fileOf(url: string): string {
  const file = pathOf(url);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  accessSync(dirname(file), constants.W_OK);
  closeSync(openSync(file, "a", 0o600));
  return file;
}

export async function openForMigrations(url: string): Promise<MigrationConnection> {
  const connection = new Sqlite(fileOf(url), { timeout: MIGRATION_TIMEOUT_MS });
  // SQLite itself does not wait here: this reads before it writes, and two such readers would wait for each other.
  await whenUnlocked(() => connection.pragma("journal_mode = WAL"), Date.now() + MIGRATION_TIMEOUT_MS);
  connection.pragma("synchronous = FULL");
  // SQLite rebuilds a table to alter it. With foreign keys on, SQLite drops the old table, and deletes every row that
  // references it. A transaction cannot switch foreign keys off.
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
    isTableInUse: () => false,
    // Other programs delete rows with foreign keys off, as SQLite's own program does.
    countOrphans: async () => (connection.pragma("foreign_key_check") as unknown[]).length,
    close: async () => void connection.close(),
  };
}
