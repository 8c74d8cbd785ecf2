// Connects to a database of any engine.

import "server-only";
import { DATABASE_LIMITS } from "../time-limits";
import { engines } from "./engines";
import type { PrismaClient } from "./generated/client";
import { clients } from "./generated/clients";
import { type Statement, statementBy } from "./rows";
import { withRules } from "./rules";
import { type FindSession, findSessionBy } from "./session";

export interface Connection {
  prisma: PrismaClient;
  findSession: FindSession;
  statement: Statement;
  /** Waits for running queries. */
  close: () => Promise<void>;
}

/** @returns what connects with its first query */
export async function connect(url: string): Promise<Connection> {
  const engine = await engines.load(url);
  const { PrismaClient } = await clients[engine.name]();
  const { prisma, prepare, close } = engine.connect(url, (adapter) => new PrismaClient({ adapter }), DATABASE_LIMITS);
  const statement = statementBy(prepare);
  return { prisma: withRules(prisma), findSession: findSessionBy(prepare, prisma), statement, close };
}
