// `npm run db:keep -- sqlite` or `npm run db:keep -- postgresql` keeps one engine: it deletes the other engine's files,
// which have its name in their paths, and each line that names it. `npm run setup` does the same. The packages in
// packages/ do not change. In the end this script deletes itself.

import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { openEdits } from "../edits.mjs";

/**
 * The pattern for the other engine's name, and the packages that only that engine needs. A line that begins with
 * `"better-sqlite3"` chooses the version for packages/, which needs no compiler.
 *
 * @type {Record<string, { other: RegExp; path: RegExp; packages: RegExp }>}
 */
const ENGINES = {
  sqlite: {
    other: /postgres/i,
    path: /postgres|^compose\.yaml$/i,
    packages: /^ *"(@prisma\/adapter-pg|pg|@types\/pg)":/,
  },
  postgresql: { other: /^(?! *"better-sqlite3").*(sqlite|app\.db)/i, path: /sqlite/i, packages: /^(?!)/ },
};

/** A setting in a comment. It becomes a real setting when its engine is the only one. */
const OTHERWISE = /^( *)# With PostgreSQL: (?=[A-Z_]+=)/;

const SELF = ["scripts/database/keep.mjs", "scripts/edits.mjs"];

/**
 * @param {import("../edits.mjs").Edits} edits
 * @param {string} engine "sqlite" or "postgresql"
 */
export function keepEngine(edits, engine) {
  const { other, path, packages } = ENGINES[engine] ?? fail(`There is no engine "${engine}": sqlite or postgresql.`);
  const stays = (/** @type {string} */ file) => file.startsWith("packages/") || file === "package-lock.json";
  const files = edits.files().filter((file) => !stays(file));
  if (engine === "postgresql")
    for (const file of ["prisma/schema.prisma", "prisma/migrations/schema.prisma"])
      edits.write(file, edits.read(file).replace(/sqlite/g, "postgresql"));
  for (const file of files.filter((each) => path.test(each))) edits.remove(file);
  for (const file of SELF.filter((each) => edits.exists(each))) edits.remove(file);
  const dropped = (/** @type {string} */ file, /** @type {string} */ line) =>
    other.test(line) ||
    (file === "package.json" && (packages.test(line) || line.includes("scripts/database/keep.mjs")));
  for (const file of files.filter((each) => edits.exists(each))) {
    const text = edits.read(file);
    if (text.includes("\0")) continue;
    const kept = text
      .split("\n")
      .filter((line) => !dropped(file, line))
      .map((line) => line.replace(OTHERWISE, "$1"))
      .join("\n");
    if (kept !== text) edits.write(file, tidied(file, kept));
  }
}

/** @returns the text without what dropped lines leave: a last comma of JSON, a second blank line between paragraphs */
function tidied(/** @type {string} */ file, /** @type {string} */ text) {
  if (file.endsWith(".json")) return text.replace(/,(\s*[}\]])/g, "$1");
  return file.endsWith(".md") ? text.replace(/\n{3,}/g, "\n\n") : text;
}

/** @returns {never} */
function fail(/** @type {string} */ message) {
  throw new Error(message);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    const edits = openEdits(process.cwd());
    if (edits.exists("scripts/setup")) fail("`npm run setup` asks which database to keep: run it first.");
    const { status, stdout, stderr, error } = spawnSync("git", ["status", "--porcelain"], { encoding: "utf8" });
    if (status !== 0) fail(`Only git could undo this, and it says: ${error?.message ?? stderr.trim()}`);
    if (stdout) fail("Some changes are in no commit. Commit them first, so that this can be undone.");
    keepEngine(edits, process.argv[2] ?? "");
    edits.save();
    console.log(
      "Read git diff: a line of yours that names the other engine is gone, too.\nThen: npm install, npm run format, npm test",
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
