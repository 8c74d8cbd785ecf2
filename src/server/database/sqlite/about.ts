// What is known about SQLite before it is loaded: its URLs and its errors.

import { resolve } from "node:path";
import type { AboutEngine } from "../types.ts";

const DEFAULT_URL = "file:./data/app.db";

/** @returns the path of the database file of a URL */
export const pathOf = (url: string) => resolve(url.slice("file:".length));

export const sqlite: AboutEngine = {
  defaultUrl: DEFAULT_URL,
  exampleUrl: DEFAULT_URL,
  kind: "a SQLite file",
  isUrl: (url) => url.startsWith("file:"),
  shownUrl: (url) => url,
  // Studio takes only what has a :// in it for a URL.
  prismaUrl: (url, isStudio) => `${isStudio ? "file://" : "file:"}${pathOf(url)}`,
  unavailable: /^SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|NOTADB|PERM|READONLY)\w*$/,
};
