// Applies the steps of docs/recipes to a copy of the project, as a reader would: a block of code is a new file, a block
// of changes edits one, and the command for a migration is run.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../../tests/support/app.ts";
import { copyProject, installPackages } from "../../../tests/support/copies.ts";
import { installFromRegistry, runIn } from "./npm-test.ts";

const RECIPES = join(root, "docs/recipes");

/** The commands that write a migration and that install packages. Other commands and variables are for people. */
const MIGRATION = /^npm run db:migration -- (\w+)$/;
const INSTALL = /^npm install (.+)$/;

export const recipeNames = readdirSync(RECIPES)
  .filter((file) => file !== "README.md")
  .map((file) => file.replace(/\.md$/, ""));

/** All recipes that fit into one application. */
export const TOGETHER = [
  "protected-page",
  "provider",
  "model",
  "model-actions",
  "model-page",
  "session-field",
  "role",
  "users",
  "users-page",
  "impersonation",
  "impersonation-actions",
  "impersonation-banner",
  "impersonation-activity",
  "teams",
  "teams-rules",
  "teams-last-owner",
  "teams-actions",
  "teams-page",
  "invitations",
  "invitations-actions",
  "invitations-page",
  "passwords",
  "passwords-check",
  "passwords-actions",
  "passwords-page",
  "passwords-words",
  "picture",
  "third-party",
  "mail-api",
  "github-api",
  "closed-sign-up",
  "another-language",
  "test-user",
  "api-tokens",
  "api-tokens-use",
  "api-tokens-page",
  "upload",
  "live-updates",
  "job",
  "component-library",
  "sentry",
  "opentelemetry",
  "deployed-tests",
];
/** The recipe for JWT sessions, with those that work with them too. */
export const WITH_JWT = ["jwt-sessions", "protected-page", "session-field", "role", "test-user"];

interface Block {
  language: string;
  /** The last path that is written as code before the block. */
  file: string;
  /** The heading above it. */
  heading: string;
  lines: string[];
}

/**
 * @param page the path of a page of the docs
 * @returns its blocks of code, without the indentation of their list
 */
export function blocksOf(page: string): Block[] {
  const text = readFileSync(page, "utf8");
  let file = "";
  let heading = "";
  return text.split(/^ *(?=```\w)/m).flatMap((part, index) => {
    const [head = "", ...lines] = part.split("\n");
    const end = lines.findIndex((line) => line.trim() === "```");
    const indentation = lines[end]?.search(/\S/) ?? 0;
    const after = index === 0 ? part : lines.slice(end + 1).join("\n");
    const own = lines.slice(0, end).map((line) => line.slice(indentation));
    const block = { language: head.slice(3), file, heading, lines: own };
    heading = after.match(/(?<=^#+ ).*$/gm)?.at(-1) ?? heading;
    // A name that contains a slash or ends like a file.
    file = after.match(/(?<=`)[\w./[\]-]+\.\w+(?=`)/g)?.at(-1) ?? file;
    return index === 0 ? [] : [block];
  });
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
  if (name) runIn(folder, join(folder, "scripts/database/migration.ts"), [name]);
}

function packagesOf(lines: string[]): string[] {
  return lines.flatMap((line) => line.match(INSTALL)?.[1]?.split(" ") ?? []);
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
 * @param more further files
 * @param begin what is done to the copy before
 * @returns the folder of a copy with its packages, in which recipes are applied
 */
export function copyWithRecipes(
  name: string,
  recipes: string[],
  more: Record<string, string> = {},
  begin: (folder: string) => void = () => {},
): string {
  const folder = copyProject(name);
  installPackages(folder);
  begin(folder);
  const packages: string[] = [];
  for (const recipe of recipes)
    editFiles(folder, recipe, (lines) => {
      migrate(folder, lines);
      packages.push(...packagesOf(lines));
    });
  if (packages.length > 0) installFromRegistry(folder, packages);
  for (const [file, text] of Object.entries(more)) writeFileSync(join(folder, file), text);
  return folder;
}
