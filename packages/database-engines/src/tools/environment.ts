// The settings of a command, from the shell and from `.env`.

import { existsSync } from "node:fs";
import type { DatabaseEngines } from "../index.ts";

/** @returns the URL of the database; empty if the user has to set it */
export function databaseUrl({ defaultUrl = "" }: DatabaseEngines): string {
  if (existsSync(".env")) process.loadEnvFile(".env");
  // Docker keeps the quotation marks in a file for `--env-file`.
  const [, , url = ""] = process.env.DATABASE_URL?.trim().match(/^(["']?)(.*)\1$/s) ?? [];
  return url.trim() || defaultUrl;
}
