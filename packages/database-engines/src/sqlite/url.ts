// The URL of a SQLite database: `file:`, and a path relative to the folder of the process.

import { resolve } from "node:path";

/**
 * Options, as Prisma's own engine has them, would become part of the file's name: another file, without users. So would
 * ":memory:", and "~" would be a folder.
 */
export const isFileUrl = (url: string) => /^file:[^:~?][^?]*$/.test(url);

/** @returns the path of the database file of a URL */
export const pathOf = (url: string) => resolve(url.slice("file:".length));
