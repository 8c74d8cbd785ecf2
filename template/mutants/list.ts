// Reads list.txt: one mutant a line, a small change to the code that a test must notice. run.ts applies them.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";
import { missingAtDay } from "../night.ts";

const root = join(import.meta.dirname, "../..");

export interface Mutant {
  /** The line in list.txt, counted from 1. */
  line: number;
  /** An owner's: access, ownership or limits, in the application. A clone without template must notice it. */
  isOwners: boolean;
  file: string;
  /** Text that the file contains exactly once. */
  from: string;
  to: string;
  /** `switch`: one build has many such mutants, and a variable chooses one. `build`: it is built by itself. */
  kind: "vitest" | "switch" | "build";
  /** Whether the test runs on PostgreSQL: only there do transactions run at the same time. */
  isOnPostgreSql: boolean;
  /** The cheapest test files that notice it. */
  tests: string[];
  /** A part of a test's title: other tests do not run. */
  title: string | undefined;
  /** Why no test can notice it. */
  equivalent: string | undefined;
}

/** A text to remove is written as this. */
const NOTHING = "(nothing)";

/** @returns the mutants, and what is wrong with the list: one line each, with its line's number */
export function readMutants(): { mutants: Mutant[]; problems: string[] } {
  const text = readFileSync(join(import.meta.dirname, "list.txt"), "utf8");
  const lines = text.split("\n").map((content, index) => ({ content: content.trim(), line: index + 1 }));
  const mutants = lines.filter(({ content }) => content && !content.startsWith("#")).map(toMutant);
  const known = new Set<string>();
  const problems = mutants.flatMap((mutant) => {
    const key = JSON.stringify([mutant.file, mutant.from, mutant.to]);
    const found = [...problemsOf(mutant), ...(known.has(key) ? ["is there twice"] : [])];
    known.add(key);
    return found.map((problem) => `list.txt:${mutant.line} ${mutant.file}: ${problem}`);
  });
  return { mutants, problems };
}

function toMutant({ content, line }: { content: string; line: number }): Mutant {
  const [owner = "", file = "", from = "", to = "", where = "", equivalent] = content.split(" | ");
  const [tests = "", title] = where.replace(/^(build|postgresql): /, "").split(" > ");
  const isOfBrowser = tests.endsWith(".spec.ts");
  return {
    line,
    isOwners: owner === "owner",
    file,
    from,
    to: to === NOTHING ? "" : to,
    kind: !isOfBrowser ? "vitest" : where.startsWith("build: ") ? "build" : "switch",
    isOnPostgreSql: where.startsWith("postgresql: "),
    tests: tests.split(" "),
    title,
    equivalent: equivalent?.replace(/^equivalent: /, ""),
  };
}

function problemsOf(mutant: Mutant): string[] {
  const { file, from, to, kind, isOwners, isOnPostgreSql, tests, title } = mutant;
  const path = join(root, file);
  if (!from || from === to || !existsSync(path)) return ["the line is not complete, or there is no such file"];
  const source = readFileSync(path, "utf8");
  const count = source.split(from).length - 1;
  if (count !== 1) return [`the text is there ${count} times: ${from}`];
  if (!isParsed(mutated(mutant, source), file)) return [`the mutant cannot be parsed: ${from}`];
  if (kind === "switch" && file.startsWith("src/components/"))
    return ['the browser has no variable: it needs "build: "'];
  if (isOwners && file.startsWith("packages/")) return ["a package's mutant is never an owner's"];
  return tests.flatMap((test) => {
    if (!existsSync(join(root, test))) return [`there is no test file ${test}`];
    const testSource = readFileSync(join(root, test), "utf8");
    if (testSource.includes("installedCopy(")) return [`${test} needs packages that a mutant's copy only links to`];
    if (title && !testSource.includes(title)) return [`${test} has no test "${title}"`];
    const missing = missingAtDay(test, isOnPostgreSql, testSource, title);
    if (missing) return [`${test} ${missing}: a mutant's test has to run for each commit`];
    const isInTemplate = test.startsWith("template/");
    // The run on PostgreSQL is one of the template's.
    return isOwners && (isInTemplate || isOnPostgreSql) ? ["an owner's mutant needs an owner's test"] : [];
  });
}

export function isParsed(code: string, file: string): boolean {
  try {
    if (file.endsWith(".json")) JSON.parse(code);
    else parseAst(code, { lang: file.endsWith("x") ? "tsx" : "ts" });
    return true;
  } catch {
    return false;
  }
}

/** @returns a file's text with the mutant in it */
export function mutated({ kind, line, from, to }: Mutant, source: string): string {
  return source.replace(from, () => (kind === "switch" ? switched(line, from, to) : to));
}

/** Puts both expressions into the code. The variable MUTANT chooses one at run time, so many mutants share a build. */
export function switched(line: number, from: string, to: string): string {
  return `(process.env.MUTANT === "${line}" ? (${to || "undefined"}) : (${from}))`;
}
