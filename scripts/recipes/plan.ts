// The changes of a page of docs/recipes to an application, computed before anything is written. A block of code is a
// new file, and a block of `+` and `-` changes a file. If a page does not fit, the plan names the lines and the file.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Block, blocksIn } from "./blocks.ts";
import { RECIPES } from "./list.ts";

export interface Plan {
  page: string;
  /** The new texts of files. */
  files: Map<string, string>;
  /** Each file that the page adds, and each line where it changes a file, as "app.config.ts:31". */
  places: string[];
  /** The page's commands. */
  commands: string[];
  /** Why the page does not fit. Empty if it does. */
  problems: string[];
  /** The application already has all changes of the page. */
  isDone: boolean;
}

/**
 * @param folder the application's
 * @param pages the names of pages, each of which finds the changes of the pages before it
 */
export function planRecipes(folder: string, pages: string[]): Plan[] {
  return planPages(
    pages.map((page) => ({ page, text: pageText(folder, page) })),
    (file) => (existsSync(join(folder, file)) ? readText(folder, file) : undefined),
  );
}

/**
 * @param pages each finds the changes of the pages before it
 * @param readFile returns the text of an application's file; undefined if there is no such file
 */
export function planPages(
  pages: { page: string; text: string }[],
  readFile: (file: string) => string | undefined,
): Plan[] {
  const known = new Map<string, string | undefined>();
  const read = (file: string) => {
    if (!known.has(file)) known.set(file, readFile(file));
    return known.get(file);
  };
  return pages.map(({ page, text }) => {
    const edits = stepsIn(text).flatMap((block) => editsOf(block));
    const commands = edits.flatMap((edit) => ("command" in edit ? edit.command : []));
    const changes = edits.filter((edit) => "file" in edit);
    if (changes.length > 0 && changes.every((edit) => isDone(edit, read(edit.file))))
      return { page, files: new Map(), places: [], commands, problems: [], isDone: true };
    const files = new Map<string, string>();
    const places: string[] = [];
    const problems: string[] = [];
    for (const edit of changes) {
      const problem = problemOf(edit, read(edit.file));
      if (problem) problems.push(`${RECIPES}/${page}.md, ${edit.file}: ${problem}`);
      else {
        places.push(placeOf(edit, readFile(edit.file), read(edit.file)));
        files.set(edit.file, apply(edit, read(edit.file)));
      }
      known.set(edit.file, files.get(edit.file) ?? read(edit.file));
    }
    return { page, files, places, commands, problems, isDone: false };
  });
}

/** The owner sets variables by hand. */
const stepsIn = (text: string) => blocksIn(text).filter(({ language }) => language !== "ini");
const pageText = (folder: string, page: string) => readText(folder, `${RECIPES}/${page}.md`);

/** Whether a file that pages add exists. An owner may have changed or deleted the other files since. */
export function hasFileOf(folder: string, pages: string[]): boolean {
  const blocks = pages.flatMap((page) => stepsIn(pageText(folder, page)));
  const added = blocks.filter(({ language }) => language !== "sh" && language !== "diff");
  return added.some(({ file }) => existsSync(join(folder, file)));
}

/** A part of a block: a new file, or lines that replace others. A command changes no file. */
type Edit = { file: string; from: string | undefined; to: string };

function editsOf({ language, file, lines }: Block): (Edit | { command: string[] })[] {
  if (language === "sh") return [{ command: lines.filter((line) => line.trim()) }];
  if (language !== "diff") return [{ file, from: undefined, to: `${lines.join("\n")}\n` }];
  return lines
    .join("\n")
    .split(/^@@\n/m)
    .map((part) => {
      const diff = part.replace(/\n$/, "").split("\n");
      const without = (sign: string) => diff.filter((line) => line[0] !== sign).map((line) => line.slice(1));
      return { file, from: without("+").join("\n"), to: without("-").join("\n") };
    });
}

function isDone({ from, to }: Edit, text: string | undefined): boolean {
  if (from === undefined || text === undefined) return text !== undefined;
  return text.includes(to) && (to.includes(from) || !text.includes(from));
}

function problemOf(edit: Edit, text: string | undefined): string | undefined {
  const { from, to } = edit;
  if (from === undefined) return text === undefined ? undefined : "this file is there already.";
  if (text === undefined) return "this file is not there.";
  if (isDone(edit, text)) return `these lines are there already:\n${to}`;
  const times = text.split(from).length - 1;
  if (times === 1) return undefined;
  return `these lines are ${times === 0 ? "not there" : `there ${times} times`}:\n${from}`;
}

/** @param own the application's file. A line that is only in `text` is from an earlier page */
function placeOf({ file, from, to }: Edit, own: string | undefined, text: string | undefined): string {
  if (from === undefined || text === undefined) return file;
  const [before, after] = [from.split("\n"), to.split("\n")];
  const same = before.findIndex((line, at) => line !== after[at]);
  const where = own?.includes(from) ? own : text;
  const line = where.slice(0, where.indexOf(from)).split("\n").length + (same < 0 ? before.length : same);
  return `${file}:${line}`;
}

function apply({ from, to }: Edit, text: string | undefined): string {
  return from === undefined || text === undefined ? to : text.replace(from, () => to);
}

function readText(folder: string, file: string): string {
  return readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n");
}
