// The settings of a command: those of the shell, and those of `.env`.

import { existsSync } from "node:fs";
import type { DatabaseEngines } from "../index.ts";

/** @returns the URL of the database, empty if it has to be set */
export function databaseUrl({ defaultUrl = "" }: DatabaseEngines): string {
  if (existsSync(".env")) process.loadEnvFile(".env");
  return process.env.DATABASE_URL?.trim() || defaultUrl;
}
