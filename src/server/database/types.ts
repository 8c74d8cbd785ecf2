// What a database engine has to offer, in a folder of its name. Everything else works the same on each.

import "server-only";
import type { PrismaClient, Session, User } from "./generated/client";

/** What is known about an engine before it is loaded. */
export interface AboutEngine {
  /** Used without DATABASE_URL. */
  defaultUrl?: string;
  exampleUrl: string;
  /** What its URL names, in words. */
  kind: string;
  isUrl: (url: string) => boolean;
  /** @returns what is wrong with a URL of this engine */
  urlProblem?: (url: string) => string | undefined;
  /** @returns the URL without its password */
  shownUrl: (url: string) => string;
  /** @returns the URL as Prisma's own commands take it */
  prismaUrl: (url: string, isStudio: boolean) => string;
  /** The codes of errors after which it may work again without a change. */
  unavailable: RegExp;
  /** How the messages of such errors begin that have no code. */
  unavailableMessages?: string[];
  /** Whether an error is an answer of a server. */
  isAnswer?: (error: Error) => boolean;
}

export interface Engine {
  /** @returns what connects with its first query */
  connect: (url: string) => Connection;
  /** @throws if the database cannot be reached */
  openForMigrations: (url: string) => Promise<MigrationConnection>;
  /** Each migration's SQL by its path. It is part of the bundle, so `.output` needs no other files. */
  migrations: Record<string, string>;
  /** Creates Prisma's table of applied migrations, as Prisma does. */
  historyTable: string;
  /** Whether an error says that a table is not there. */
  isTableMissing: (error: Error & { code?: unknown }) => boolean;
}

export interface Connection {
  prisma: PrismaClient;
  findSession: FindSession;
  /** Waits for running queries. */
  close: () => Promise<void>;
}

/**
 * Reads a session with its user. Each page and each request of a signed-in visitor does this, so it is one statement,
 * prepared once; the same query by Prisma takes several times as long.
 *
 * @returns null if there is no such session
 */
export type FindSession = (tokenHash: string) => Promise<{ session: Session; user: User } | null>;

/** A connection of its own, for migrations. */
export interface MigrationConnection {
  /** Begins a transaction, and waits for any other instance that is migrating. */
  begin: () => Promise<void>;
  /** Runs statements without parameters. */
  run: (script: string) => Promise<void>;
  /** @param values for the placeholders, `?` */
  query: (sql: string, values?: (string | number | Date)[]) => Promise<Record<string, unknown>[]>;
  /** @throws if the migration has broken what the engine does not check by itself */
  check: () => Promise<void>;
  close: () => Promise<void>;
}
