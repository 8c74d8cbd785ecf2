// `npm run test:full` runs the template's own tests, which take longer, on a build of the same files. The step
// "postgresql" runs what could depend on the database again, on a PostgreSQL server of its own, where Debian's
// postgresql, nginx and pgbouncer are installed. What takes longest runs at night only (night.ts, nightly.ts).
// Arguments select steps:
// `npm run test:full -- build browser`.

import { statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { BUILD, PREPARE, playwright, runSteps, type Step, type Steps, vitest } from "../scripts/steps.ts";
import { ownFiles } from "../tests/support/copies.ts";
import { missingPackages } from "../tests/support/postgresql/server.ts";
import { isNight, OF_NIGHT, ON_POSTGRESQL } from "./night.ts";

const here = import.meta.dirname;

// Debian keeps nginx, pgbouncer and mkfs there, outside of a user's PATH.
process.env.PATH = [process.env.PATH, "/usr/sbin"].join(delimiter);

const layer = (...files: string[]) => vitest("--config", join(here, "vitest.config.ts"), ...files);
/** The tests of packages/solid-authjs by themselves, with databases in memory. */
const alone = vitest("--root", join(here, "../packages/solid-authjs"));
const specs = (project: string, ...files: string[]) =>
  playwright(...files, "--config", join(here, "playwright.config.ts"), "--project", project);
/** For runs of Playwright at the same time: each empties the folder of its traces when it begins. */
const keptIn = (folder: string, { args = [], ...step }: Step): Step => ({
  ...step,
  args: [...args, "--output", join("test-results", folder)],
});

/** About requests, pages and the browser: what is stored decides nothing there. */
const ANY_DATABASE = ["--grep-invert", "(accessibility|api|headers|meta|pages|theme)[.]spec"];
const ANY_DATABASE_LAYER = "**/{callback-url,client,cookies,endpoints,origin,redirect-proxy}.test.ts";

/** Whether the build is newer than all files, and than the folders, which change with what is removed from them. */
function isBuilt(): boolean {
  const timeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  const root = join(here, "..");
  const built = timeOf(join(root, ".output/nitro.json")) ?? 0;
  const files = ownFiles().map((file) => join(root, file));
  return [...files, ...files.map(dirname)].every((path) => path === root || (timeOf(path) ?? Infinity) < built);
}

const onPostgreSqlByDay = [vitest(...ON_POSTGRESQL.server), layer(...ON_POSTGRESQL.layer), specs("postgresql")];
const onPostgreSqlAtNight = [
  vitest("tests/server"),
  layer("solid-authjs", "last-method", "prisma-adapter", "provider-tokens", "--exclude", ANY_DATABASE_LAYER),
  playwright(...ANY_DATABASE),
  // It reads each table.
  specs("together", "stolen-copy"),
  // The recipes. What a copy's own tests say of them does not depend on the database.
  specs("clones", "/recipes.spec", "--grep-invert", "the tests pass with all|with jwt-sessions"),
  specs("measures", "same-answers"),
  specs("postgresql", ...OF_NIGHT),
];

const onPostgreSql: Step = {
  script: join(here, "tests/support/with-postgresql.ts"),
  args: (isNight ? onPostgreSqlAtNight : onPostgreSqlByDay)
    .map((step) => (step.needsBrowser ? keptIn("postgresql", step) : step))
    .map(({ script, args = [] }) => JSON.stringify([script, ...args])),
  needsBrowser: true,
  runsBeside: true,
};

const steps: Steps = {
  prepare: PREPARE,
  build: BUILD,
  ...(isNight
    ? {
        browser: specs("together", "--project", "stories", ...OF_NIGHT),
        clones: specs("clones", ...OF_NIGHT),
        measures: specs("measures", ...OF_NIGHT),
        // With the application's adapter. Each commit runs them with tables in memory.
        layer: layer("solid-authjs", "--exclude", "**/prisma/**"),
      }
    : {
        // The longest first.
        browser: {
          ...keptIn("browser", specs("clones", "--project", "together", "--project", "stories")),
          runsBeside: true,
        },
        layer: [alone, layer()],
      }),
  postgresql: onPostgreSql,
};

const chosen = process.argv.slice(2);
const isWhole = chosen.every((arg) => arg === "--verbose");
if (isWhole && isBuilt()) delete steps.build;
const missing = missingPackages();
if (isWhole && missing.length > 0) delete steps.postgresql;
await runSteps(steps, chosen);
if (isWhole)
  console.log(
    `Databases: ${missing.length === 0 ? "SQLite, PostgreSQL" : `SQLite; PostgreSQL needs ${missing.join(", ")}`}.`,
  );
