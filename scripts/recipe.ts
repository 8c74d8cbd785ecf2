// `npm run recipe` lists the recipes of docs/recipes, and `npm run recipe -- teams` follows one, or several: it writes
// the files and the migrations, and installs the packages. If a recipe does not fit, it says where, and changes
// nothing.

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listRecipes, RECIPES, withNeeds } from "./recipes/list.ts";
import { hasFileOf, type Plan, planRecipes } from "./recipes/plan.ts";

const root = join(import.meta.dirname, "..");

/** The commands that write a migration and that install packages. Other lines are for people. */
const MIGRATION = /^npm run db:migration -- (\w+)$/;
const INSTALL = /^npm install ([\w@./^~ -]+)$/;

/** This Node, as the script `db:migration` of package.json runs it. */
const NODE = `"${process.execPath}" --disable-warning=ExperimentalWarning`;

const recipes = listRecipes(root);
const names = process.argv.slice(2);
const unknown = names.find((name) => !recipes.some((recipe) => recipe.name === name));
if (unknown) fail(`There is no recipe "${unknown}". Recipes: ${recipes.map(({ name }) => name).join(", ")}.`);
if (names.length > 0) follow(names);
else list();

function list(): void {
  const width = Math.max(...recipes.map(({ name }) => name.length));
  for (const { name, summary } of recipes) console.log(`${name.padEnd(width)}  ${summary}`);
  console.log("\n`npm run recipe -- NAME` follows one.");
}

function follow(names: string[]): void {
  const pagesOf = (name: string) => recipes.find((recipe) => recipe.name === name)?.pages ?? [];
  const all = withNeeds(recipes, names).filter((name) => names.includes(name) || !hasFileOf(root, pagesOf(name)));
  if (all.some((name) => !names.includes(name)))
    fail(`Nothing is changed: this builds on other recipes. All of them: npm run recipe -- ${all.join(" ")}`);
  const plans = planRecipes(root, all.flatMap(pagesOf));
  const problems = plans.flatMap((plan) => plan.problems);
  if (problems.length > 0)
    fail(`Nothing is changed: the recipe does not fit here. Follow it by hand.\n\n${problems.join("\n\n")}`);
  for (const { page, isDone } of plans) if (isDone) console.log(`${RECIPES}/${page}.md has been followed already.`);
  const todo = plans.filter(({ isDone }) => !isDone);
  for (const plan of todo) carryOut(plan);
  const packages = todo.flatMap(({ commands }) => commands.flatMap((command) => command.match(INSTALL)?.[1] ?? []));
  if (packages.length > 0) run(`npm install --prefer-offline --no-audit --no-fund ${packages.join(" ")}`);
  const own = todo.flatMap(({ commands }) => commands.filter((line) => !MIGRATION.test(line) && !INSTALL.test(line)));
  if (own.length > 0) console.log(`\nThese commands are left to you:\n\n  ${own.join("\n  ")}`);
  if (todo.length > 0) console.log("\nThe pages say what to set, and why. Then: npm test");
}

function carryOut({ page, files, commands }: Plan): void {
  for (const [file, text] of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  console.log(`${RECIPES}/${page}.md: ${[...files.keys()].join(", ")}`);
  for (const command of commands) {
    const [, migration] = command.match(MIGRATION) ?? [];
    if (migration) run(`${NODE} scripts/run.mjs scripts/database/migration.ts ${migration}`);
  }
}

/** Ends the process with the command's status if it fails. */
function run(command: string): void {
  const { status } = spawnSync(command, { cwd: root, shell: true, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
