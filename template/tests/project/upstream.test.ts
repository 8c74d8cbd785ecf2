// The reports of template/upstream are about the versions that are installed.

import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { partFiles } from "../../solid-2/copy.ts";
import { packageJson } from "../support/reports.ts";

const REPORTS = "template/upstream";
const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
  readFileSync(`${REPORTS}/app/package.json`, "utf8"),
);

const reports = partFiles()
  .map((path) => `${REPORTS}/${basename(path, ".ts")}.md`)
  .filter((path) => existsSync(path));

it.each(Object.entries(dependencies))(
  "the reports and the table of start-kit are about the installed %s",
  (name, version) => {
    expect(JSON.parse(readFileSync(packageJson(name), "utf8")).version).toBe(version);
    const named = new RegExp(`(?<![\\w/@-])${name} (\\d+\\.\\d+\\.\\d+[\\w.-]*\\w)`, "g");
    for (const text of [
      readFileSync("packages/start-kit/README.md", "utf8"),
      ...reports.map((path) => readFileSync(path, "utf8")),
    ])
      for (const [, found] of text.matchAll(named)) expect(found, text).toBe(version);
  },
);
