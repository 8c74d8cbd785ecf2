// The connection to the database. DATABASE_URL picks the engine, and only that one is loaded. The connection is on
// globalThis because the start-up plugin and the application are bundled separately.

import "server-only";
import { env } from "../env";
import { engineOf } from "./engine";
import { generation } from "./generated/generation";
import { unlessUnavailable } from "./outage";
import type { Connection, FindSession } from "./types";

/** In development, a change to the schema makes new clients while the server runs. */
const shared = globalThis as typeof globalThis & { solidAuthDatabases?: Map<string, Promise<Connection>> };

shared.solidAuthDatabases ??= new Map();

async function connect(): Promise<Connection> {
  const { databaseUrl } = env();
  return (await engineOf(databaseUrl)).connect(databaseUrl);
}

const connecting = shared.solidAuthDatabases.get(generation) ?? connect();
shared.solidAuthDatabases.set(generation, connecting);

const connection = await connecting;

export const database = connection.prisma;
export const findSession: FindSession = (tokenHash) => unlessUnavailable(() => connection.findSession(tokenHash));
export const closeDatabase = connection.close;
