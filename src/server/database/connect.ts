// Connects to a database of any engine.

import "server-only";
import { withOutageRules } from "database-engines";
import { type FindSession, findSessionBy } from "solid-authjs/prisma";
import { engines } from "~/server/engines";
import { requestEvent } from "~/server/request-event";
import { DATABASE_LIMITS } from "~/server/time-limits";
import type { PrismaClient } from "./generated/client";
import { clients } from "./generated/clients";

export interface Connection {
  prisma: PrismaClient;
  findSession: FindSession;
  /** Waits for running queries. */
  close: () => Promise<void>;
}

/** @returns an adapter that connects with its first query */
export async function connect(url: string): Promise<Connection> {
  const engine = await engines.load(url);
  const { PrismaClient } = await clients[engine.name]();
  const connection = engine.connect(url, (adapter) => new PrismaClient({ adapter }), DATABASE_LIMITS);
  const { prisma, prepare, close } = withOutageRules(connection, engines.isUnavailable, currentContext);
  return { prisma, findSession: findSessionBy(prisma, prepare), close };
}

const currentContext = () => requestEvent()?.locals.context;
