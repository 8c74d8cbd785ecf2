// docs/security.md names a test for each requirement. If a test is renamed, that page has to be changed.

import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const page = readFileSync("docs/security.md", "utf8");
const rows = [...page.matchAll(/^\| ([\d., ]+) \| (.+) \| `((?:tests|template|packages)\/.+)` “(.+)” \|$/gm)];

it("security.md names a test for each requirement", () => {
  const lines = page.slice(page.indexOf("| requirement |")).split("\n").slice(2).filter(Boolean);
  expect(rows.length).toBeGreaterThan(40);
  expect(lines).toHaveLength(rows.length);
});

it.each(rows.map(([, requirement = "", , file = "", title = ""]) => ({ requirement, file, title })))(
  "$requirement: $file has “$title”",
  ({ file, title }) => {
    expect(readFileSync(file, "utf8")).toContain(title);
  },
);

it("security.md names only files that exist", () => {
  const files = [...page.matchAll(/`((?:src|tests|template|packages|prisma)\/[\w./[\]-]+|app\.config\.ts)`/g)].map(
    ([, file]) => file ?? "",
  );
  expect(files.length).toBeGreaterThan(15);
  for (const file of files) expect(existsSync(file), file).toBe(true);
});
