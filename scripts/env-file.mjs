// `.env` is read as UTF-8. Editors of Windows may save it as UTF-16, of which Node would read no variable, or begin it
// with a mark, which would belong to the first variable's name. Both are said in words. It is JavaScript that an old
// Node can read.

import { existsSync, readFileSync } from "node:fs";

/** @returns {string | undefined} what is wrong with the `.env` of the process's folder */
export function envFileProblem() {
  // Another tool may have made a folder of it.
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
