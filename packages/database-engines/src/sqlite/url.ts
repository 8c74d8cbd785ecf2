// The URL of a SQLite database: `file:`, and a path relative to the folder of the process.

import { resolve } from "node:path";

export const isFileUrl = (url: string) => url.startsWith("file:");

/** @returns the path of the database file of a URL */
export const pathOf = (url: string) => resolve(url.slice("file:".length));
