// Names that Git can check out on Windows and macOS as on Linux.

import { expect, it } from "vitest";
import { ownFiles } from "../../../tests/support/copies.ts";

/** Devices of Windows, also with an extension. Git checks out nothing at all if there is one. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i;

/** Characters that NTFS refuses, and ends of names that Windows drops. */
const REFUSED = /[<>:"|?*\\\p{Cc}]|[. ]$/u;

/** Windows allows paths of 260 characters, with the folder that the clone is in. */
const MAX_PATH = 160;

/** @returns why a file system refuses files of these paths, or has one file for two */
function problemsOf(paths: string[]): string[] {
  const spellings = new Map<string, string>();
  const problems = paths.filter((path) => path.length > MAX_PATH).map((path) => `${path} is too long`);
  for (const path of paths) {
    const names = path.split("/");
    if (names.some((name) => DEVICE.test(name) || REFUSED.test(name))) problems.push(`${path} is refused`);
    for (const end of names.keys()) {
      const folderOrFile = names.slice(0, end + 1).join("/");
      const key = folderOrFile.normalize("NFC").toLowerCase();
      const known = spellings.get(key) ?? folderOrFile;
      if (known !== folderOrFile) problems.push(`${path} is ${known} in another spelling`);
      spellings.set(key, known);
    }
  }
  return problems;
}

it("each file of the repository has a name that Windows and macOS accept, and no other has it in another spelling", () => {
  const files = ownFiles();
  expect(files.length).toBeGreaterThan(500);
  expect(problemsOf(files)).toEqual([]);
});
