// The functions that a database engine has to offer, in a folder with its name. All other code is the same for each
// engine.

import type { SqlDriverAdapterFactory } from "@prisma/driver-adapter-utils";

/** The facts about an engine that are known before it is loaded. */
export interface AboutEngine {
  /** The URL without DATABASE_URL. */
  defaultUrl?: string;
  exampleUrl: string;
  /** The kind of database that its URL points to, in words. */
  kind: string;
  isUrl: (url: string) => boolean;
  /** @returns the fault of a URL for this engine, as words after "DATABASE_URL" */
  urlProblem: (url: string) => string | undefined;
  /** @returns the URL without its password */
  shownUrl: (url: string) => string;
  /** @returns the URL in the form for Prisma's own commands */
  prismaUrl: (url: string, isStudio: boolean) => string;
  /** An option that Prisma's filters of text need to ignore capitals. */
  searching?: object;
  /** The codes of errors after which a query may work again without a change. */
  unavailable: RegExp;
  /** The beginnings of messages of such errors without a code. */
  unavailableMessages?: string[];
  /** Whether an error comes from a server's answer. */
  isAnswer?: (error: Error) => boolean;
  /** Loads its driver. */
  load: () => Promise<Engine>;
}

export interface Engine {
  /**
   * @param newClient makes the generated client of this engine
   * @returns an adapter that connects with its first query
   */
  connect: <Client extends AnyClient>(url: string, newClient: NewClient<Client>, limits: Limits) => Connection<Client>;
  /** @throws if the database cannot be reached, or refuses a request of `connect` */
  openForMigrations: (url: string) => Promise<MigrationConnection>;
  /** Creates Prisma's table of applied migrations, as Prisma does. */
  historyTable: string;
  /** Whether an error says that a table is missing. */
  isTableMissing: (error: Error & { code?: unknown }) => boolean;
}

/** A generated client. */
export interface AnyClient {
  $disconnect: () => Promise<void>;
}

/** A generated client, too: its type has another name after an extension, and the same models and methods. */
export interface Extensible {
  $extends: (extension: object) => unknown;
}

export type NewClient<Client> = (adapter: SqlDriverAdapterFactory) => Client;

/** How many milliseconds a request waits for the database. */
export interface Limits {
  /** The time to wait for a free connection to a database server, or for a new one. */
  connectMs: number;
  /**
   * The time limit of a statement: a database server ends it, and a statement in a file waits this long for another
   * process that writes.
   */
  statementMs: number;
  /**
   * The time limit of silence from a database server. It is longer than the limit of a statement, so it ends only lost
   * connections.
   */
  silenceMs: number;
}

export interface Connection<Client> {
  prisma: Client;
  prepare: Prepare;
  /** Waits for running queries. */
  close: () => Promise<void>;
}

/**
 * Prepares a statement that reads rows, for rows that every request reads: the same query by Prisma takes several times
 * as long.
 *
 * @param sql with `?` for each value. It names its columns one by one: after a migration that adds a column, `*` gives
 *   another result
 * @param columns the fields of Prisma's models for these columns, in this order
 * @returns a function that reads the rows, with values as Prisma returns them
 */
export type Prepare = (sql: string, columns: Field[]) => (...values: (string | number)[]) => Promise<unknown[][]>;

/** From a client's `model.fields`. */
export interface Field {
  name: string;
  typeName: string;
}

/** A separate connection for migrations. */
export interface MigrationConnection {
  /** Begins a transaction, after waiting until no other instance migrates. */
  begin: () => Promise<void>;
  /** Runs statements without parameters. */
  run: (script: string) => Promise<void>;
  /** @param values for the placeholders, `?` */
  query: (sql: string, values?: (string | Date)[]) => Promise<Record<string, unknown>[]>;
  /**
   * Whether an error says that another transaction used a table for too long, and the statement can run again.
   */
  isTableInUse: (error: unknown) => boolean;
  /** How many rows point to a missing row. It is 0 for engines that check this by themselves during a migration. */
  countOrphans: () => Promise<number>;
  close: () => Promise<void>;
}

/** The fields that errors of the drivers, of Prisma's adapters and of Prisma have in common. */
export interface DatabaseError extends Error {
  code?: unknown;
  cause?: { originalCode?: unknown; kind?: string; code?: unknown };
  meta?: { driverAdapterError?: Error };
}
