// `npm run template:update -- <the template's URL>` merges the template's changes since this clone began, or since its
// last update. docs/updates.md says what happens to each file. A tag or a branch may follow the URL. With `--audit` it
// changes nothing, and names the recipes that have a security fix. The script needs other files only for recipes, so an
// older clone can run the template's copy of it. It is JavaScript that an old Node can read, because such a clone may
// have an old Node.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

/** The file has the template's commit that this clone has, the template's address, and a line for each recipe. */
const RECORD = ".template-base";
const CHANGELOG = "template/CHANGELOG.md";
const LOCK = "package-lock.json";
const SCHEMA = "prisma/schema.prisma";
const SCHEMA_COPY = "prisma/migrations/schema.prisma";
/** A file of the application's own, which says what kind of application it is. */
const README = "README.md";
/** The largest output of git. */
const MAX_BYTES = 64 * 1024 * 1024;

/** After the first file has changed, each message has to say how to undo the update. */
let hasBegun = false;

/** This folder's path in its repository. Empty if the folder is the repository. */
const within = git("rev-parse", "--show-prefix");
const record = existsSync(RECORD) ? readFileSync(RECORD, "utf8") : "";
const [, recorded, place] = record.match(/^([0-9a-f]{40,}) (.+)$/m) || [];
const isAudit = process.argv[2] === "--audit";
const [source = place, ref = "HEAD"] = isAudit ? [] : process.argv.slice(2);
if (!source) fail("Where is the template? npm run template:update -- <its URL>");
if (!isAudit && git("status", "--porcelain"))
  fail("Some changes are in no commit. Commit them first, so the update can be undone.");

// Threat: git reads an address or a branch that begins with a dash as an option, and `--upload-pack` runs a command.
for (const each of [source, ref])
  if (each.startsWith("-")) fail(`"${each}" is no place of a template. Correct it in the command, or in ${RECORD}.`);
git("fetch", "--quiet", "--no-tags", "--", source, ref);
const later = git("rev-parse", "FETCH_HEAD^{commit}");
// A copy has no history in common with the template.
const base = recorded ?? (run("merge-base", "HEAD", later).stdout.trim() || nearestCommit());
// Threat: a symbolic link leads writes out of this folder.
const [link] = list("ls-tree", "--full-tree", "-r", later).filter((entry) => entry.startsWith("120000"));
if (link) fail(`The template has a symbolic link, ${link.split("\t")[1]}, so it is not taken. Nothing is changed.`);
// The commit of a tag or a branch may be in no history that was fetched.
if (!isCommit(base)) run("fetch", "--quiet", "--no-tags", "--", source, base);
if (!isCommit(base)) fail(`${source} has no commit ${base}, which ${RECORD} names. Name the template it is of.`);

/** The recipes that `npm run recipe` has followed, each with the template's commit that had its pages at that time. */
const recipes = Array.from(
  record.matchAll(/^recipe ([\w-]+) (\w+)((?: [\w-]+)*)$/gm),
  ([, name = "", commit = "", parts = ""]) => ({
    name,
    parts: parts.split(" ").filter(Boolean),
    since: commit === base ? base : run("merge-base", commit, later).stdout.trim() || base,
  }),
);
if (isAudit) {
  const fixes = fixesIn(later).filter(({ text, names }) =>
    recipes.some(({ name, since }) => names.includes(name) && !fixesIn(since).some((fix) => fix.text === text)),
  );
  for (const { text } of fixes) console.error(clean(text));
  if (fixes.length > 0) console.error("The template has the fix: npm run template:update (docs/updates.md)");
  process.exit(fixes.length > 0 ? 1 : 0);
}

// Both states of the template get the recipes, so one merge brings the changes of both.
if (recipes.length > 0 && !process.features.typescript)
  fail("This Node cannot run the scripts of recipes. Nothing is changed. Run npm ci, and this again.");
/** @type {ReturnType<typeof import("./recipes/states.ts").followRecipes>} */
const { files, changed, misfits, commands, isSchemaChanged } =
  recipes.length > 0
    ? (await import("./recipes/states.ts")).followRecipes(recipes, base, later, textAt)
    : { files: [new Map(), new Map()], changed: [], misfits: [], commands: [], isSchemaChanged: false };
const whole = treeWith(base, entriesOf(files[0]));
const newWhole = treeWith(later, entriesOf(files[1]));
if (whole === newWhole && misfits.length === 0) {
  writeRecord();
  const commit = git("status", "--porcelain") && ` Commit ${RECORD}, which says where it is.`;
  console.log(`The template has not changed since.${commit}`);
  process.exit();
}
const [since, until] = [base, later].map((commit) => git("log", "-1", "--format=%h (%cs)", commit));
// Threat: an older state takes back repairs of the template.
if (base !== later && run("merge-base", "--is-ancestor", later, base).status === 0)
  fail(`This is the template's ${until}. You have a later state, ${since}. Nothing is changed.`);

const here = `HEAD:${within}`;
const folders = foldersOf(here);
const missingFolders = foldersOf(whole).filter((folder) => !folders.includes(folder));
// The template's changes follow the files that this clone has moved.
const renames = list("diff-tree", "-r", "--find-renames", "--diff-filter=R", "--name-status", whole, here);
const moved = renames.filter((_, at) => at % 3 === 1);
const before = filesOf(whole);
/**
 * @param {string} folder
 * @param {string[]} paths
 */
const countIn = (folder, paths) => paths.filter((path) => path.startsWith(`${folder}/`)).length;
const removedFolders = missingFolders.filter((folder) => countIn(folder, moved) < countIn(folder, before) / 2);
/** @param {string} path */
const removedFolderOf = (path) =>
  moved.includes(path) ? undefined : removedFolders.find((folder) => path.startsWith(`${folder}/`));
// Git pairs a deleted file with a new one, as one that has moved. So the merge sees nothing of the folders that this
// clone has deleted: a file that the template moves out of them is new, and one that it moves into them is deleted.
const tree = withoutRemoved(whole);
const newTree = withoutRemoved(newWhole);

// A cherry-pick is a three-way merge, and its base is the commit's parent.
const parent = git("commit-tree", treeHere(tree), "-m", "The template");
const change = git("commit-tree", treeHere(newTree), "-p", parent, "-m", `Take the template's changes until ${until}`);
const picked = run("cherry-pick", "--no-commit", change);
if (picked.status !== 0 && stagesOfConflicts().size === 0) fail(picked.stderr);
hasBegun = true;

const packages = foldersOf(later).filter((each) => /^packages\/[^/]+$/.test(each) && !missingFolders.includes(each));
const kept = missingFolders.filter((folder) => folder.startsWith("packages/")).map((folder) => `:(exclude)${folder}`);
// Threat: without a folder to restore, git removes excluded files everywhere, including the owner's own files.
if (packages.length > 0) git("restore", `--source=${change}`, "--staged", "--worktree", "--", ...packages, ...kept);
const deleted = [...stagesOfConflicts()].flatMap(([path, stages]) => (stages === "13" ? path : []));
if (deleted.length > 0) git("rm", "--force", "--quiet", "--", ...deleted);
const written = list("diff-tree", "-r", "--no-renames", "--name-only", "--diff-filter=d", whole, newWhole);
deleted.push(...written.flatMap((path) => removedFolderOf(path) ?? []));

const conflicts = stagesOfConflicts();
// The schema after all migrations is a copy of the edited schema, unless a migration has yet to be written.
if (!isSchemaChanged && !conflicts.has(SCHEMA) && conflicts.delete(SCHEMA_COPY)) {
  writeFileSync(SCHEMA_COPY, readFileSync(SCHEMA, "utf8").replace(/^ *\/\/.*\n/gm, ""));
  git("add", SCHEMA_COPY);
}
const own = [README].filter((path) => conflicts.delete(path));
if (own.length > 0) git("checkout", "--ours", "--", ...own);
if (own.length > 0) git("add", ...own);
// The setup removes the sentences about what a clone does not have, and each is beside others.
const docs = [...conflicts].flatMap(([path, stages]) => (path.startsWith("docs/") && stages.includes("3") ? path : []));
if (docs.length > 0) git("checkout", "--theirs", "--", ...docs);
if (docs.length > 0) git("add", ...docs);
for (const path of docs) conflicts.delete(path);
// `npm install` merges the lockfile, if the base is between git's conflict markers too.
if (conflicts.delete(LOCK)) git("checkout", "--conflict=diff3", "--", LOCK);
writeRecord();

const replaced =
  packages.length > 0 ? list("diff", "--relative", "--name-only", parent, "HEAD", "--", ...packages, ...kept) : [];
console.log(`The template's changes from ${since} to ${until} are here, in no commit yet.`);
print("Recipes that have changed, with their changes in your files:", changed);
print(
  "Recipes that do not fit the template as it comes. Follow their changes by hand:",
  misfits.map(({ name, since }) => `git diff ${since} ${later} -- ":/docs/recipes/${name}*.md"`),
);
print("These are yours, so they stay as they are:", own);
print("Both sides have changed these. Resolve each, then git add it:", [...conflicts.keys()]);
print("You have deleted these, so they stay deleted:", deleted);
print("Your changes to these are gone, for they are the template's (git diff HEAD has them):", [...replaced, ...docs]);
console.log(`\nWhat a clone has to do: git diff ${base} ${later} -- ":/*CHANGELOG.md"`);
// If a recipe changes the schema, a new migration is needed.
if (isSchemaChanged && !commands.some((command) => command.includes("db:migration")))
  commands.push("npm run db:migration -- NAME");
const steps = ["npm install", ...commands, "npm test", "git add --all", "git commit"];
console.log(`Then: ${steps.map(clean).join(", ")}. Or undo it: git reset --hard`);
process.exitCode = conflicts.size > 0 ? 1 : 0;

/** @param {string} hash the hash of a commit that may not be here */
function isCommit(hash) {
  return run("cat-file", "-e", `${hash}^{commit}`).status === 0;
}

/** Threat: the next commit publishes a token in the URL. Git asks for the token, or stores it. */
function writeRecord() {
  const lines = recipes.map(({ name, parts }) => ["recipe", name, later, ...parts].join(" "));
  const place = source?.replace(/^(https?:\/\/)[^/]*@/i, "$1");
  writeFileSync(RECORD, [`${later} ${place}`, ...lines, ""].join("\n"));
  git("add", RECORD);
}

/**
 * @param {string} tree
 * @param {string} entries for `git update-index --index-info`
 * @returns {string} the tree with the entries
 */
function treeWith(tree, entries) {
  const index = resolve(git("rev-parse", "--git-path", "template-update.index"));
  process.env.GIT_INDEX_FILE = index;
  git("read-tree", tree);
  feed(entries, "update-index", "-z", "--index-info");
  const result = git("write-tree");
  delete process.env.GIT_INDEX_FILE;
  rmSync(index, { force: true });
  return result;
}

/** @param {string} whole */
function withoutRemoved(whole) {
  const removed = filesOf(whole).filter(removedFolderOf);
  return treeWith(whole, removed.map((path) => `0 ${"0".repeat(whole.length)}\t${path}\0`).join(""));
}

/** @param {Map<string, string>} [files] with new texts */
function entriesOf(files = new Map()) {
  const hashOf = (text = "") => feed(text, "hash-object", "-w", "--stdin");
  return Array.from(files, ([file, text]) => `100644 ${hashOf(text)}\t${file}\0`).join("");
}

/**
 * The entries of the template's changelog that begin with "Recipe" and names, such as "Recipes `teams`, `upload`: ".
 * Each is a security fix.
 *
 * @param {string} commit
 */
function fixesIn(commit) {
  const entries = (textAt(commit, CHANGELOG) ?? "").split(/\n(?=- |\n)/);
  return entries.flatMap((text) => {
    const [names] = text.match(/^- Recipes? `[^:]+`(?=: )/) ?? [];
    return names ? { text, names: names.split("`") } : [];
  });
}

/**
 * @param {string} commit
 * @param {string} file
 * @returns {string | undefined} undefined if the commit has no such file
 */
function textAt(commit, file) {
  const { status, stdout } = run("cat-file", "blob", `${commit}:${file}`);
  return status === 0 ? stdout : undefined;
}

/**
 * Git merges from the root of the repository. The other files there are the same on both sides of the merge, so git
 * takes none of them for a moved file of this folder.
 *
 * @param {string} whole a tree of the template
 * @returns {string} the tree of HEAD, with the given tree in this folder's place
 */
function treeHere(whole) {
  const names = within.split("/").filter(Boolean);
  return names.reduceRight((tree, name, at) => {
    const around = list("ls-tree", "--full-tree", `HEAD:${names.slice(0, at).join("/")}`);
    const others = around.filter((entry) => !entry.endsWith(`\t${name}`));
    const input = [...others, `040000 tree ${tree}\t${name}`].map((entry) => `${entry}\0`).join("");
    return feed(input, "mktree", "-z");
  }, whole);
}

/**
 * The template's commit that shares the most unchanged files with a copy's first commit. If there are several such
 * commits, the oldest counts: with a later commit, the update could miss a change of the template.
 *
 * @returns {string}
 */
function nearestCommit() {
  const first = git("rev-list", "HEAD", "--", "package.json").split("\n").at(-1);
  const files = git("rev-parse", `${first}:${within}`);
  const commits = git("log", "--format=%T %H", later).split("\n");
  const pairs = commits.map((each) => each.replace(/ .*/, ` ${files}\n`));
  // A line with both hashes comes before the files of each pair.
  const differences = feed(pairs.join(""), "diff-tree", "--stdin", "-r", "--name-only", "--diff-filter=d")
    .split(/^[0-9a-f]{40,} .+$/m)
    .slice(1)
    .map((paths) => paths.split("\n").filter(Boolean).length);
  return commits[differences.lastIndexOf(Math.min(...differences))]?.split(" ")[1] ?? later;
}

/**
 * For each path: 1 if the base has it, 2 if this clone has it, 3 if the template has it.
 *
 * @returns {Map<string, string>}
 */
function stagesOfConflicts() {
  const stages = new Map();
  for (const entry of list("ls-files", "--unmerged")) {
    const [, stage = "", path = ""] = entry.match(/(\d)\t(.+)/s) ?? [];
    stages.set(path, (stages.get(path) ?? "") + stage);
  }
  return stages;
}

/** @param {string} tree */
function foldersOf(tree) {
  return list("ls-tree", "--full-tree", "-r", "-d", "--name-only", tree);
}

/** @param {string} tree */
function filesOf(tree) {
  return list("ls-tree", "--full-tree", "-r", "--name-only", tree);
}

/**
 * @param {string} title
 * @param {string[]} paths
 */
function print(title, paths) {
  if (paths.length > 0) console.log(`\n${[title, ...new Set(paths.map(clean))].join("\n  ")}`);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @returns the paths of git's output
 */
function list(command, ...args) {
  return git(command, "-z", ...args)
    .split("\0")
    .filter(Boolean);
}

/**
 * @param {string} input
 * @param {string[]} args
 * @returns {string} git's output
 */
function feed(input, ...args) {
  return spawnSync("git", args, { input, encoding: "utf8", maxBuffer: MAX_BYTES }).stdout.trim();
}

/**
 * @param {string[]} args
 * @returns {string} git's output. Ends the process with git's message if it fails
 */
function git(...args) {
  const { status, stdout, stderr } = run(...args);
  return status === 0 ? stdout.trim() : fail(stderr);
}

/** @param {string[]} args */
function run(...args) {
  const result = spawnSync("git", args, { encoding: "utf8", maxBuffer: MAX_BYTES });
  return result.error ? fail(`Git could not be started: ${result.error.message}`) : result;
}

/**
 * Threat: a name with control characters can control the terminal.
 *
 * @param {string} text
 */
function clean(text) {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\ufffd");
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message.trim().split("\n").map(clean).join("\n"));
  if (hasBegun) console.error("The update is not whole. Undo it, and run it again: git reset --hard");
  process.exit(1);
}
