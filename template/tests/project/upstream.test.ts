// The reports of template/upstream are about the versions that are installed.

import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { fileName, PART_NAMES } from "../../../packages/start-kit/src/index.ts";
import { packageJson } from "../support/reports.ts";

const REPORTS = "template/upstream";
const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
  readFileSync(`${REPORTS}/app/package.json`, "utf8"),
);

const reported = PART_NAMES.filter((part) => readdirSync(REPORTS).includes(`${fileName(part)}.md`));
const textOf = (part: string) => readFileSync(`${REPORTS}/${fileName(part)}.md`, "utf8");

it.each(Object.entries(dependencies))(
  "the reports and the table of start-kit are about the installed %s",
  (name, version) => {
    expect(JSON.parse(readFileSync(packageJson(name), "utf8")).version).toBe(version);
    const named = new RegExp(`(?<![\\w/@-])${name} (\\d+\\.\\d+\\.\\d+[\\w.-]*\\w)`, "g");
    for (const text of [readFileSync("packages/start-kit/README.md", "utf8"), ...reported.map(textOf)])
      for (const [, found] of text.matchAll(named)) expect(found, text).toBe(version);
  },
);
