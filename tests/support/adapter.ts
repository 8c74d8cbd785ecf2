// The application's adapter on a database of its own, for the server tests.

import { copyFileSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SolidAuthAdapter } from "solid-auth";
import { inject, onTestFinished } from "vitest";
import { createAdapter } from "~/server/database/adapter";
import { engineOf } from "~/server/database/engine";
import type { PrismaClient } from "~/server/database/generated/client";
import type { FindSession } from "~/server/database/types";
import { newDatabaseAt, newPostgreSqlDatabase } from "./postgresql";

/** The path of a file for SQLite, in a folder of its own. */
export const newDatabaseFile = () => join(mkdtempSync(join(inject("folder"), "database-")), "app.db");

/** The URL of a new, empty database. */
export async function newDatabase(): Promise<string> {
  return newDatabaseAt(newDatabaseFile());
}

export interface Database {
  prisma: PrismaClient;
  adapter: SolidAuthAdapter;
  findSession: FindSession;
  url: string;
  /** Everything that is stored: the bytes of SQLite's files, the rows of PostgreSQL. */
  stored: () => Promise<string>;
}

/** Databases on PostgreSQL of this file's tests that have ended. Making one takes longer than most tests. */
const used: string[] = [];

/** A separate, migrated database with the application's adapter. It is closed when the test or the file ends. */
export async function openDatabase(): Promise<Database> {
  const again = used.pop();
  const url = again ?? (await copyMigratedDatabase());
  const { prisma, findSession, close } = (await engineOf(url)).connect(url);
  if (again) for (const table of tablesOf(prisma)) await table.deleteMany();
  onTestFinished(async () => {
    await close();
    if (!isFile(url)) used.push(url);
  });
  const stored = () => (isFile(url) ? bytesOf(url) : rowsOf(prisma));
  return { prisma, adapter: createAdapter(prisma, findSession), findSession, url, stored };
}

async function copyMigratedDatabase(): Promise<string> {
  const migrated = inject("migratedDatabase");
  if (!isFile(migrated)) return newPostgreSqlDatabase(migrated, new URL(migrated).pathname.slice(1));
  const url = await newDatabase();
  copyFileSync(pathOf(migrated), pathOf(url));
  return url;
}

const isFile = (url: string) => url.startsWith("file:");
const pathOf = (url: string) => url.slice("file:".length);

/** The database, its write-ahead log, and SQLite's other files beside it. */
async function bytesOf(url: string): Promise<string> {
  const folder = dirname(pathOf(url));
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "latin1"))
    .join();
}

async function rowsOf(prisma: PrismaClient): Promise<string> {
  return JSON.stringify(await Promise.all(tablesOf(prisma).map((table) => table.findMany())));
}

const tablesOf = (prisma: PrismaClient) =>
  Object.values(prisma).filter((table) => typeof table?.findMany === "function");
