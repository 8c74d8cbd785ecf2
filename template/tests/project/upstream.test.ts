// Each part of start-kit that works around an unreported fault has a report in template/upstream, and a test that sees
// the fault on the frameworks alone.

import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { fileName, PART_NAMES } from "../../../packages/start-kit/src/index.ts";
import { packageJson } from "../support/reports.ts";

const REPORTS = "template/upstream";
/** What is no report: what the folder is, and entries for a list of templates. */
const OTHERS = ["README.md", "with-authjs.md", "with-passkeys.md"];
const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
  readFileSync(`${REPORTS}/app/package.json`, "utf8"),
);

const isUnreported = (part: string) =>
  readFileSync(`packages/start-kit/src/${fileName(part)}.ts`, "utf8").includes(" Reported: not yet.");

const reported = PART_NAMES.filter((part) => readdirSync(REPORTS).includes(`${fileName(part)}.md`));
const textOf = (part: string) => readFileSync(`${REPORTS}/${fileName(part)}.md`, "utf8");

it("a part whose fault was not reported has a report", () => {
  expect(reported).toEqual(expect.arrayContaining(PART_NAMES.filter(isUnreported)));
});

it("a report without a part has gone with it", () => {
  const files = readdirSync(REPORTS).filter((file) => file.endsWith(".md") && !OTHERS.includes(file));
  expect(files).toEqual(reported.map((part) => `${fileName(part)}.md`).sort());
});

it.each(reported)("the report of %s says where it goes, its title, and when others were looked for", (part) => {
  expect(textOf(part).split("\n---\n")[0]).toMatch(
    new RegExp(
      `^# ${part}\\n\\nTo: \\[[\\w-]+/[\\w-]+\\]\\(https://github\\.com/.+/(issues|security/advisories)/new\\), as an? .+\\n\\n` +
        "Title: .+\\n\\nLooked for on \\d{4}-\\d\\d-\\d\\d: ",
    ),
  );
});

it.each(reported)("the report of %s has a test of its fault", (part) => {
  expect(readFileSync("template/tests/upstream.spec.ts", "utf8")).toContain(`\ntest("${part}: `);
});

it.each(Object.entries(dependencies))(
  "the reports and the table of start-kit are about the installed %s",
  (name, version) => {
    expect(JSON.parse(readFileSync(packageJson(name), "utf8")).version).toBe(version);
    const named = new RegExp(`(?<![\\w/@-])${name} (\\d+\\.\\d+\\.\\d+[\\w.-]*\\w)`, "g");
    for (const text of [readFileSync("packages/start-kit/README.md", "utf8"), ...reported.map(textOf)])
      for (const [, found] of text.matchAll(named)) expect(found, text).toBe(version);
  },
);
