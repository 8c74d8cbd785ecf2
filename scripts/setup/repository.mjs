// The questions of `npm run setup` to git: can a change be undone, and the first commit. The folder may not be a
// repository yet, or git may be missing.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * @param {string} folder
 * @param {string[]} args
 */
function git(folder, ...args) {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
  return { isDone: status === 0, said: (stdout ?? "").trim(), error: (stderr ?? "").trim() };
}

/**
 * @param {string} folder
 * @returns {"missing" | "none" | "outer" | "empty" | "clean" | "changed"} "none" is a folder without a repository,
 *   "outer" a folder inside of another repository, "empty" a repository without a commit. Throws git's message if git
 *   refuses the repository, for example because it belongs to another user
 */
export function stateOf(folder) {
  if (!git(folder, "--version").isDone) return "missing";
  const { isDone, said, error } = git(folder, "rev-parse", "--show-prefix");
  if (!isDone && existsSync(join(folder, ".git"))) throw new Error(error);
  if (!isDone) return "none";
  if (said) return "outer";
  if (!git(folder, "rev-parse", "--verify", "HEAD").isDone) return "empty";
  return git(folder, "--no-optional-locks", "status", "--porcelain").said ? "changed" : "clean";
}

/** @param {string} folder */
export function makeRepository(folder) {
  git(folder, "init", "--quiet");
  // This does not use `init --initial-branch`, which git has only since 2.28.
  git(folder, "symbolic-ref", "HEAD", "refs/heads/main");
}

/**
 * @param {string} folder
 * @param {string} message
 * @returns {string} why there is no commit. Empty if there is one
 */
export function commitAll(folder, message) {
  git(folder, "add", "--all");
  const { isDone, said, error } = git(folder, "commit", "--quiet", "--message", message);
  return isDone ? "" : error || said || "It gave no reason.";
}

/** @param {string} folder */
export function commitsOf(folder) {
  return Number(git(folder, "rev-list", "--count", "HEAD").said) || 0;
}
