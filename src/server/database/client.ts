// The connection to the database of DATABASE_URL. It is on globalThis because the start-up plugin and the application
// are bundled separately.

import "server-only";
import { env } from "~/server/env";
import { type Connection, connect } from "./connect";
import { generation } from "./generated/generation";

/** In development, a change to the schema makes new clients while the server runs. */
const shared = globalThis as typeof globalThis & { solidAuthDatabases?: Map<string, Promise<Connection>> };

shared.solidAuthDatabases ??= new Map();

const connecting = shared.solidAuthDatabases.get(generation) ?? connect(env().databaseUrl);
shared.solidAuthDatabases.set(generation, connecting);

export const { prisma: database, findSession, close: closeDatabase } = await connecting;
