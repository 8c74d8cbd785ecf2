// What the documents name is there: files, links, scripts, tests, commands, figures and tables that the code has, too.

import { execSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { blocksOf } from "../../../scripts/recipes/blocks.ts";
import { listRecipes } from "../../../scripts/recipes/list.ts";
import { EVENTS, KINDS } from "../../../tests/server/auth/access-table.ts";
import { copyProject, ownFiles } from "../../../tests/support/copies.ts";
import { readMutants } from "../../mutants/list.ts";
import { OLDEST, sinceOf } from "../support/browser-objects.ts";
import { brokenLinksOf, linksOf, withoutBlocks } from "../support/links.ts";

/** The README of an entry for another repository names that entry's files. */
const isOfEntry = (file: string) => /^template\/upstream\/[^/]+\//.test(file);
const pages = ownFiles().filter((file) => file.endsWith(".md") && existsSync(file) && !isOfEntry(file));
const read = (file: string) => readFileSync(file, "utf8");
const json = (file: string) => JSON.parse(read(file));

/** The cells of a page's lines that are rows of a table and begin with a text. */
const rowsOf = (page: string, start = "") =>
  read(page)
    .split("\n")
    .filter((line) => line.startsWith(`| ${start}`) && !/^\| ?-/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));

it("the index of each folder of docs links to every page of the folder", () => {
  const ofDocs = pages.filter((page) => page.startsWith("docs/") && page !== "docs/README.md");
  expect(ofDocs.length).toBeGreaterThan(20);
  for (const page of ofDocs) {
    const folder = page.endsWith("/README.md") ? dirname(dirname(page)) : dirname(page);
    const targets = linksOf(join(folder, "README.md")).map(({ path }) => join(folder, path));
    expect(targets, folder).toContain(page);
  }
});

it("each package tells assistants not to edit it, and names imports that it has", () => {
  for (const name of readdirSync("packages")) {
    const text = read(`packages/${name}/AGENTS.md`);
    expect(text).toContain("Do not edit this folder");
    for (const [, path = ""] of text.matchAll(new RegExp(`\`${name}(/[\\w/-]+)?\``, "g")))
      expect(Object.keys(json(`packages/${name}/package.json`).exports)).toContain(`.${path}`);
  }
});

it("docs/first-hour.md shows the folders of src as they are", () => {
  const [picture = ""] = read("docs/first-hour.md").match(/(?<=^```text\nsrc\n)[\s\S]*?(?=^```)/m) ?? [];
  const above: string[] = ["src"];
  const paths = [...picture.matchAll(/^([│ ]*)[├└]── ([\w.-]+) +\S/gm)].map(([, indent = "", name = ""]) => {
    above.splice(indent.length / 4 + 1, Number.POSITIVE_INFINITY, name);
    return above.join("/");
  });
  for (const path of paths) expect(existsSync(path), path).toBe(true);
  const folders = readdirSync("src", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(paths).toEqual(expect.arrayContaining(folders.map(({ name }) => `src/${name}`)));
});

/** What the tests, and those who start them, contain. */
const evidence = [
  ...[".ci/run", "scripts/audit.mjs", "scripts/test.ts", "template/nightly.ts", "template/release.ts"],
  ...globSync(["template/tests/**/*.ts", "tests/**/*.ts", ".github/workflows/*.yml"]),
]
  .filter((file) => !file.endsWith("docs.test.ts"))
  .map(read)
  .join("\n");

/** Commands with the words by which a test names them, if these are not the name or the file of npm's script. */
const RUN: Record<string, string> = {
  "npm install": "npm ci",
  "npm ci": "npm ci",
  "npm test": "npm test",
  "npm start": "npm start",
  "npm sbom": "npm sbom --sbom-format",
  "npm audit": '"npm audit"',
  "npm create": "npm create --yes",
  "npx solid-authjs init": "solid-authjs init",
  "npm run test:e2e": "playwright()",
  "npx vitest run": "vitest(),",
  "npx playwright test": "playwright()",
  "node template/solid-2/copy.ts": "node template/solid-2/copy.ts",
  "node .output/server/index.mjs": ".output/server/index.mjs",
  "node .git/template-update.mjs": 'blocksOf("docs/updates.md")',
  pg_dump: "pg_dump --format=custom",
  pg_restore: "pg_restore --dbname",
  sqlite3: "sqlite3",
  git: "docs/updates.md",
  umask: "docs/deploy/server.md",
  "systemd-analyze verify": "systemd-analyze",
  "perl -0pi": "template/CHANGELOG.md",
};

/** Commands that change the machine, or need a service that tests do not have. A page says that it did not try them. */
const NOT_RUN = [
  "npx degit",
  "npx playwright open",
  "npx prisma migrate",
  "npx prisma db push",
  "npm audit fix",
  "npm publish",
  "npm run mutants:draw",
  "docker",
  "useradd",
  "mkdir",
  "cp",
  "systemctl",
  "journalctl",
];

/** The lines of blocks for a shell, and code in the text that is a known program with an argument. */
function commandsOf(page: string): string[] {
  const programs = ["npm", ...Object.keys(RUN), ...NOT_RUN].map((command) => command.split(" ")[0] ?? "");
  const inText = Array.from(withoutBlocks(page).matchAll(/`(\S+) [^`]+`/g)).filter(([, name = ""]) =>
    programs.includes(name),
  );
  // A quoted argument may have several lines.
  const blocks = blocksOf(page)
    .filter(({ language }) => language === "sh")
    .map(({ lines }) => lines.join("\n").replace(/-e '[^']*'/g, (argument) => argument.replaceAll("\n", " ")));
  const lines = blocks.flatMap((text) => text.replaceAll("\\\n", "").split(/\n|&&/));
  return [...inText.map(([code]) => code.slice(1, -1)), ...lines]
    .map((command) =>
      command
        .replace(/#.*/, "")
        .replace(/^\s*(?:[A-Z_]+=\S*\s*)*/, "")
        .trim(),
    )
    .filter(Boolean);
}

function isRunByTest(command: string): boolean {
  const known = Object.entries(RUN).filter(([start]) => `${command} `.startsWith(`${start} `));
  if (known.length > 0) return known.some(([, words]) => evidence.includes(words));
  const [, name = "", workspace = ".", flag = ""] =
    command.match(/^npm run ([\w:-]+)(?: -w (\w+))?(?: -- (--\w+))?/) ?? [];
  const script: string = json(join(workspace, "package.json")).scripts[name] ?? "";
  // Some of the steps that each run of `npm test` has.
  if (script.includes("scripts/test.ts ")) return true;
  const [file = name] = script.match(/[\w-]+\/?[\w-]+\.(?:ts|mjs)$/) ?? [];
  const words = [`npm run ${name}`, `"${name}"`, file];
  return script !== "" && evidence.includes(flag) && words.some((each) => evidence.includes(each));
}

/** Created by the first run, by the build, or by the reader. */
const NOT_IN_THE_REPOSITORY = /^(\.env|data|\.output|\.copies|node_modules)(\/|$)/;

describe.each(pages)("%s", (page) => {
  it("links to files and headings that are there", () => {
    expect(brokenLinksOf(page)).toEqual([]);
  });

  it("names files that are there, except those that a recipe adds, or that a change has moved", () => {
    if (page.startsWith("docs/recipes/") || page === "docs/first-hour.md" || page.endsWith("CHANGELOG.md")) return;
    const named = withoutBlocks(page).matchAll(
      /`((?:src|tests|scripts|docs|prisma|public|packages|template|\.github)\/[\w./[\]-]*|app\.config\.ts)`/g,
    );
    const missing = [...named].map(([, path = ""]) => path).filter((path) => !existsSync(path));
    expect(missing.filter((path) => !NOT_IN_THE_REPOSITORY.test(path))).toEqual([]);
  });

  it("names npm scripts and test steps that are there", () => {
    for (const [, name = "", workspace = "."] of read(page).matchAll(/\bnpm run ([\w:-]+)(?: -w (\w+))?/g))
      expect(json(join(workspace, "package.json")).scripts).toHaveProperty([name]);
    for (const [, named = ""] of read(page).matchAll(/\bnpm test -- ([\w ]+)/g))
      for (const step of named.trim().split(" "))
        expect(read("scripts/test.ts"), step).toMatch(new RegExp(`^    ${step}: `, "m"));
  });

  it("each command is run by a test, or said to be untried", () => {
    for (const command of commandsOf(page))
      if (NOT_RUN.some((start) => `${command} `.startsWith(`${start} `)))
        expect(read(page), command).toMatch(/not tried|untried/);
      else expect(isRunByTest(command), `No test runs: ${command}`).toBe(true);
  });
});

describe("docs/security.md", () => {
  const page = read("docs/security.md");
  const rows = rowsOf("docs/security.md").filter(([number = ""]) => /^[\d., ]+$/.test(number));

  it("security.md names a test that is there for each requirement", () => {
    expect(rows.length).toBeGreaterThan(40);
    for (const [requirement, , test = ""] of rows) {
      const [, file = "", title = ""] = test.match(/^`((?:tests|template|packages)\/.+)` “(.+)”$/) ?? [];
      expect(existsSync(file) && read(file).includes(title || "a title"), `${requirement}: ${test}`).toBe(true);
    }
  });

  // tests/server/auth/access.test.ts tries it.
  it("security.md has the table of access that the tests try, with the reason for each cell that is not ended", () => {
    const all = rowsOf("docs/security.md");
    const [head, ...cells] = all.slice(all.findIndex(([cell]) => cell === "access")).slice(0, KINDS.length + 1);
    expect(head).toEqual(["access", ...Object.keys(EVENTS)]);
    const expected = KINDS.map((kind, index) => [kind, ...Object.values(EVENTS).map((column) => column[index])]);
    expect(cells.map((row) => row.map((cell) => cell.replace(/ [¹²³⁴⁵⁶⁷⁸⁹]$/, "")))).toEqual(expected);
    const numbers = cells.flatMap(([, ...row]) => row).map((cell) => "¹²³⁴⁵⁶⁷⁸⁹".indexOf(cell.at(-1) ?? "") + 1);
    expect(numbers.map((number) => number === 0)).toEqual(
      expected.flatMap(([, ...row]) => row.map((cell) => cell === "ended")),
    );
    const section = page.slice(page.indexOf("## What ends access"), page.indexOf("### The way back"));
    const reasons = [...section.matchAll(/^(\d)\. \S/gm)].map(([, number]) => Number(number));
    expect(reasons).toEqual([...new Set(numbers.filter(Boolean))].sort());
  });
});

it.each([
  ["pages with their script", ""],
  ["passkeys offered in the autofill", "PublicKeyCredential.isConditionalMediationAvailable"],
  ["the user menu opens", "hidePopover"],
])("docs/browsers.md has the versions of Vite's default target and of MDN's data: %s", (start, name) => {
  const since: Record<string, number> = name ? sinceOf(name) : {};
  const versions = Object.entries(OLDEST).map(([browser, version]) => Math.max(version, since[browser] ?? 0));
  expect(rowsOf("docs/browsers.md", start)[0]?.slice(1, 4).map(Number)).toEqual(versions);
});

it("a security fix of a recipe, and nothing else, begins with the names of recipes in the form that npm run audit reads", () => {
  const sections = read("template/CHANGELOG.md").split(/^##/m);
  const entriesOf = (section: string) => section.split(/\n(?=- |\n)/).filter((entry) => entry.startsWith("- "));
  const named = (entry: string) => entry.match(/^- Recipes? (`[\w-]+`(?:, `[\w-]+`)*): /)?.[1]?.match(/[\w-]+/g) ?? [];
  const [fixes, others] = [true, false].map((isSecurity) =>
    sections.filter((section) => section.startsWith("# Security") === isSecurity).flatMap(entriesOf),
  ) as [string[], string[]];
  expect(fixes.length).toBeGreaterThan(30);
  expect(fixes.filter((entry) => /(?<!docs\/)\brecipes?\b/i.test(entry) && named(entry).length === 0)).toEqual([]);
  expect(others.flatMap(named)).toEqual([]);
  expect(listRecipes(".").map(({ name }) => name)).toEqual(expect.arrayContaining(fixes.flatMap(named)));
});

it("the changelog's command for renamed modules gives an owner's page the new names, and leaves the template's own", () => {
  const folder = copyProject("changelog");
  const page = join(folder, "src/routes/mine.tsx");
  const old = `import { createSignIn } from "solid-auth/client";
import { ActionForm } from "~/components/ActionForm";
import { Ago } from "~/components/Ago";
<Alert tone="bad">Ago</Alert>; <Ago iso={user()?.memberSince ?? ""} />; <OpeningForm of="Mine" />;
`;
  writeFileSync(page, old);
  const [{ lines = [] } = {}] = blocksOf("template/CHANGELOG.md").filter(({ language }) => language === "sh");
  execSync(`git init --quiet && git add --all && ${lines.join("\n")}`, { cwd: folder });
  expect(execSync("git diff --name-only", { cwd: folder, encoding: "utf8" })).toBe("src/routes/mine.tsx\n");
  expect(read(page)).toBe(`import { createSignIn } from "solid-authjs/client";
import { Form } from "~/components/Form";
import { RelativeTime } from "~/components/ui/RelativeTime";
<Alert tone="bad">Ago</Alert>; <RelativeTime iso={user()?.memberSince ?? ""} />; <OpeningForm subject="Mine" />;
`);
});

/** Tests in files, those with several cases once. */
const testsIn = (...patterns: string[]) => countIn(/^ *(?:it|test)(?:\.each)?\(/gm, ...patterns);
const countIn = (text: RegExp, ...patterns: string[]) =>
  globSync(patterns).reduce((sum, file) => sum + (read(file).match(text) ?? []).length, 0);

it.each<[string, () => number]>([
  ["tests of the application", () => testsIn("tests/**/*.test.ts", "tests/**/*.spec.ts")],
  ["tests of the packages", () => testsIn("packages/*/test/**/*.test.ts")],
  ["tests of the template", () => testsIn("template/tests/**/*.test.ts", "template/tests/**/*.spec.ts")],
  ["mutants", () => readMutants().mutants.length],
  ["requirements of OWASP ASVS 5", () => countIn(/^\| [\d., ]+ \| .+ “.+” \|$/gm, "docs/security.md")],
  ["recipes", () => globSync("docs/recipes/*.md").length - 1],
])("the number of %s in template/testing.md is no more than there is", (what, count) => {
  expect(Number(rowsOf("template/testing.md", what)[0]?.[1])).toBeLessThanOrEqual(count());
});

it("each mutant's text is in its file exactly once, can be parsed when replaced, and names tests that exist", () => {
  expect(readMutants().problems).toEqual([]);
});

it("docs/deploy/platforms.md names variables, a port, a folder and a path that this application has, and tried neither file", () => {
  const page = read("docs/deploy/platforms.md");
  const named = [...page.matchAll(/^(?: +- key: )?([A-Z]+_[A-Z]+)(?: = .*)?$/gm)].map(([, name = ""]) => name);
  expect(new Set(named).size).toBeGreaterThan(4);
  for (const name of named) expect(read(".env.example"), name).toMatch(new RegExp(`^(# )?${name}=`, "m"));
  const [container, files] = [read("Dockerfile"), page.match(/\/api\/health$|"\/api\/health"/gm)];
  for (const line of ["EXPOSE 3000", "VOLUME /data", "/api/health"]) expect(container).toContain(line);
  for (const line of ["internal_port = 3000", 'destination = "/data"', "mountPath: /data", "are untried"])
    expect(page).toContain(line);
  expect(files).toHaveLength(2);
});
