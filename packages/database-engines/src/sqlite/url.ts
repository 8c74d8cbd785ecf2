// The URL of a SQLite database: `file:`, and a path relative to the folder of the process.

import { resolve } from "node:path";

/**
 * The driver takes the options of Prisma's own engine for a part of the file's name, and opens another file, without
 * users. For the driver, ":memory:" is a file, too, and "~" is a folder of that name.
 */
export const isFileUrl = (url: string) => /^file:[^:~?]/.test(url);

/** @returns the path of the database file of a URL */
export const pathOf = (url: string) => resolve(url.slice("file:".length));
