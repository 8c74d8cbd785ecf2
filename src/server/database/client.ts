// The connection to the database. It is on globalThis because the start-up plugin and the application are bundled separately.

import "server-only";
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import { env } from "../env";
import { PrismaClient } from "./generated/client";
import { findSessionIn } from "./session-statement";

const shared = globalThis as typeof globalThis & { solidAuthDatabase?: PrismaClient };

shared.solidAuthDatabase ??= new PrismaClient({ adapter: driver() });

export const database: PrismaClient = shared.solidAuthDatabase;

export const findSession = findSessionIn(fileOf(env().databaseUrl));

/** The driver for DATABASE_URL. Creates the folder of the SQLite file if it is missing. */
export function driver(url = env().databaseUrl): PrismaBetterSqlite3 {
  const path = fileOf(url);
  mkdirSync(dirname(path), { recursive: true });
  return new PrismaBetterSqlite3({ url: `file:${path}` });
}

function fileOf(url: string): string {
  return resolve(url.slice("file:".length));
}
