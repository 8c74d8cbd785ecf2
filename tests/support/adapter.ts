// The application's adapter on a database of its own, for the server tests.

import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { SolidAuthAdapter } from "solid-authjs";
import type { FindSession } from "solid-authjs/prisma";
import { provideRequestEvent } from "solid-js/web/storage";
import { inject, onTestFinished } from "vitest";
import { createAdapter } from "~/server/database/adapter";
import { connect } from "~/server/database/connect";
import type { PrismaClient } from "~/server/database/generated/client";
import { engine } from "./engines";

/** The path of a file for a database, in a folder of its own. */
export const newDatabaseFile = () => join(mkdtempSync(join(inject("folder"), "database-")), "users");

/** The URL of a new, empty database. */
export const newDatabase = () => engine.newDatabase(newDatabaseFile());

export interface Database {
  prisma: PrismaClient;
  adapter: SolidAuthAdapter;
  findSession: FindSession;
  url: string;
  /** Everything that is stored: the bytes of the files, or else the rows. */
  stored: () => Promise<string>;
}

/** Databases of this file's tests that have ended, on an engine that takes long to make one. */
const used: string[] = [];

/** A separate, migrated database with the application's adapter. It is closed when the test or the file ends. */
export async function openDatabase(): Promise<Database> {
  const again = used.pop();
  const url = again ?? (await copyMigratedDatabase());
  const { prisma, findSession, close } = await connect(url);
  if (again) for (const table of tablesOf(prisma)) await table.deleteMany();
  onTestFinished(async () => {
    await close();
    if (engine.isSlow) used.push(url);
  });
  const stored = async () => engine.bytes?.(url) ?? rowsOf(prisma);
  return { prisma, adapter: createAdapter(prisma, findSession), findSession, url, stored };
}

/** @returns the error of a query; undefined if it has none */
export const failure = (query: Promise<unknown>): Promise<unknown> =>
  query.then(
    () => undefined,
    (error) => error,
  );

/** Runs queries as one request. */
export const asOneRequest = <T>(body: () => Promise<T>) =>
  provideRequestEvent({ request: new Request("http://localhost"), locals: { context: {} } } as never, body);

/** The columns of a passkey that no authenticator has. */
export const passkeyOf = (credentialID: string) => ({
  credentialID,
  providerAccountId: credentialID,
  credentialPublicKey: "k",
  counter: 0,
  credentialDeviceType: "x",
  credentialBackedUp: true,
});

const copyMigratedDatabase = () => engine.copy(inject("migratedDatabase"), newDatabaseFile());

async function rowsOf(prisma: PrismaClient): Promise<string> {
  return JSON.stringify(await Promise.all(tablesOf(prisma).map((table) => table.findMany())));
}

const tablesOf = (prisma: PrismaClient) =>
  Object.values(prisma).filter((table) => typeof table?.findMany === "function");
