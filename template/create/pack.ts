// npm runs this before it packs: the files of this commit, for create.mjs. All of them are there, also those that the
// setup deletes: git's hash of them is that of the commit, by which a first `npm run template:update` finds it.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const root = join(import.meta.dirname, "../..");

const git = (...args: string[]) => spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout;

if (git("status", "--porcelain"))
  throw new Error("Some changes are in no commit: the package would hold what no commit has.");

const files = git("ls-files", "--stage", "-z")
  .split("\0")
  .filter(Boolean)
  .map((line) => {
    const [, mode = "", path = ""] = /^(\d+) \S+ \d\t(.+)$/s.exec(line) ?? [];
    return { path, mode: Number.parseInt(mode, 8), content: readFileSync(join(root, path)).toString("base64") };
  });
writeFileSync(join(import.meta.dirname, "template.json.gz"), gzipSync(JSON.stringify(files), { level: 9 }));
