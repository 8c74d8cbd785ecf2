// Applies the steps of docs/recipes to a copy of the project, as a reader would: a block of code is a new file, a block of changes edits one,
// and the command for a migration is run.

import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../support/app.ts";
import { copyProject } from "../../support/copies.ts";

const RECIPES = join(root, "docs/recipes");

/** The command that writes a migration. Other commands and variables are for people. */
const MIGRATION = /^npm run db:migration -- (\w+)$/;

export const recipeNames = readdirSync(RECIPES)
  .filter((file) => file !== "README.md")
  .map((file) => file.replace(/\.md$/, ""));

/** All recipes that fit into one application. */
export const TOGETHER = [
  "protected-page",
  "provider",
  "model",
  "model-page",
  "session-field",
  "role",
  "picture",
  "mail-api",
  "github-api",
  "closed-sign-up",
  "test-user",
];
/** The recipe for JWT sessions, with those that work with them too. */
export const WITH_JWT = ["jwt-sessions", "protected-page", "session-field", "role", "test-user"];

interface Block {
  language: string;
  /** The last path that is written as code before the block. */
  file: string;
  lines: string[];
}

/**
 * @param page the path of a page of the docs
 * @returns its blocks of code, without the indentation of their list
 */
export function blocksOf(page: string): Block[] {
  const text = readFileSync(page, "utf8");
  let file = "";
  return text.split(/^ *(?=```\w)/m).flatMap((part, index) => {
    const [head = "", ...lines] = part.split("\n");
    const end = lines.findIndex((line) => line.trim() === "```");
    const indentation = lines[end]?.search(/\S/) ?? 0;
    const after = index === 0 ? part : lines.slice(end + 1).join("\n");
    const block = { language: head.slice(3), file, lines: lines.slice(0, end).map((line) => line.slice(indentation)) };
    // A name that contains a slash or ends like a file.
    file = after.match(/(?<=`)[\w./[\]-]+\.\w+(?=`)/g)?.at(-1) ?? file;
    return index === 0 ? [] : [block];
  });
}

/** Carries out all steps of a recipe. */
function applyRecipe(folder: string, recipe: string): void {
  editFiles(folder, recipe, (lines) => migrate(folder, lines));
}

/** Carries out a recipe's steps, and leaves its commands to `command`. */
export function editFiles(folder: string, recipe: string, command: (lines: string[]) => void = () => {}): void {
  for (const { language, file, lines } of blocksOf(join(RECIPES, `${recipe}.md`))) {
    const path = join(folder, file);
    if (language === "sh") command(lines);
    else if (language === "diff") change(path, lines);
    else create(path, lines);
  }
}

function migrate(folder: string, lines: string[]): void {
  const [, name] = lines.join("\n").match(MIGRATION) ?? [];
  if (name) runIn(folder, join(folder, "scripts/migration.ts"), [name]);
}

function create(path: string, lines: string[]): void {
  if (existsSync(path)) throw new Error(`${path} is there already.`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${lines.join("\n")}\n`);
}

/** Each part of a change, up to the next `@@`, must occur in the file once. */
function change(path: string, lines: string[]): void {
  let text = readFileSync(path, "utf8");
  for (const part of lines.join("\n").split(/^@@\n/m)) {
    const marked = part.replace(/\n$/, "").split("\n");
    const without = (mark: string) => marked.filter((line) => line[0] !== mark).map((line) => line.slice(1));
    const [from, to] = [without("+").join("\n"), without("-").join("\n")];
    if (text.split(from).length !== 2) throw new Error(`${path} does not contain once:\n${from}`);
    text = text.replace(from, () => to);
  }
  writeFileSync(path, text);
}

/**
 * Applies recipes to a copy, checks its types, lint and format, and builds it.
 *
 * @param more further files
 * @returns the folder whose `.output` is the build
 */
export function buildWithRecipes(name: string, recipes: string[], more: Record<string, string> = {}): string {
  const folder = copyProject(name);
  rmSync(join(folder, "tests/template"), { recursive: true });
  // Only for the scripts, because Vite would resolve the link.
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  for (const recipe of recipes) applyRecipe(folder, recipe);
  for (const [file, text] of Object.entries(more)) writeFileSync(join(folder, file), text);
  const run = (path: string, ...args: string[]) => runIn(folder, join(root, "node_modules", path), args);
  runIn(folder, join(folder, "scripts/prepare.ts"), []);
  unlinkSync(join(folder, "node_modules"));
  run("typescript/bin/tsc", "--noEmit");
  run("@biomejs/biome/bin/biome", "check", "--error-on-warnings");
  run("vite/bin/vite.js", "build", "--logLevel", "error");
  return folder;
}

/** Runs a script of Node's in a folder. Fails with its output. */
export function runIn(folder: string, script: string, args: string[]): void {
  // Playwright's own variables are those of this run.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PW|PLAYWRIGHT|TEST_)/.test(name)));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  if (status !== 0)
    throw new Error(`${[script, ...args].join(" ")} failed:\n${stdout.slice(-5000)}\n${stderr.slice(-5000)}`);
}
