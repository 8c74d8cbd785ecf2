// The icons that the template brings are other projects' work: each file says whose.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const FOLDER = "src/icons";
const iconsOf = (folder: string) => readdirSync(folder).filter((file) => file.endsWith(".svg"));
const read = (...path: string[]) => readFileSync(join(...path), "utf8");

it("each icon begins with its source and its licence, which src/icons/LICENSE explains", () => {
  const [icons, logos] = [iconsOf(FOLDER), iconsOf(join(FOLDER, "logos"))];
  expect(Math.min(icons.length, logos.length)).toBeGreaterThan(5);
  for (const icon of icons)
    expect(read(FOLDER, icon), icon).toMatch(/^<!-- @license lucide-static v[\d.]+ - ISC -->\n/);
  for (const logo of logos)
    expect(read(FOLDER, "logos", logo), logo).toMatch(/^<!-- @license simple-icons v[\d.]+ - CC0-1\.0 -->\n/);
  const license = read(FOLDER, "LICENSE");
  for (const words of ["ISC License", "Lucide Icons and Contributors", "Cole Bemis", "CC0 1.0"])
    expect(license).toContain(words);
});
