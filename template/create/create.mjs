// Writes the template into a folder and runs its setup, which has the questions and the flags. The package has the
// template inside (pack.ts): nothing but npm's registry is asked.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";

/**
 * @typedef {object} TemplateFile
 * @property {string} path
 * @property {number} mode as git knows it, such as 0o100644
 * @property {string} content in base64
 */

try {
  create(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string[]} args the folder, and the flags of the setup */
function create([name, ...flags]) {
  if (!name || name.startsWith("-")) throw new Error("Name the new folder first: npm create solid-auth-starter my-app");
  const folder = resolve(name);
  const entries = entriesOf(folder);
  // A forge's new repository is empty but for its history.
  const others = entries.filter((entry) => entry !== ".git");
  if (others.length > 0)
    throw new Error(
      `The folder ${name} is not empty: it has ${others.slice(0, 3).join(", ")}. Nothing is changed. Name a new folder.`,
    );
  for (const { path, mode, content } of templateFiles()) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, Buffer.from(content, "base64"), { mode: mode & 0o777, flag: "wx" });
  }
  if (!isDone(process.execPath, ["scripts/setup/index.mjs", ...flags], folder)) {
    // A setup that has taken itself out of the folder has said what is left.
    if (!existsSync(join(folder, "scripts/setup"))) process.exitCode = 1;
    else throw new Error(`\nThe template is in ${name}, and not set up. Go on there: npm run setup`);
    return;
  }
  if (!process.stdin.isTTY || !process.stdout.isTTY) return;
  console.log(`\n> npm run dev, in ${name}`);
  isDone("npm run dev", [], folder);
}

/** @param {string} folder that may not be there */
function entriesOf(folder) {
  try {
    return readdirSync(folder);
  } catch (error) {
    const code = error instanceof Error && "code" in error && error.code;
    if (code === "ENOENT") return [];
    if (code === "ENOTDIR") throw new Error(`${folder} is a file. Nothing is changed. Name a new folder.`);
    throw error;
  }
}

/** @returns {TemplateFile[]} */
function templateFiles() {
  return JSON.parse(gunzipSync(readFileSync(new URL("template.json.gz", import.meta.url))).toString());
}

/**
 * @param {string} command
 * @param {string[]} args none: the command is a shell's
 * @param {string} cwd
 */
function isDone(command, args, cwd) {
  return spawnSync(command, args, { cwd, shell: args.length === 0, stdio: "inherit" }).status === 0;
}
