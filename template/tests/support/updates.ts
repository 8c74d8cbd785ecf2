// The commands of docs/updates.md, and git in the folders that follow them.

import { execSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { blocksOf } from "../../../scripts/recipes/blocks.ts";
import { GIT_USER } from "./setup.ts";

const [[first = ""] = [], fromBefore = []] = blocksOf("docs/updates.md").map(({ lines }) => lines);

/** npm runs the Node of this run. */
const env = {
  ...process.env,
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  ...GIT_USER,
};

/** The page's command for the first update from a folder. */
export const firstUpdate = (template: string) => withUrl(first, template);
/** The page's command for each later update. */
export const NEXT_UPDATE = "npm run template:update";
/** The page's commands for a clone that lacks that script. */
export const updateFromBefore = (template: string) => withUrl(fromBefore.join("\n"), template);

function withUrl(commands: string, template: string): string {
  return commands.replaceAll("<the template's URL>", `"${template}"`);
}

/** @returns the output */
export function run(cwd: string, command: string): string {
  return execSync(command, { cwd, env, encoding: "utf8", stdio: "pipe" });
}

/** Runs commands that may fail, until the first that does. */
export function attempt(cwd: string, commands: string): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync("sh", ["-ec", commands], { cwd, env, encoding: "utf8" });
  return { status, said: stdout + stderr };
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

/** @returns the files that git has left in conflict */
export function conflictsIn(folder: string): string[] {
  return linesOf(run(folder, "git diff --name-only --diff-filter=U"));
}

/** @returns the lines of an output */
export const linesOf = (output: string) => output.split("\n").filter(Boolean).sort();
