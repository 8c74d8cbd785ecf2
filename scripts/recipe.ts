// `npm run recipe` lists the recipes of docs/recipes, and `npm run recipe -- teams` follows one, or several: it writes
// the files and one migration, installs the packages, and notes the recipe for `npm run template:update`. If a recipe
// does not fit, it says where, and changes nothing. With `--dry-run` it changes nothing either, and prints the changes.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listParts, listRecipes, RECIPES, withNeeds } from "./recipes/list.ts";
import { hasFileOf, type Plan, planRecipes } from "./recipes/plan.ts";

const root = join(import.meta.dirname, "..");

/** The commands that write a migration and that install packages. Other lines are for people. */
const MIGRATION = /^npm run db:migration -- (\w+)$/;
const INSTALL = /^npm install ([\w@./^~ -]+)$/;

/** A page that a recipe writes, at a path without parameters. */
const PAGE = /^src\/routes(\/[\w/-]+?)(?:\/index)?\.tsx$/;

/**
 * The file has the commit of the template that this application has, and the recipes. scripts/template-update.mjs reads
 * it.
 */
const RECORD = join(root, ".template-base");

/** Runs the script `db:migration` of package.json, with this Node. */
const MIGRATE = ["--disable-warning=ExperimentalWarning", "scripts/run.mjs", "scripts/database/migration.ts"];

// Ctrl+C ends the command that runs. The remaining steps are still printed.
process.on("SIGINT", () => {});

const recipes = listRecipes(root);
const parts = listParts(root);
const all = [...recipes, ...parts];
const args = process.argv.slice(2);
const isDry = args.includes("--dry-run");
const names = args.filter((name) => name !== "--dry-run");
/** A copy in a folder that git ignores is not in git. */
const isInGit = git("ls-files", "package.json") !== "";
const unknown = names.find((name) => !all.some((recipe) => recipe.name === name));
if (unknown) fail(`There is no recipe "${unknown}". Recipes: ${recipes.map(({ name }) => name).join(", ")}.`);
if (names.length > 0) follow(names);
else list();

function list(): void {
  const width = Math.max(...recipes.map(({ name }) => name.length));
  for (const { name, summary } of recipes) console.log(`${name.padEnd(width)}  ${summary}`);
  console.log(`\nParts for other pages of yours: ${parts.map(({ name }) => name).join(", ")}`);
  console.log("`npm run recipe -- NAME` follows one, and `npm run recipe -- NAME --dry-run` says what it would do.");
}

function follow(names: string[]): void {
  const pagesOf = (name: string) => all.find((recipe) => recipe.name === name)?.pages ?? [];
  const needed = withNeeds(all, names).filter((name) => names.includes(name) || !hasFileOf(root, pagesOf(name)));
  if (needed.some((name) => !names.includes(name)))
    fail(`Nothing is changed: this builds on other recipes. All of them: npm run recipe -- ${needed.join(" ")}`);
  const plans = planRecipes(root, [...new Set(needed.flatMap(pagesOf))]);
  const problems = plans.flatMap((plan) => plan.problems);
  if (problems.length > 0)
    fail(`Nothing is changed: the recipe does not fit here. Follow it by hand.\n\n${problems.join("\n\n")}`);
  for (const { page, isDone } of plans) if (isDone) console.log(`${RECIPES}/${page}.md has been followed already.`);
  const todo = plans.filter(({ isDone }) => !isDone);
  const commands = todo.flatMap((plan) => plan.commands);
  const namesIn = (pattern: RegExp) => commands.flatMap((command) => command.match(pattern)?.[1] ?? []);
  // One migration has the changes of all pages.
  const [migration, packages] = [namesIn(MIGRATION).join("_"), namesIn(INSTALL).join(" ")];
  const migrate = `npm run db:migration -- ${migration}`;
  if (isDry) {
    for (const { page, places } of todo) console.log([`${RECIPES}/${page}.md`, ...places.map(placed)].join("\n  "));
    if (migration) console.log(`  runs ${migrate}`);
    if (packages) console.log(`  runs npm install ${packages}`);
    for (const command of commands.filter(isForPeople)) console.log(`  leaves to you: ${command}`);
    return;
  }
  if (todo.length > 0 && git("status", "--porcelain", "--", "."))
    fail("Nothing is changed: some changes are in no commit. Commit them first, so the recipe can be undone.");
  writeRecord(needed);
  for (const plan of todo) writeFiles(plan);
  const left: string[] = [];
  if (migration && !succeeds(process.execPath, [...MIGRATE, migration])) left.push(migrate);
  const install = `npm install --prefer-offline --no-audit --no-fund ${packages}`;
  // On Windows, npm is a shell script.
  if (packages && !succeeds(install, [], { shell: true })) left.push(`npm install ${packages}`);
  process.exitCode = left.length > 0 ? 1 : 0;
  left.push(...commands.filter(isForPeople));
  if (left.length > 0) console.log(`\nThese commands are left to you:\n\n  ${left.join("\n  ")}`);
  const paths = todo.flatMap(({ places }) => places.flatMap((place) => place.match(PAGE)?.[1] ?? []));
  if (paths.length > 0) console.log(`\nNew: ${paths.join(", ")}. The links in the header are in src/navigation.tsx.`);
  if (todo.length > 0) console.log("\nThe pages say what to set, and why. Then: npm test, git add --all, git commit.");
  // One command in each line, since an old PowerShell has no `&&`.
  const undo = ["git stash push --include-untracked -- .", ...(packages ? ["npm install"] : [])];
  if (todo.length > 0 && isInGit) console.log(`Or undo it:\n\n  ${undo.join("\n  ")}`);
}

function placed(place: string): string {
  return `${place.includes(":") ? "changes" : "writes"} ${place}`;
}

function isForPeople(command: string): boolean {
  return !MIGRATION.test(command) && !INSTALL.test(command);
}

/** Each recipe is a line: "recipe", its name, the commit that has its pages, and the page that is a part of it. */
function writeRecord(names: string[]): void {
  const record = existsSync(RECORD) ? readFileSync(RECORD, "utf8") : "";
  const head = isInGit ? git("rev-parse", "--verify", "HEAD") : "";
  const commit = record.match(/^[0-9a-f]{40,}(?= )/m)?.[0] ?? (head || "none");
  let lines = record.split(/\r?\n/).filter(Boolean);
  for (const name of names) {
    const { partOf } = parts.find((part) => part.name === name) ?? {};
    const [begin, end] = [`recipe ${partOf ?? name} `, partOf ? ` ${name}` : ""];
    if (partOf && lines.some((line) => line.startsWith(begin) && line.split(" ").length === 3)) continue;
    lines = lines.filter((line) => !(line.startsWith(begin) && line.endsWith(end)));
    lines.push(begin + commit + end);
  }
  writeFileSync(RECORD, `${lines.join("\n")}\n`);
}

function writeFiles({ page, files }: Plan): void {
  for (const [file, text] of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  console.log(`${RECIPES}/${page}.md: ${[...files.keys()].join(", ")}`);
}

/** @returns git's output. Empty if git fails */
function git(...args: string[]): string {
  return spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout?.trim() ?? "";
}

function succeeds(command: string, args: string[], options?: { shell: true }): boolean {
  return spawnSync(command, args, { cwd: root, stdio: "inherit", ...options }).status === 0;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
