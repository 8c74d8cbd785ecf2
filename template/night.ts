// What the nightly run has, because the run of each commit leaves it out: what measures, what takes long, and what
// another part has found before. `npm run test:nightly -w template` sets NIGHT; a test that it alone runs is in one of
// these lists, has the tag @night, or counts with `atNight`. Its browser has windows. What a mutant needs stays in the
// run of each commit (mutants/list.ts). A test there that needs a page or a route of its own takes the build that
// several share (tests/support/variants.ts).

export const isNight = process.env.NIGHT === "1";

/** The amount that a test tries: the whole at night, and enough of it for each commit. */
export const atNight = (whole: number, ofEachCommit: number): number => (isNight ? whole : ofEachCommit);

/** Test files, as the starts of their paths in template/tests. */
export const NIGHT_SPECS = [
  // Tests that take packages from the registry. (Each commit sets three copies up, in first-changes.spec.ts and
  // recipes.spec.ts.)
  "setup",
  // Mutants of the recipes. Each commit runs the tests that notice them, and checks that the list fits.
  "recipe-mutants",
  // All tests of a copy that differs from the project in its words.
  "translated",
  "create",
  "registry",
  "solid-2-starter",
  "without-start-kit",
  "postgresql/plans",
  "postgresql/serverless",
  // Tests that change the schema and run Prisma's commands. With each commit
  // packages/database-engines/test/migration-risks.test.ts has what is asked about.
  "dev-schema",
  // A test that needs browsers which are not on every machine.
  "real-browsers",
];

/** Specs of which each commit runs a part, and the night all: an amount (`atNight`), or a copy that tests share. */
const WHOLE_SPECS = ["input-fuzz", "first-changes"];

/** What the night's browser tests are: a tag, or the name of a file. */
export const OF_NIGHT = ["--grep", `@night|(${[...NIGHT_SPECS, ...WHOLE_SPECS].join("|")})[.]spec`];

/**
 * The packages' tests, of the layer those that are about the application's adapter. With tables in memory each commit
 * runs all of the layer's.
 */
export const LAYER = ["packages/database-engines/", "packages/start-kit/", "packages/solid-authjs/test/prisma/"];

/** What each commit runs on PostgreSQL, beside tests/postgresql. */
export const ON_POSTGRESQL = {
  server: ["tests/account/", "tests/server/auth/", "tests/server/database/"],
  layer: ["packages/solid-authjs/test/prisma/", "template/tests/project/last-method", "template/tests/project/prisma-"],
};

/** @returns why the run of each commit does not have this test; undefined if it has */
export function missingAtDay(file: string, isOnPostgreSql: boolean, source: string, title?: string) {
  const [, spec = ""] = file.match(/^template\/tests\/(.*\.spec\.ts)$/) ?? [];
  if (NIGHT_SPECS.some((start) => spec.startsWith(start))) return "runs at night only";
  // A tag stands behind the title.
  const at = title ? source.indexOf(title) : -1;
  if (at >= 0 && /^[^{]*\{\s*tag: "@night"/.test(source.slice(at))) return "has the tag @night";
  const onPostgreSql = Object.values(ON_POSTGRESQL).flat();
  if (isOnPostgreSql && !onPostgreSql.some((start) => file.startsWith(start)))
    return "runs on PostgreSQL at night only";
  return undefined;
}
