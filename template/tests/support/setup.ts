// Copies that `npm run setup` makes an application of, by the command that an owner has for it.

import { execSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../../tests/support/app.ts";
import { ownFiles } from "../../../tests/support/copies.ts";
import { temporaryFolder } from "../../../tests/support/temporary.ts";
import { runIn } from "./npm-test.ts";

/** Git in a container often knows no user. */
export const GIT_USER = {
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
};

/**
 * A copy without a repository and without packages. Folders that the setup deletes, which hold half of the files, are
 * there and empty.
 */
export function setupCopy(name: string): string {
  const folder = join(temporaryFolder(), name);
  for (const file of ownFiles())
    if (/^(template\/.+|packages\/[^/]+\/test|docs\/images)\//.test(file))
      mkdirSync(join(folder, dirname(file)), { recursive: true });
    else cpSync(join(root, file), join(folder, file));
  return folder;
}

/** What needs git finds the copy in a commit. */
export function commitCopy(folder: string): void {
  const env = { ...process.env, ...GIT_USER };
  execSync("git init --quiet && git add --all && git commit --quiet --message Copy", { cwd: folder, env });
}

/**
 * Sets a copy up that has its packages. It becomes a repository with one commit.
 *
 * @param flags all others have their defaults
 */
export function setUp(folder: string, ...flags: string[]): void {
  // Otherwise it would be in the project's own.
  spawnSync("git", ["init", "--quiet"], { cwd: folder });
  const { setup } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).scripts;
  runIn(folder, join(folder, setup.replace("node ", "")), ["--yes", ...flags], GIT_USER);
}
