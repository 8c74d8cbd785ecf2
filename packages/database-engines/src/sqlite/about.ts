// The facts about SQLite that are known before it is loaded: its URLs and its errors.

import type { AboutEngine } from "../types.ts";
import { isFileUrl, pathOf } from "./url.ts";

/** @param defaultUrl the URL without DATABASE_URL */
export const sqlite = (defaultUrl: string): AboutEngine => ({
  defaultUrl,
  exampleUrl: defaultUrl,
  kind: "a SQLite file",
  isUrl: isFileUrl,
  urlProblem(url) {
    if (/^file:.*\?/s.test(url)) return "has options: they are in the SQLite file's name. Rename it.";
    if (/^file:(:|~|$)/.test(url))
      return `must have the path of a SQLite file: "${url.slice(5)}" would be a new one of that name.`;
    return undefined;
  },
  shownUrl: (url) => url,
  // Prisma Studio accepts only a text with :// as a URL.
  prismaUrl: (url, isStudio) => `${isStudio ? "file://" : "file:"}${pathOf(url)}`,
  unavailable: /^SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|NOTADB|PERM|READONLY)\w*$/,
  load: () => import("./engine.ts"),
});
