// Connects to a database of any engine.

import "server-only";
import type { AsyncLocalStorage } from "node:async_hooks";
import { type Statement, statementBy, withRules } from "database-engines";
import { type FindSession, findSessionBy } from "solid-auth/prisma";
import { RequestContext, type RequestEvent } from "solid-js/web";
import { DATABASE_LIMITS } from "../time-limits";
import { engines } from "./engines";
import type { PrismaClient } from "./generated/client";
import { clients } from "./generated/clients";

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
  const connection = engine.connect(url, (adapter) => new PrismaClient({ adapter }), DATABASE_LIMITS);
  const { prisma, prepare, close } = withRules(connection, engines.isUnavailable, currentContext);
  return { prisma, findSession: findSessionBy(prisma, prepare), statement: statementBy(prepare), close };
}

/** Undefined for a query outside of a request. `getRequestEvent` would print a warning there. */
function currentContext() {
  const { [RequestContext]: storage } = globalThis as { [RequestContext]?: AsyncLocalStorage<RequestEvent> };
  return storage?.getStore()?.locals.context;
}
