// Copies the SQLite database of DATABASE_URL while the server runs. The copy is complete: it has all writes until its
// end, including the write-ahead log.

import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import Sqlite from "better-sqlite3";
import type { DatabaseEngines } from "../index.ts";
import { isFileUrl, pathOf } from "../sqlite/url.ts";
import { readArguments } from "./arguments.ts";
import { databaseUrl } from "./environment.ts";
import { stop } from "./stop.ts";

/** Takes the path of the copy from the command line. */
export async function backupCommand(engines: DatabaseEngines): Promise<void> {
  const url = databaseUrl(engines);
  const [name = `data/backup-${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}.db`] = readArguments().names;
  const file = pathOf(url);
  const copy = resolve(name);

  if (!isFileUrl(url)) stop("DATABASE_URL is not a SQLite file.");
  if (!existsSync(file)) stop(`There is no database ${file}.`);
  if (existsSync(copy)) stop(`${copy} exists already, and is not overwritten.`);

  // The copy gets its name only when it is complete.
  const part = `${copy}.${process.pid}.part`;
  try {
    mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
    // The copy contains addresses, and shows who is signed in. So no other user may read the file, from its first byte
    // on.
    closeSync(openSync(part, "wx", 0o600));
    const database = new Sqlite(file, { readonly: true });
    // Without one transaction around the copy, SQLite restarts the copy after each write of the server.
    database.exec("BEGIN; SELECT 1 FROM sqlite_schema");
    await database.backup(part);
    database.close();

    const check = new Sqlite(part);
    // This makes the copy one file, without a write-ahead log beside it.
    check.pragma("journal_mode = DELETE");
    const result = check.pragma("integrity_check", { simple: true });
    check.close();
    if (result !== "ok") throw new Error(`the copy is damaged: ${result}`);
    renameSync(part, copy);
  } catch (error) {
    if (existsSync(part)) rmSync(part);
    stop(`The backup failed: ${error instanceof Error ? error.message : error}.`);
  }
  console.log(`Wrote ${copy}.`);
}
