// The files, links, scripts and steps that the docs name exist. A test runs each command, or the page says that it was
// not tried.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { blocksOf } from "../../../scripts/recipes/blocks.ts";
import { ownFiles } from "../../../tests/support/copies.ts";
import { brokenLinksOf, linksOf, withoutBlocks } from "../support/links.ts";

/** The README of an entry for another repository names that entry's files. */
const isOfEntry = (file: string) => /^template\/upstream\/[^/]+\//.test(file);

const pages = ownFiles().filter((file) => file.endsWith(".md") && existsSync(file) && !isOfEntry(file));

const read = (page: string) => readFileSync(page, "utf8");

it("docs/README.md links to every page of docs", () => {
  const targets = linksOf("docs/README.md").map(({ path }) => join("docs", path));
  const others = pages.filter((page) => /^docs\/([^/]+\.md|\w+\/README\.md)$/.test(page) && page !== "docs/README.md");
  expect(others.length).toBeGreaterThan(5);
  for (const page of others) expect(targets, page).toContain(page);
});

it("each package tells assistants not to edit it, and names imports that it has", () => {
  const packages = readdirSync("packages");
  expect(packages.length).toBeGreaterThan(2);
  for (const name of packages) {
    const text = read(`packages/${name}/AGENTS.md`);
    expect(text).toContain("Do not edit this folder");
    const { exports } = JSON.parse(read(`packages/${name}/package.json`));
    for (const [, path = ""] of text.matchAll(new RegExp(`\`${name}(/[\\w/-]+)?\``, "g")))
      expect(Object.keys(exports)).toContain(`.${path}`);
  }
});

it("docs/first-hour.md shows the folders of src as they are", () => {
  const [picture = ""] = read("docs/first-hour.md").match(/(?<=^```text\nsrc\n)[\s\S]*?(?=^```)/m) ?? [];
  const [, ...shown] = picture.split("\n").reduce<string[][]>(
    ([above = [], ...paths], line) => {
      const [, indent = "", name = ""] = line.match(/^([│ ]*)[├└]── ([\w.-]+) +\S/) ?? [];
      const path = [...above.slice(0, indent.length / 4), name];
      return name ? [path, ...paths, path] : [above, ...paths];
    },
    [[]],
  );
  const paths = shown.map((path) => join("src", ...path));
  for (const path of paths) expect(existsSync(path), path).toBe(true);
  const folders = readdirSync("src", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of folders) expect(paths).toContain(join("src", name));
});

it("the index of each folder links to every page of the folder", () => {
  for (const page of pages.filter((each) => /^docs\/\w+\/(?!README)/.test(each))) {
    const index = join(dirname(page), "README.md");
    expect(
      linksOf(index).map(({ path }) => join(dirname(index), path)),
      index,
    ).toContain(page);
  }
});

const start = "template/tests/start.spec.ts";
const bench = "template/tests/bench.spec.ts";
const move = "template/tests/postgresql/move.spec.ts";

/** The beginning of a command of the docs, the file that runs it, and the words by which that file names it. */
const RUN: Record<string, [file: string, words: string]> = {
  "npm install": [".ci/run", "npm ci"],
  "npm ci": [".ci/run", "npm ci"],
  "npm test": [".ci/run", "npm test"],
  "npm run test:full": [".ci/run", "npm run test:full"],
  "npm run check": ["template/tests/recipes.spec.ts", '"types", "lint"'],
  "npm run format": ["template/tests/first-changes.spec.ts", 'npm("run format")'],
  "npm run screenshots -w template": ["template/tests/screenshots.spec.ts", "template/screenshots.ts"],
  "npm run film -w template": ["template/tests/screenshots.spec.ts", "template/film.ts"],
  "npm run paint -w template": ["template/tests/paint.spec.ts", "template/paint.ts"],
  "npm run release -w template": ["template/tests/support/npm-registry.ts", "packRelease(template"],
  "node template/solid-2/copy.ts": ["template/tests/solid-2-starter.spec.ts", "node template/solid-2/copy.ts"],
  "npm sbom": ["template/release.ts", "npm sbom --sbom-format cyclonedx --omit dev"],
  "npm run entry -w template": ["template/tests/registry.spec.ts", "writeEntry("],
  "npm run site -w template": ["template/tests/site.spec.ts", "buildSite("],
  "npm run licences -w template": ["template/tests/project/trust.test.ts", "npm run licences -w template"],
  "npm create": ["template/tests/create.spec.ts", "npm create --yes solid-auth-starter"],
  "npx solid-authjs init": ["template/tests/registry.spec.ts", "solid-authjs init"],
  "npm run dev": ["template/tests/dev.spec.ts", "npm run dev"],
  "npm run dev -- --port": ["template/tests/dev-start.spec.ts", '"--port"'],
  "npm run build": ["template/tests/postgresql/serverless.spec.ts", "docs/deploy/serverless.md"],
  "npm start": [start, "npm start"],
  "node .output/server/index.mjs": [start, ".output/server/index.mjs"],
  "npm run db:migration": ["template/tests/dev-schema.spec.ts", "db:migration"],
  "npm run db:migrate": ["template/tests/dev-schema.spec.ts", "db:migrate"],
  "npm run db:backup": ["tests/scripts/sqlite/backup.test.ts", "scripts/database/sqlite/backup.ts"],
  "npm run db:move": [move, "sqlite/to-postgresql.ts"],
  pg_dump: [move, "pg_dump --format=custom"],
  pg_restore: [move, "pg_restore --dbname"],
  "npm run test:nightly": [".github/workflows/nightly.yml", "npm run test:nightly -w template"],
  "npx vitest run": ["scripts/test.ts", "unit: vitest(),"],
  "npx playwright test": ["scripts/test.ts", "e2e: playwright(),"],
  "npm run doctor": ["template/tests/doctor.spec.ts", "packages/start-kit/src/doctor/cli.ts"],
  "npm run setup": ["template/tests/setup.spec.ts", "npm run setup -- --yes"],
  "npm run setup -- --yes": ["template/tests/setup.spec.ts", "npm run setup -- --yes"],
  "perl -0pi": ["template/tests/project/changelog.test.ts", "template/CHANGELOG.md"],
  "npm run db:keep": ["template/tests/project/setup.test.ts", "scripts/database/keep.mjs"],
  "npm run recipe": ["template/tests/support/recipes.ts", "scripts/recipe.ts"],
  "npm run db:studio": ["template/tests/dev.spec.ts", "npm run db:studio"],
  "npm run db:seed": ["tests/scripts/sqlite/seed.test.ts", "scripts/database/seed.ts"],
  "npm run typecheck": ["package.json", '"typecheck": "node scripts/run.mjs scripts/test.ts types"'],
  "npm run lint": ["package.json", '"lint": "node scripts/run.mjs scripts/test.ts lint"'],
  "npm run test:unit": ["template/tests/project/scripts.test.ts", '"test:unit"'],
  "npm run test:watch": ["template/tests/project/scripts.test.ts", '"test:watch"'],
  "npm run test:e2e": ["package.json", '"npm run build && playwright test"'],
  "npm run mutants -w template": ["template/nightly.ts", "mutants/run.ts"],
  "npm run mutants:draw -w template": ["template/mutants/draw.ts", "npm run mutants:draw -w template"],
  "npm run bench -w template": [bench, "template/bench/run.ts"],
  "npm run bench -w template -- --write": [bench, '"--write"'],
  "npm run bench -w template -- --quick": [bench, '"--quick"'],
  "npm run bench -w template -- --no-build": [bench, '"--no-build"'],
  "npm run bench -w template -- --profile": [bench, '"--profile"'],
  "npm run bench:peers -w template": [bench, "template/bench/peers.ts"],
  "npm run bench:sign-ins -w template": [bench, "template/bench/sign-ins.ts"],
  "npm run bench:cores -w template": [bench, "template/bench/cores.ts"],
  "npm run bench:starts -w template": [bench, "template/bench/starts.ts"],
  "npm run bench:scale -w template": ["template/bench/scale.ts", "postgresql/plans"],
  umask: ["template/tests/deploy.spec.ts", "docs/deploy/server.md"],
  sqlite3: ["template/tests/deploy.spec.ts", "sqlite3"],
  "systemd-analyze verify": ["template/tests/deploy.spec.ts", "systemd-analyze"],
  "npm audit": ["scripts/audit.mjs", '"npm audit"'],
  "npm run audit": ["template/tests/support/audit.ts", "scripts/audit.mjs"],
  "npm run template:update": ["template/tests/support/updates.ts", "docs/updates.md"],
  "node .git/template-update.mjs": ["template/tests/support/updates.ts", "docs/updates.md"],
  git: ["template/tests/support/updates.ts", "docs/updates.md"],
};

/**
 * Commands that change the machine, or need a service that the tests do not have. The page that names one says that it
 * was not tried.
 */
const NOT_RUN = [
  "npx degit",
  "npx playwright open",
  "docker",
  "useradd",
  "mkdir",
  "cp",
  "systemctl",
  "journalctl",
  "npx prisma migrate",
  "npx prisma db push",
  "npm audit fix",
  "npm publish",
];

/** The lines of blocks for a shell, and code in the text that is a program of the two lists with an argument. */
function commandsOf(page: string): string[] {
  const programs = [...Object.keys(RUN), ...NOT_RUN].map((command) => command.split(" ")[0]);
  const inText = Array.from(withoutBlocks(page).matchAll(/`([^`]+)`/g), ([, code = ""]) => code);
  const shell = blocksOf(page).filter(({ language }) => language === "sh");
  const lines = shell.flatMap((block) => {
    // A quoted argument may have several lines.
    const text = block.lines.join("\n").replace(/-e '[^']*'/g, (argument) => argument.replaceAll("\n", " "));
    return text.replaceAll("\\\n", "").split(/\n|&&/);
  });
  return [...inText.filter((code) => code.includes(" ") && programs.includes(code.split(" ")[0] ?? "")), ...lines]
    .map((command) =>
      command
        .replace(/#.*/, "")
        .replace(/^\s*(?:[A-Z_]+=\S*\s*)*/, "")
        .trim(),
    )
    .filter(Boolean);
}

/** Created by the first run, by the build, or by the reader. */
const NOT_IN_THE_REPOSITORY = /^(\.env|data|\.output|\.copies|node_modules)(\/|$)/;

describe.each(pages)("%s", (page) => {
  it("links to files and headings that are there", () => {
    expect(brokenLinksOf(page)).toEqual([]);
  });

  it("names files that are there, except those that a recipe adds, or that a change has moved", () => {
    if (page.startsWith("docs/recipes/") || page === "docs/first-hour.md" || page.endsWith("CHANGELOG.md")) return;
    const named = [
      ...withoutBlocks(page).matchAll(
        /`((?:src|tests|scripts|docs|prisma|public|packages|template|\.github)\/[\w./[\]-]*)`/g,
      ),
    ];
    const missing = named.map(([, path = ""]) => path).filter((path) => !existsSync(path));
    expect(missing.filter((path) => !NOT_IN_THE_REPOSITORY.test(path))).toEqual([]);
  });

  it("names npm scripts and test steps that are there", () => {
    const steps = readFileSync("scripts/test.ts", "utf8");
    const text = read(page);
    for (const [, name = "", workspace = "."] of text.matchAll(/\bnpm run ([\w:-]+)(?: -w (\w+))?/g))
      expect(JSON.parse(readFileSync(join(workspace, "package.json"), "utf8")).scripts).toHaveProperty([name]);
    for (const [, named = ""] of text.matchAll(/\bnpm test -- ([\w ]+)/g))
      for (const step of named.trim().split(" ")) expect(steps, step).toMatch(new RegExp(`^    ${step}: `, "m"));
  });

  it("each command is run by a test, or said to be untried", () => {
    for (const command of commandsOf(page)) {
      // A command with a flag for npm runs something else.
      const begins = (known: string) => `${command} `.startsWith(`${known} `) && !command.startsWith(`${known} -- --`);
      if (NOT_RUN.some(begins)) expect(read(page), command).toMatch(/not tried|untried/);
      else expect(Object.keys(RUN).filter(begins), `No test runs: ${command}`).not.toEqual([]);
    }
  });
});

it.each(Object.entries(RUN))("%s is run by a test", (command, [file, words]) => {
  expect(readFileSync(file, "utf8")).toContain(words);
  const commands = pages.flatMap(commandsOf);
  expect(
    commands.some((each) => each.startsWith(command)),
    "is on a page",
  ).toBe(true);
});
