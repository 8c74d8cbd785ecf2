// What the tests need of a database engine.

import type { PrismaClient } from "../../src/server/database/generated/client.ts";

export type ObservedClient = PrismaClient<"query">;

export interface TestEngine {
  /** Whether the run has a server of this engine. */
  isStarted?: () => boolean;
  /** @returns the URL of a new, empty database, which may be in this file */
  newDatabase: (file: string) => Promise<string>;
  /** @returns the URL of a new database with the tables and rows of another one, to which nothing is connected */
  copy: (url: string, file: string) => Promise<string>;
  /** @returns the URL of the same database for a user whose tables belong elsewhere than by default */
  withOwnSchema?: (url: string) => Promise<string>;
  /** Whether making a database takes longer than emptying one. */
  isSlow?: boolean;
  openRows: (url: string) => Rows;
  /** Ends the server that this process has started. */
  stop?: () => Promise<void>;
  /** Everything that is stored, if it is in files. */
  bytes?: (url: string) => string;
  /** A client that reports its queries. */
  observedClient: (url: string) => Promise<ObservedClient>;
  statements: Statements;
}

/** SQL of the engine. */
interface Statements {
  /** What a database consists of, in an order of its own. */
  columns: string;
  indexes: string;
  /**
   * `table`, `onDelete`: the tables with users' rows, and what becomes of these when the user is deleted. `ofOther` is
   * "CASCADE" if they are deleted with a row of another table, too.
   */
  tablesOfUsers: string;
  /** Makes the database end the transaction. */
  endTransaction: string;
}

/** What the tests use of `DatabaseSync` in Node. */
export interface Rows {
  prepare: (sql: string) => {
    run: (...values: Value[]) => unknown;
    get: (...values: Value[]) => Record<string, unknown> | undefined;
    all: (...values: Value[]) => Record<string, unknown>[];
  };
  exec: (sql: string) => void;
  close: () => void;
}

export type Value = string | number | bigint | null | Uint8Array;
