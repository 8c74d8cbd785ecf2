// What is known about SQLite before it is loaded: its URLs and its errors.

import type { AboutEngine } from "../types.ts";
import { isFileUrl, pathOf } from "./url.ts";

/** @param defaultUrl used without DATABASE_URL */
export const sqlite = (defaultUrl: string): AboutEngine => ({
  defaultUrl,
  exampleUrl: defaultUrl,
  kind: "a SQLite file",
  isUrl: isFileUrl,
  shownUrl: (url) => url,
  // Studio takes only what has a :// in it for a URL.
  prismaUrl: (url, isStudio) => `${isStudio ? "file://" : "file:"}${pathOf(url)}`,
  unavailable: /^SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|NOTADB|PERM|READONLY)\w*$/,
  load: () => import("./engine.ts"),
});
