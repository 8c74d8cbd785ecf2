// The recipes fit the project's files, and the command that follows one stops where it does not fit. recipes.spec.ts
// builds them and tries them in the browser, which takes minutes.

import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrationBetween } from "database-engines/tools";
import { describe, expect, it } from "vitest";
import { migrationRisks } from "../../../packages/database-engines/src/tools/migration-risks.ts";
import { listParts, listRecipes, withNeeds } from "../../../scripts/recipes/list.ts";
import { planRecipes } from "../../../scripts/recipes/plan.ts";
import { copyProject } from "../../../tests/support/copies.ts";
import { problemsOfRecipeMutants, readRecipeMutants } from "../../mutants/recipes.ts";
import { TOGETHER, WITH_JWT } from "../support/recipes.ts";
import { attempt, commit, run } from "../support/updates.ts";

const MAX_LINES = 60;

const root = process.cwd();
const recipesAndParts = [...listRecipes(root), ...listParts(root)];
const pagesOf = (names: string[]) =>
  names.flatMap((name) => recipesAndParts.find((recipe) => recipe.name === name)?.pages ?? []);

it("each page belongs to a recipe, and has at most 60 lines", () => {
  const ofRecipes = listRecipes(root).flatMap(({ pages }) => pages);
  const linesOf = (file: string) => readFileSync(`docs/recipes/${file}`, "utf8").trimEnd().split("\n").length;
  const files = readdirSync("docs/recipes").filter((file) => file !== "README.md");
  expect(files.filter((file) => !ofRecipes.includes(file.slice(0, -3)) || linesOf(file) > MAX_LINES)).toEqual([]);
});

it("the lines that the recipes change are there, and no migration loses data or fails where there are rows", async () => {
  expect(planRecipes(root, pagesOf(WITH_JWT)).flatMap(({ problems }) => problems)).toEqual([]);
  let before = readFileSync("prisma/schema.prisma", "utf8");
  for (const { page, files, problems, isDone } of planRecipes(root, pagesOf(TOGETHER))) {
    expect([problems, isDone], page).toEqual([[], false]);
    const after = files.get("prisma/schema.prisma") ?? before;
    const sql = after === before ? "" : ((await migrationBetween("postgresql", before, after)) ?? "");
    expect(migrationRisks(sql, ""), page).toEqual([]);
    before = after;
  }
});

it("the mutants of the recipes fit their files, and name tests that are there", () => {
  expect(problemsOfRecipeMutants(root, TOGETHER)).toEqual([]);
  const folder = "template/tests/support/recipe-tests";
  const files = ["template/tests/recipes.spec.ts", ...readdirSync(folder).map((file) => `${folder}/${file}`)];
  const tests = files.map((file) => readFileSync(file, "utf8")).join("\n");
  const titles = readRecipeMutants().map(({ title }) => title);
  expect(titles.filter((title) => !tests.includes(title))).toEqual([]);
});

// "the lines that the recipes change" has them in the order of the table.
it("two recipes fit in the other order, too, unless one builds on the other", () => {
  const orders = TOGETHER.flatMap((one, index) =>
    TOGETHER.slice(0, index).map((other) => withNeeds(recipesAndParts, [one, other])),
  );
  const problems = orders.flatMap((names) => planRecipes(root, pagesOf(names)).flatMap((plan) => plan.problems));
  expect([...new Set(problems)]).toEqual([]);
});

/** The modules of the application that a text imports. */
const importsOf = (text: string) => Array.from(text.matchAll(/from "~\/([^"?]+)"/g), ([, path = ""]) => `src/${path}`);

it.each(recipesAndParts.map(({ name }) => [name]))(
  "a recipe, or a part of one, fits the files as they come with those that it links to, and imports what is there: %s",
  (name) => {
    const plans = planRecipes(root, pagesOf(withNeeds(recipesAndParts, [name])));
    expect(plans.flatMap(({ problems }) => problems)).toEqual([]);
    const files = new Map(plans.flatMap((plan) => [...plan.files]));
    const isThere = (path: string) =>
      ["", ".ts", ".tsx", "/index.ts", "/client.ts"].some((end) => files.has(path + end) || existsSync(path + end));
    const missing = [...files.values()].flatMap(importsOf).filter((path) => !isThere(path));
    expect(missing.filter((path) => !path.startsWith("src/server/database/generated"))).toEqual([]);
  },
);

describe("npm run recipe", () => {
  const folder = copyProject("recipe-command");
  const PAGE = "src/routes/reports.tsx";
  const SETTINGS = join(folder, "app.config.ts");
  const RECORD = join(folder, ".template-base");
  const recipe = (...names: string[]) => attempt(folder, ["node scripts/recipe.ts", ...names].join(" "));
  const isThere = (file: string) => existsSync(join(folder, file));

  it("an unknown name is answered with the names of all recipes", () => {
    const { status, said } = recipe("protected-page", "../../README");
    expect([status, said]).toEqual([
      1,
      expect.stringMatching(/^There is no recipe "..\/..\/README"\. Recipes: .*teams/),
    ]);
    expect(isThere(PAGE)).toBe(false);
  });

  it("names the recipes that another one builds on, and changes nothing", () => {
    const { status, said } = recipe("impersonation");
    expect([status, said]).toEqual([1, expect.stringContaining("npm run recipe -- role users impersonation\n")]);
    expect(isThere("src/admin")).toBe(false);
    writeFileSync(join(folder, "src/server/auth/admin.ts"), "// mine, since\n");
    expect(recipe("impersonation").said).toContain("npm run recipe -- users impersonation\n");
    rmSync(join(folder, "src/server/auth/admin.ts"));
  });

  it("says with --dry-run what it would write, change and run, and changes nothing", () => {
    const schema = readFileSync(join(folder, "prisma/schema.prisma"), "utf8").split("\n");
    const { status, said } = recipe("model", "sentry", "--dry-run");
    expect(status).toBe(0);
    expect(said).toMatch(/^docs\/recipes\/model\.md\n {2}changes prisma\/schema\.prisma:\d+\n/);
    const [, relation = "", models = ""] = said.match(/schema\.prisma:(\d+)\n.*schema\.prisma:(\d+)\n/) ?? [];
    expect(schema[Number(relation) - 2]).toContain("authenticators");
    expect(schema[Number(models) - 2]).toContain("Your own models follow");
    for (const line of [
      "runs npm run db:migration -- notes",
      "writes src/notes/notes.ts",
      "changes src/server/log/report-error.ts:5",
      "runs npm install @sentry/node@11",
    ])
      expect(said).toContain(`\n  ${line}\n`);
    expect(readFileSync(join(folder, "prisma/schema.prisma"), "utf8").split("\n")).toEqual(schema);
    for (const file of [RECORD, join(folder, "src/notes")]) expect(existsSync(file), file).toBe(false);
  });

  it("follows a page for any list alone, once those that it builds on are there, and names these before", () => {
    const { status, said } = recipe("list-search");
    expect([status, said]).toEqual([
      1,
      expect.stringContaining("npm run recipe -- list-query list-filter list-search\n"),
    ]);
    expect(isThere("src/components/SearchForm.tsx")).toBe(false);
    expect(recipe("list-query", "list-filter")).toMatchObject({ status: 0 });
    expect(recipe("list-search")).toMatchObject({ status: 0 });
    expect(isThere("src/components/SearchForm.tsx")).toBe(true);
    expect(isThere("src/notes")).toBe(false);
    expect(readFileSync(RECORD, "utf8")).toMatch(
      /^recipe list \w+ list-query\nrecipe list \w+ list-filter\nrecipe list \w+ list-search\n$/,
    );
    const written = ["lib/list-query.ts", "messages/list.ts", "components/Filter.tsx", "components/SearchForm.tsx"];
    for (const file of [...written.map((path) => join(folder, "src", path)), RECORD]) rmSync(file);
  });

  it("names the lines where a recipe does not fit, or the file that is there already, and changes nothing", () => {
    const settings = readFileSync(SETTINGS, "utf8");
    const own = settings.replace('protectedPaths: ["/protected", ', 'protectedPaths: ["/mine", ');
    expect(own).not.toBe(settings);
    writeFileSync(SETTINGS, own);
    const missing = "docs/recipes/protected-page.md, app.config.ts: these lines are not there:\n  protectedPaths: [";
    expect(recipe("protected-page")).toEqual({ status: 1, said: expect.stringContaining(missing) });
    expect([isThere(PAGE), readFileSync(SETTINGS, "utf8")]).toEqual([false, own]);
    writeFileSync(SETTINGS, settings);
    writeFileSync(join(folder, PAGE), "// mine\n");
    const there = expect.stringContaining(`${PAGE}: this file is there already.`);
    expect(recipe("protected-page")).toEqual({ status: 1, said: there });
    expect(readFileSync(SETTINGS, "utf8")).toBe(settings);
    rmSync(join(folder, PAGE));
  });

  it("follows a recipe once, and says so when it is asked again", () => {
    const first = recipe("protected-page", "picture");
    expect([first.status, first.said]).toEqual([
      0,
      expect.stringContaining("\nNew: /reports, /protected/picture. The links"),
    ]);
    const settings = readFileSync(SETTINGS, "utf8");
    expect(settings).toContain('"/reports"');
    expect(settings).toContain('"img-src"');
    expect(readFileSync(join(folder, PAGE), "utf8")).toContain("export default Protected(Reports);\n");
    const { status, said } = recipe("protected-page");
    expect([status, said]).toEqual([0, "docs/recipes/protected-page.md has been followed already.\n"]);
    expect(readFileSync(RECORD, "utf8")).toMatch(/^recipe picture \w+\nrecipe protected-page \w+\n$/);
    expect(readFileSync(SETTINGS, "utf8")).toBe(settings);
  });

  it("says which commands are left if one fails, and follows the rest", () => {
    // The command for migrations needs packages, which this copy has not.
    const { status, said } = recipe("model", "passwords");
    expect(status).toBe(1);
    const [, left = ""] = said.split("These commands are left to you:\n\n");
    expect(left).toMatch(/^ {2}npm run db:migration -- notes_passwords\n/);
    expect(readFileSync(join(folder, "prisma/schema.prisma"), "utf8")).toContain("model Note ");
    expect(existsSync(join(folder, "src/account/passwords.ts")), said).toBe(true);
  });

  it("an owner's change between two recipes does not stop a third one, and stays", () => {
    const own = readFileSync(SETTINGS, "utf8").replace('name: "Solid Auth Starter"', 'name: "Acme"');
    writeFileSync(SETTINGS, own.replace('"/reports"]', '"/reports", "/mine"]'));
    expect(recipe("github-api")).toMatchObject({ status: 0 });
    expect(readFileSync(SETTINGS, "utf8")).toMatch(
      /"Acme"[\s\S]*"\/reports", "\/mine"\][\s\S]*storeProviderTokens: true/,
    );
  });
});

it("npm run recipe changes nothing while a change is in no commit, and prints the command that undoes what it has done", () => {
  const folder = copyProject("recipe-undo");
  rmSync(join(folder, ".git"), { recursive: true, force: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  run(folder, "git init --quiet --initial-branch main");
  const mine = commit(folder, "Mine");
  const SETTINGS = join(folder, "app.config.ts");
  const settings = readFileSync(SETTINGS, "utf8");
  writeFileSync(SETTINGS, `// mine\n${settings}`);
  const refused = attempt(folder, "npm run recipe -- model");
  expect([refused.status, refused.said]).toEqual([1, expect.stringContaining("Commit them first")]);
  expect(run(folder, "git status --porcelain")).toBe(" M app.config.ts\n");

  writeFileSync(SETTINGS, settings);
  const { status, said } = attempt(folder, "npm run recipe -- model");
  expect(status, said).toBe(0);
  expect(readFileSync(join(folder, ".template-base"), "utf8")).toBe(`recipe model ${mine}\n`);
  const migrations = () => readdirSync(join(folder, "prisma/migrations/sqlite")).filter((name) => /_notes$/.test(name));
  expect(migrations()).toHaveLength(1);
  const [, undo = "exit 1"] = said.split("Or undo it:\n\n");
  run(folder, undo);
  expect(run(folder, "git status --porcelain")).toBe("");
  expect([migrations(), existsSync(join(folder, "src/notes"))]).toEqual([[], false]);
  expect(run(folder, "git rev-parse HEAD").trim()).toBe(mine);
});
