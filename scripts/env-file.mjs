// Node reads `.env` as UTF-8. Editors on Windows may save it as UTF-16, and Node then reads no variable. Or they put a
// byte order mark at the beginning of the file, which becomes a part of the first variable's name. A message names each
// of the two faults. An old Node can read its JavaScript.

import { existsSync, readFileSync } from "node:fs";

/** @returns {string | undefined} the fault of the `.env` in the process's folder */
export function envFileProblem() {
  // Another tool may have made a folder with this name.
  try {
    const text = existsSync(".env") ? readFileSync(".env", "utf8") : "";
    const isPlain = !text.includes("\0") && !/^\ufeff[^\s#]/.test(text);
    return isPlain
      ? undefined
      : ".env is not plain UTF-8, so variables in it are not read. Save it as UTF-8 without BOM.";
  } catch {
    return undefined;
  }
}
