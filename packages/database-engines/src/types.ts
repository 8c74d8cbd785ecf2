// What a database engine has to offer, in a folder of its name. Everything else works the same on each.

import type { SqlDriverAdapterFactory } from "@prisma/driver-adapter-utils";

/** What is known about an engine before it is loaded. */
export interface AboutEngine {
  /** Used without DATABASE_URL. */
  defaultUrl?: string;
  exampleUrl: string;
  /** What its URL names, in words. */
  kind: string;
  isUrl: (url: string) => boolean;
  /** @returns what is wrong with a URL that means this engine, after the words "DATABASE_URL" */
  urlProblem: (url: string) => string | undefined;
  /** @returns the URL without its password */
  shownUrl: (url: string) => string;
  /** @returns the URL as Prisma's own commands take it */
  prismaUrl: (url: string, isStudio: boolean) => string;
  /** What Prisma's filters of text need besides, to find capitals and small letters alike. */
  searching?: object;
  /** The codes of errors after which it may work again without a change. */
  unavailable: RegExp;
  /** How the messages of such errors begin that have no code. */
  unavailableMessages?: string[];
  /** Whether an error is an answer of a server. */
  isAnswer?: (error: Error) => boolean;
  /** Loads its driver. */
  load: () => Promise<Engine>;
}

export interface Engine {
  /**
   * @param newClient makes the generated client of this engine
   * @returns what connects with its first query
   */
  connect: <Client extends AnyClient>(url: string, newClient: NewClient<Client>, limits: Limits) => Connection<Client>;
  /** @throws if the database cannot be reached, or would refuse what `connect` asks for */
  openForMigrations: (url: string) => Promise<MigrationConnection>;
  /** Creates Prisma's table of applied migrations, as Prisma does. */
  historyTable: string;
  /** Whether an error says that a table is not there. */
  isTableMissing: (error: Error & { code?: unknown }) => boolean;
}

/** A generated client. */
export interface AnyClient {
  $disconnect: () => Promise<void>;
}

export type NewClient<Client> = (adapter: SqlDriverAdapterFactory) => Client;

/** How many milliseconds a request waits for the database. */
export interface Limits {
  /** The time to wait for a free connection to a database server, or for a new one. */
  connectMs: number;
  /** A statement: a database server ends it, and one in a file waits this long for another process that writes. */
  statementMs: number;
  /** A database server that sends nothing. Longer than a statement may take: this ends only lost connections. */
  silenceMs: number;
}

export interface Connection<Client> {
  prisma: Client;
  prepare: Prepare;
  /** Waits for running queries. */
  close: () => Promise<void>;
}

/**
 * Prepares a statement that reads rows, for what every request reads: the same query by Prisma takes several times as
 * long.
 *
 * @param sql with `?` for each value. It names its columns one by one: after a migration that adds one, `*` would be
 *   another result
 * @param columns the fields of Prisma's models that it names, in this order
 * @returns what reads the rows: their values as Prisma returns them
 */
export type Prepare = (sql: string, columns: Field[]) => (...values: (string | number)[]) => Promise<unknown[][]>;

/** Of a client's `model.fields`. */
export interface Field {
  name: string;
  typeName: string;
}

/** A connection of its own, for migrations. */
export interface MigrationConnection {
  /** Begins a transaction, and waits for any other instance that is migrating. */
  begin: () => Promise<void>;
  /** Runs statements without parameters. */
  run: (script: string) => Promise<void>;
  /** @param values for the placeholders, `?` */
  query: (sql: string, values?: (string | number | Date | Uint8Array)[]) => Promise<Record<string, unknown>[]>;
  /**
   * Whether an error says that another transaction kept a table in use for too long, and the statement can run again.
   */
  isTableInUse: (error: unknown) => boolean;
  /** How many rows point to none, where the engine does not check that by itself during a migration. */
  countOrphans: () => Promise<number>;
  close: () => Promise<void>;
}

/** The common fields of errors of the drivers, of Prisma's adapters and of Prisma. */
export interface DatabaseError extends Error {
  code?: unknown;
  cause?: { originalCode?: unknown; kind?: string; code?: unknown };
  meta?: { driverAdapterError?: Error };
}
