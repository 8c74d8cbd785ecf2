// The way to Solid 2, on this application: makes a copy of it for Solid 2's start mode, and counts what the move costs.
// Rewrites are in ./rewrites.ts, files that are written by hand in ./files. The copy is to be tried, and is no product.
//
//     node template/solid-2/copy.ts FOLDER

import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ownFiles } from "../../tests/support/copies.ts";
import { isCommand } from "../command.ts";
import { BY_FILE, EVERYWHERE, GONE, GONE_PARTS, rewriteImports } from "./rewrites.ts";
import { routeLists } from "./routes.ts";

const ROOT = join(import.meta.dirname, "../..");
const WRITTEN = join(import.meta.dirname, "files");
/** What the copy is made of: all but documents, the template, and what only unit tests need. */
const TAKEN =
  /^(?:src|packages|prisma|public|scripts|tests)\/|^(?:package|playwright\.config|tsconfig|app\.config|prisma\.config|vite\.config)\.(?:json|ts)$/;
const LEFT =
  /^packages\/[^/]+\/(?:test\/|example\/|init[/.]|pack\.ts)|^tests\/(?:.*\.test\.ts|support\/(?:router|packages\.config)\.ts)$/;
const GENERATED = "src/server/database/generated";

/** What became of each file of `src`, and what is new there. */
export interface Move {
  asTheyAre: string[];
  /** Those of which only names of imports change, or what one pattern finds in every file. */
  byTable: string[];
  /** Those with rewrites of their own. */
  byHand: string[];
  /** Those that are written anew under their name. */
  anew: string[];
  gone: string[];
  added: string[];
  /** Lines of code that change, of all files that stay. */
  lines: number;
}

/** @param folder is emptied, but for its packages */
export function copyForSolid2(folder: string): Move {
  const move: Move = { asTheyAre: [], byTable: [], byHand: [], anew: [], gone: [], added: [], lines: 0 };
  for (const part of ["src", "packages", "tests"]) rmSync(join(folder, part), { recursive: true, force: true });
  const files = ownFiles().filter((file) => TAKEN.test(file) && !LEFT.test(file) && existsSync(join(ROOT, file)));
  const written = globSync("**/*.{ts,tsx}", { cwd: WRITTEN });
  for (const file of files) {
    const isOfApp = file.startsWith("src/");
    if (GONE.includes(file) || written.includes(file)) {
      if (isOfApp) (written.includes(file) ? move.anew : move.gone).push(file);
      continue;
    }
    const source = readFileSync(join(ROOT, file));
    const text = file in BY_FILE ? withoutComments(source.toString("utf8")) : source.toString("utf8");
    const byHand = (BY_FILE[file] ?? []).reduce((code, change) => changed(code, change, file), text);
    const own = /^(?:src|tests|packages\/start-kit\/src)\/.*\.tsx?$/.test(file) ? rewriteEverywhere(byHand) : byHand;
    add(folder, file, own === text ? source : own);
    if (!isOfApp) continue;
    const kind = file in BY_FILE ? move.byHand : own === text ? move.asTheyAre : move.byTable;
    kind.push(file);
    move.lines += differingLines(text, own);
  }
  const contents = Object.fromEntries(written.map((file) => [file, readFileSync(join(WRITTEN, file), "utf8")]));
  for (const [file, content] of Object.entries({ ...contents, ...routeLists(files) })) {
    add(
      folder,
      file,
      content.replace('"GONE_PARTS"', () => GONE_PARTS.map((name) => JSON.stringify(name)).join(", ")),
    );
    if (file.startsWith("src/") && !move.anew.includes(file)) move.added.push(file);
  }
  cpSync(join(ROOT, GENERATED), join(folder, GENERATED), { recursive: true });
  return move;
}

/** The names of imports, and what one pattern finds in every file. */
function rewriteEverywhere(source: string): string {
  return EVERYWHERE.reduce((code, [from, to]) => code.replace(from, to), rewriteImports(source));
}

/** A rewrite that finds nothing says so: the application has changed. */
function changed(code: string, [from, to]: readonly [string, string], file: string): string {
  const plain = withoutComments(from);
  if (!code.includes(plain)) throw new Error(`${file} does not contain this any more:\n${plain}`);
  return code.replace(plain, () => to);
}

/** A file that changes by hand loses the lines that are comments alone: its rewrites go by its code. */
function withoutComments(code: string): string {
  return code.replaceAll(/^ *(?:\/\/.*|\/\*[\s\S]*?\*\/|\{\/\*[\s\S]*?\*\/\})\n/gm, "");
}

function add(folder: string, file: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
}

/** Lines of the old text that the new one does not have. */
function differingLines(before: string, after: string): number {
  const left = new Map<string, number>();
  for (const line of after.split("\n")) left.set(line, (left.get(line) ?? 0) + 1);
  return before.split("\n").filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count < 1;
  }).length;
}

/** @returns the rows of the table in docs/tomorrow.md */
export function rowsOf({ asTheyAre, byTable, byHand, anew, gone, added, lines }: Move): string {
  const counts: Record<string, number> = {
    "files of `src` that stay as they are": asTheyAre.length,
    "files that change by a table of names and patterns": byTable.length,
    "files that change by hand": byHand.length,
    "lines of code that change in both": lines,
    "files that are written anew": anew.length,
    "files that go": gone.length,
    "files that are new": added.length,
    "parts of `packages/start-kit` that go": GONE_PARTS.length,
    "parts that stay": partFiles().length - GONE_PARTS.length,
  };
  return Object.entries(counts)
    .map(([what, count]) => `| ${what} | ${count} |`)
    .join("\n");
}

/** Each part of start-kit has a file that names the upstream fault. */
export function partFiles(): string[] {
  const paths = globSync("packages/start-kit/src/*.ts", { cwd: ROOT });
  return paths.filter((path) => /^\/\/ Upstream:/m.test(readFileSync(join(ROOT, path), "utf8")));
}

if (isCommand(import.meta)) {
  const [, , folder] = process.argv;
  if (!folder) throw new Error("Name the folder of the copy.");
  console.log(rowsOf(copyForSolid2(folder)));
}
