// `npm run test:full` runs the template's own tests, which take longer, against a new build. The step "postgresql" runs
// the server and browser tests, the layer's, the stories and some of the long tests again on a PostgreSQL server of its
// own, where Debian's postgresql, nginx and pgbouncer are installed; not those that would pass on any database.
// Arguments select steps:
// `npm run test:full -- build stories`.

import { delimiter, join } from "node:path";
import { BUILD, bin, PREPARE, runSteps, type Step, type Steps } from "../scripts/steps.ts";
import { missingPackages } from "../tests/support/postgresql/server.ts";

const here = import.meta.dirname;

// Debian keeps nginx, pgbouncer and mkfs there, outside of a user's PATH.
process.env.PATH = [process.env.PATH, "/usr/sbin"].join(delimiter);

const vitest = (...args: string[]): Step => ({ script: bin("vitest/vitest.mjs"), args: ["run", ...args] });
const layer = (...files: string[]) => vitest("--config", join(here, "vitest.config.ts"), ...files);
/** The tests of packages/solid-auth by themselves, with databases in memory. */
const alone = vitest("--root", join(here, "../packages/solid-auth"));
const playwright = (...args: string[]): Step => ({
  script: bin("@playwright/test/cli.js"),
  args: ["test", ...args],
  needsBrowser: true,
});
const specs = (project: string, ...files: string[]) =>
  playwright(...files, "--config", join(here, "playwright.config.ts"), "--project", project);

/** About requests, pages and the browser: what is stored decides nothing there. */
const ANY_DATABASE = [
  "--grep-invert",
  "(accessibility|api|headers|meta|pages|requests|sign-in-page|theme|unanswered-presses|unsent-forms)[.]spec",
];
const ANY_DATABASE_LAYER = "**/{callback-url,client,cookies,endpoints,origin,redirect-proxy,webauthn-vectors}.test.ts";

const onPostgreSql: Step = {
  script: join(here, "tests/support/with-postgresql.ts"),
  args: [
    vitest("tests/server"),
    layer(
      "solid-auth",
      "last-method",
      "prisma-adapter",
      "provider-answers",
      "provider-tokens",
      "vouched-address",
      "--exclude",
      ANY_DATABASE_LAYER,
    ),
    playwright(...ANY_DATABASE),
    specs("stories", ...ANY_DATABASE),
    // The long tests whose result could depend on the database.
    specs("together", "/errors", "kill", "/limits", "silent-mail", "stolen-copy"),
    specs("alone", "cores", "same-answers"),
    specs("postgresql"),
  ].map(({ script, args = [] }) => JSON.stringify([script, ...args])),
  needsBrowser: true,
};

const steps: Steps = {
  prepare: PREPARE,
  build: BUILD,
  layer: [alone, layer()],
  stories: specs("stories"),
  together: specs("together"),
  alone: specs("alone"),
  postgresql: onPostgreSql,
};

const chosen = process.argv.slice(2);
const missing = missingPackages();
if (chosen.length === 0 && missing.length > 0) delete steps.postgresql;
runSteps(steps, chosen);
if (chosen.length === 0)
  console.log(
    `Databases: ${missing.length === 0 ? "SQLite, PostgreSQL" : `SQLite; PostgreSQL needs ${missing.join(", ")}`}.`,
  );
