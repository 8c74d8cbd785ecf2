// `npm test` checks types, lint and format, runs the unit and server tests, builds for production and runs the browser
// tests against that build. `npm run test:full` runs the template's own tests (tests/template), which take longer,
// against a new build. The step "postgresql" runs the server and browser tests, the layer's, the stories and some of
// the long tests again on a PostgreSQL server of its own, where Debian's postgresql, nginx and pgbouncer are installed.
// Arguments select steps: `npm test -- unit`, `npm test -- build e2e`.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { missingPackages } from "../tests/support/postgresql.ts";
import { ensureBrowser } from "./browser.ts";

const root = join(import.meta.dirname, "..");
const bin = (path: string) => join(root, "node_modules", path);
const template = join(root, "tests/template");

const vitest = bin("vitest/vitest.mjs");
const playwright = bin("@playwright/test/cli.js");
const layer = [vitest, "run", "--config", join(template, "vitest.config.ts")];

function templateSpecs(project: string, ...files: string[]): string[] {
  return [playwright, "test", ...files, "--config", join(template, "playwright.config.ts"), "--project", project];
}

/** Of the long tests, those whose result could depend on the database. */
const ON_BOTH_ENGINES = ["cross-site", "errors", "kill", "limits", "same-answers", "silent-mail", "stolen-copy"];

const STEPS: Record<string, string[]> = {
  prepare: [join(root, "scripts/prepare.ts")],
  types: [bin("typescript/bin/tsc"), "--noEmit"],
  lint: [bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings"],
  unit: [vitest, "run"],
  build: [bin("vite/bin/vite.js"), "build", "--logLevel", "warn"],
  e2e: [playwright, "test"],
};

/** The steps of `npm run test:full` after the build. */
const TEMPLATE_STEPS: Record<string, string[]> = {
  layer,
  stories: templateSpecs("stories"),
  alone: templateSpecs("alone"),
  postgresql: [
    join(template, "support/with-postgresql.ts"),
    ...[
      [vitest, "run", "tests/server"],
      [...layer, "solid-auth", "last-method", "provider-tokens"],
      [playwright, "test"],
      templateSpecs("stories"),
      templateSpecs("alone", ...ON_BOTH_ENGINES),
      templateSpecs("postgresql"),
    ].map((command) => JSON.stringify(command)),
  ],
};

const ALL_STEPS: Record<string, string[]> = { ...STEPS, ...TEMPLATE_STEPS };
const NEED_BROWSER = ["e2e", "stories", "alone", "postgresql"];

const chosen = process.argv.slice(2);
const isFull = chosen[0] === "--full";

if (isFull && !existsSync(template)) {
  console.log("There is no tests/template, so there is nothing to check beyond `npm test`.");
  process.exit();
}

const unknown = chosen.find((step) => !isFull && !ALL_STEPS[step]);
if (unknown) fail(`There is no step "${unknown}". Steps: ${Object.keys(ALL_STEPS).join(", ")}.`);

// Debian keeps nginx, pgbouncer and mkfs there, outside of a user's PATH.
process.env.PATH = [process.env.PATH, "/usr/sbin"].join(delimiter);

/** For the tests on PostgreSQL. */
const missing = isFull ? missingPackages() : [];
const started = Date.now();
const times: string[] = [];
for (const step of stepsToRun()) {
  const begun = Date.now();
  run(step);
  times.push(`${step} ${secondsSince(begun)} s`);
}
console.log(`\nAll checks passed in ${secondsSince(started)} seconds (${times.join(", ")}).`);
if (isFull)
  console.log(
    `Databases: ${missing.length === 0 ? "SQLite, PostgreSQL" : `SQLite; PostgreSQL needs ${missing.join(", ")}`}.`,
  );

function stepsToRun(): string[] {
  if (isFull)
    return ["prepare", "build", ...Object.keys(TEMPLATE_STEPS)].filter(
      (step) => step !== "postgresql" || missing.length === 0,
    );
  return chosen.length > 0 ? [...new Set(["prepare", ...chosen])] : Object.keys(STEPS);
}

function run(step: string): void {
  console.log(`\n> ${step}`);
  const needsBrowser = NEED_BROWSER.includes(step);
  const browser = needsBrowser ? ensureBrowser() : undefined;
  if (needsBrowser && !browser) process.exit(1);
  const env = { ...process.env, ...(browser && { CHROMIUM_PATH: browser }) };
  const { status } = spawnSync(process.execPath, ALL_STEPS[step] ?? [], { cwd: root, stdio: "inherit", env });
  if (status !== 0) fail(`The step "${step}" failed.`);
}

function secondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1000);
}

function fail(message: string): never {
  console.error(`\n${message}`);
  process.exit(1);
}
