// `npm run db:backup -- file` copies the SQLite database of DATABASE_URL while the server runs. The copy is whole: it
// has everything that was written before it ended, the write-ahead log included. PostgreSQL has pg_dump.

import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import Sqlite from "better-sqlite3";

if (existsSync(".env")) process.loadEnvFile(".env");
const url = process.env.DATABASE_URL || "file:./data/app.db";
const [name = `data/backup-${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}.db`] = parseArgs({
  allowPositionals: true,
}).positionals;
const file = resolve(url.slice("file:".length));
const copy = resolve(name);

if (!url.startsWith("file:")) stop("DATABASE_URL is not a SQLite file. For PostgreSQL, use pg_dump.");
if (!existsSync(file)) stop(`There is no database ${file}.`);
if (existsSync(copy)) stop(`${copy} exists already, and is not overwritten.`);

mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
// It has what the database has: addresses, and who is signed in. So no other user may read it, from its first byte.
closeSync(openSync(copy, "wx", 0o600));
const database = new Sqlite(file, { readonly: true });
try {
  await database.backup(copy);
} catch (error) {
  stop(`The backup failed: ${error instanceof Error ? error.message : error}.`);
}
database.close();

const check = new Sqlite(copy);
// One file, without a write-ahead log beside it.
check.pragma("journal_mode = DELETE");
const result = check.pragma("integrity_check", { simple: true });
check.close();
if (result !== "ok") stop(`The copy is damaged: ${result}.`);
console.log(`Wrote ${copy}.`);

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
