// The application's adapter on a database file of its own, for the server tests.

import { copyFileSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import { inject, onTestFinished } from "vitest";
import { createAdapter } from "~/server/database/adapter";
import { PrismaClient } from "~/server/database/generated/client";
import { findSessionIn } from "~/server/database/session-statement";
import type { SolidAuthAdapter } from "~/solid-auth";

/** The path of a new database file, in its own folder. */
export function newDatabaseFile(): string {
  return join(mkdtempSync(join(inject("folder"), "database-")), "app.db");
}

export interface Database {
  prisma: PrismaClient;
  adapter: SolidAuthAdapter;
  file: string;
}

/** A separate, migrated database file with the application's adapter. It is closed when the test or the file ends. */
export async function openDatabase(): Promise<Database> {
  const file = newDatabaseFile();
  copyFileSync(inject("migratedDatabase"), file);
  const prisma = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url: `file:${file}` }) });
  onTestFinished(() => prisma.$disconnect());
  return { prisma, adapter: createAdapter(prisma, findSessionIn(file)), file };
}
