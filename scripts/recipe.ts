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

/** Runs the script `db:migration` of package.json, with this Node. */
const MIGRATE = ["--disable-warning=ExperimentalWarning", "scripts/run.mjs", "scripts/database/migration.ts"];

// Ctrl+C ends the command that runs. What is left is said all the same.
process.on("SIGINT", () => {});

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
  const left: string[] = [];
  for (const plan of todo) carryOut(plan, left);
  const packages = todo.flatMap(({ commands }) => commands.flatMap((command) => command.match(INSTALL)?.[1] ?? []));
  const install = `npm install --prefer-offline --no-audit --no-fund ${packages.join(" ")}`;
  // On Windows, npm is a script of a shell.
  if (packages.length > 0 && !succeeds(install, [], { shell: true })) left.push(`npm install ${packages.join(" ")}`);
  process.exitCode = left.length > 0 ? 1 : 0;
  left.push(...todo.flatMap(({ commands }) => commands.filter((line) => !MIGRATION.test(line) && !INSTALL.test(line))));
  if (left.length > 0) console.log(`\nThese commands are left to you:\n\n  ${left.join("\n  ")}`);
  if (todo.length > 0) console.log("\nThe pages say what to set, and why. Then: npm test");
}

/** @param left gets the commands for the owner: from the first that fails on, each needs those before it */
function carryOut({ page, files, commands }: Plan, left: string[]): void {
  for (const [file, text] of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  console.log(`${RECIPES}/${page}.md: ${[...files.keys()].join(", ")}`);
  for (const command of commands) {
    const [, migration] = command.match(MIGRATION) ?? [];
    if (migration && (left.length > 0 || !succeeds(process.execPath, [...MIGRATE, migration]))) left.push(command);
  }
}

function succeeds(command: string, args: string[], options?: { shell: true }): boolean {
  return spawnSync(command, args, { cwd: root, stdio: "inherit", ...options }).status === 0;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
