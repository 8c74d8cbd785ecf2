// The settings of a command: those of the shell, and those of `.env`.

import { existsSync } from "node:fs";
import type { DatabaseEngines } from "../index.ts";

/** @returns the URL of the database, empty if it has to be set */
export function databaseUrl({ defaultUrl = "" }: DatabaseEngines): string {
  if (existsSync(".env")) process.loadEnvFile(".env");
  // Docker keeps the quotation marks of its `--env-file`.
  const [, , url = ""] = process.env.DATABASE_URL?.trim().match(/^(["']?)(.*)\1$/s) ?? [];
  return url.trim() || defaultUrl;
}
