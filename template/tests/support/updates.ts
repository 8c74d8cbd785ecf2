// The steps of docs/updates.md, and git in the folders that follow them.

import { execSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { blocksOf } from "./recipes.ts";

const NAMES = { GIT_AUTHOR_NAME: "Ada", GIT_COMMITTER_NAME: "Ada", EMAIL: "ada@example.com" };

export const [take = [], [merge = ""] = [], graft = [], resolve = [], [remove = "", own = ""] = []] = blocksOf(
  "docs/updates.md",
).map(({ lines }) => lines);

/** The page's command for naming the template, filled in. */
export const addTemplate = (folder: string) => take[0]?.replace("<the template's URL>", `"${folder}"`) ?? "";

/** @returns the output */
export function run(cwd: string, command: string): string {
  return execSync(command, { cwd, env: { ...process.env, ...NAMES }, encoding: "utf8", stdio: "pipe" });
}

/** @returns the new commit */
export function commit(folder: string, message: string): string {
  run(folder, `git add --all && git commit --quiet --message "${message}"`);
  return run(folder, "git rev-parse HEAD").trim();
}

export function read(folder: string, file: string): string {
  return readFileSync(join(folder, file), "utf8");
}

/** Replaces each occurrence of a text, which must be there. */
export function edit(folder: string, file: string, from: string, to: string): void {
  const before = read(folder, file);
  if (!before.includes(from)) throw new Error(`${file} does not contain ${from}`);
  writeFileSync(
    join(folder, file),
    before.replaceAll(from, () => to),
  );
}

/** @returns the lines of an output */
export const linesOf = (output: string) => output.trim().split("\n").sort();
