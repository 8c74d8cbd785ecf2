// `npm run test:full` runs the template's own tests, which take longer, against a new build. The step "postgresql" runs
// what could depend on the database again, on a PostgreSQL server of its own, where Debian's postgresql, nginx and
// pgbouncer are installed. What takes longest runs at night only (night.ts, nightly.ts).
// Arguments select steps:
// `npm run test:full -- build stories`.

import { delimiter, join } from "node:path";
import { BUILD, PREPARE, playwright, runSteps, type Step, type Steps, vitest } from "../scripts/steps.ts";
import { missingPackages } from "../tests/support/postgresql/server.ts";
import { isNight, ON_POSTGRESQL } from "./night.ts";

const here = import.meta.dirname;

// Debian keeps nginx, pgbouncer and mkfs there, outside of a user's PATH.
process.env.PATH = [process.env.PATH, "/usr/sbin"].join(delimiter);

const layer = (...files: string[]) => vitest("--config", join(here, "vitest.config.ts"), ...files);
/** The tests of packages/solid-auth by themselves, with databases in memory. */
const alone = vitest("--root", join(here, "../packages/solid-auth"));
const specs = (project: string, ...files: string[]) =>
  playwright(...files, "--config", join(here, "playwright.config.ts"), "--project", project);

/** About requests, pages and the browser: what is stored decides nothing there. */
const ANY_DATABASE = [
  "--grep-invert",
  "(accessibility|api|headers|meta|pages|requests|sign-in-page|theme|unanswered-presses|unsent-forms)[.]spec",
];
const ANY_DATABASE_LAYER = "**/{callback-url,client,cookies,endpoints,origin,redirect-proxy,webauthn-vectors}.test.ts";

const onPostgreSqlByDay = [
  vitest(...ON_POSTGRESQL.server),
  layer(...ON_POSTGRESQL.layer),
  playwright(...ON_POSTGRESQL.browser),
  specs("postgresql"),
];
const onPostgreSqlAtNight = [
  vitest("tests/server"),
  layer("solid-auth", "last-method", "prisma-adapter", "provider-tokens", "--exclude", ANY_DATABASE_LAYER),
  playwright(...ANY_DATABASE),
  specs("stories", ...ANY_DATABASE),
  // The long tests whose result could depend on the database.
  specs("together", "/errors", "kill", "/limits", "silent-mail", "stolen-copy"),
  specs("measures", "cores", "same-answers"),
  specs("postgresql"),
];

const onPostgreSql: Step = {
  script: join(here, "tests/support/with-postgresql.ts"),
  args: (isNight ? onPostgreSqlAtNight : onPostgreSqlByDay).map(({ script, args = [] }) =>
    JSON.stringify([script, ...args]),
  ),
  needsBrowser: true,
};

const steps: Steps = {
  prepare: PREPARE,
  build: BUILD,
  layer: [alone, layer()],
  stories: specs("stories"),
  together: specs("together"),
  alone: specs("alone"),
  ...(isNight && { measures: specs("measures") }),
  postgresql: onPostgreSql,
};

const chosen = process.argv.slice(2);
const isWhole = chosen.every((arg) => arg === "--verbose");
const missing = missingPackages();
if (isWhole && missing.length > 0) delete steps.postgresql;
runSteps(steps, chosen);
if (isWhole)
  console.log(
    `Databases: ${missing.length === 0 ? "SQLite, PostgreSQL" : `SQLite; PostgreSQL needs ${missing.join(", ")}`}.`,
  );
