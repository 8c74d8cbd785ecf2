// docs/updates.md, followed: a clone whose history begins with itself takes a later change of the template.

import { execSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../support/temporary.ts";
import { blocksOf } from "../support/recipes.ts";

const FILE = "src/solid-auth/flow.ts";
const NAMES = { GIT_AUTHOR_NAME: "Ada", GIT_COMMITTER_NAME: "Ada", EMAIL: "ada@example.com" };

it("the commands of docs/updates.md take a later change, and keep what is the clone's", () => {
  const [template, clone] = ["template", "clone"].map(newRepository) as [string, string];
  const [block] = blocksOf("docs/updates.md");
  const [add = "", fetch = "", list = "", pick = ""] = block?.lines ?? [];
  commit(clone, "app.config.ts", "mine");
  commit(template, FILE, "better\n");

  run(clone, add.replace("<the template's URL>", template));
  run(clone, fetch);
  const [newest = ""] = run(clone, list).split(" ");
  expect(run(clone, `git show template/main:${FILE}`)).toBe("better\n");
  run(clone, pick.replace("<commit>", newest));
  expect(readFileSync(join(clone, FILE), "utf8")).toBe("better\n");
  expect(readFileSync(join(clone, "app.config.ts"), "utf8")).toBe("mine");
});

/** @returns its folder, with the same first commit as the others, in a history of its own */
function newRepository(name: string): string {
  const folder = join(temporaryFolder(), name);
  mkdirSync(join(folder, "src/solid-auth"), { recursive: true });
  run(folder, "git init --initial-branch main");
  commit(folder, FILE, "first\n");
  return folder;
}

function commit(folder: string, file: string, text: string): void {
  writeFileSync(join(folder, file), text);
  run(folder, `git add --all && git commit --message "${file} in ${folder}"`);
}

function run(cwd: string, command: string): string {
  return execSync(command, { cwd, env: { ...process.env, ...NAMES }, encoding: "utf8", stdio: "pipe" });
}
