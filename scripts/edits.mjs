// Keeps changes to a folder's files in memory until all of them are known to fit. If a change does not fit, the folder
// stays as it is. It is JavaScript that an old Node can read, for `npm run setup`.

import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** @typedef {ReturnType<typeof openEdits>} Edits */

/** @param {string} folder the application's folder */
export function openEdits(folder) {
  /** @type {Map<string, string>} */
  const written = new Map();
  /** @type {Set<string>} */
  const removed = new Set();
  const isRemoved = (/** @type {string} */ path) => [...removed].some((each) => `${path}/`.startsWith(`${each}/`));

  /**
   * @param {string} file
   * @returns {string} the file's text, with the changes until now. Throws if there is no such file
   */
  function read(file) {
    const text = written.get(file);
    if (text !== undefined) return text;
    if (isRemoved(file) || !existsSync(join(folder, file))) throw new Error(`${file} is not there.`);
    return readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n");
  }

  /**
   * Threat: a link leads out of the folder.
   *
   * @param {string} path
   */
  function expectNoLink(path) {
    for (let part = path; part !== "."; part = dirname(part))
      if (lstatSync(join(folder, part), { throwIfNoEntry: false })?.isSymbolicLink())
        throw new Error(`${part} is a symbolic link. Put a file or a folder in its place.`);
  }

  return {
    folder,
    read,
    /** @param {string} path */
    exists: (path) => written.has(path) || (!isRemoved(path) && existsSync(join(folder, path))),
    /** @returns the files that git lists, and new files that it does not ignore */
    files: () => filesIn(folder).filter((file) => !isRemoved(file)),
    /**
     * @param {string} file
     * @param {string} text
     */
    write(file, text) {
      expectNoLink(file);
      written.set(file, text);
    },
    /**
     * @param {string} file
     * @param {RegExp} from the text to replace. Throws if the file does not contain it
     * @param {string} to
     */
    replace(file, from, to = "") {
      expectNoLink(file);
      const text = read(file);
      if (text.search(from) < 0) throw new Error(`${file} does not contain ${from}.`);
      written.set(
        file,
        text.replace(from, () => to),
      );
    },
    /** @param {string} path a file or a folder. Throws if there is no such file or folder */
    remove(path) {
      expectNoLink(path);
      if (isRemoved(path) || !existsSync(join(folder, path))) throw new Error(`${path} is not there.`);
      removed.add(path);
    },
    save() {
      for (const [file, text] of written) {
        if (isRemoved(file)) continue;
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), text);
      }
      for (const path of removed) {
        // On Windows, another process may hold a file of the folder open for a moment.
        rmSync(join(folder, path), { recursive: true, force: true, maxRetries: 5 });
        removeEmpty(folder, dirname(path));
      }
    },
  };
}

/**
 * @param {string} folder
 * @param {string} path
 */
function removeEmpty(folder, path) {
  const whole = join(folder, path);
  if (path === "." || !existsSync(whole) || readdirSync(whole).length > 0) return;
  rmSync(whole, { recursive: true });
  removeEmpty(folder, dirname(path));
}

/**
 * Threat: no commit restores a file that git ignores, such as a database beside the code. So such files are left out
 * here.
 *
 * @param {string} folder a copy may have no git, or be in a repository that ignores it: then only the names in its
 *   `.gitignore` count, not its patterns
 */
function filesIn(folder) {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { status, stdout } = spawnSync("git", args, { cwd: folder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  const listed = status === 0 ? stdout.split("\0").filter(Boolean) : [];
  if (listed.length > 0) return listed.filter((file) => isFile(join(folder, file))).sort();
  const ignored = readFileSync(join(folder, ".gitignore"), "utf8").split(/\r?\n/);
  const isIgnored = (/** @type {string} */ name, /** @type {string} */ path) =>
    name === ".git" ||
    [name, `${name}/`, `${path}/`, `/${path}/`].some((each) => ignored.includes(each)) ||
    /^\.env(?!\.example)/.test(name);
  /** @type {(within: string) => string[]} */
  const walk = (within) =>
    readdirSync(join(folder, within), { withFileTypes: true }).flatMap((entry) => {
      const path = within ? `${within}/${entry.name}` : entry.name;
      if (isIgnored(entry.name, path)) return [];
      if (entry.isDirectory()) return walk(path);
      return entry.isFile() ? path : [];
    });
  return walk("").sort();
}

/** @param {string} path */
function isFile(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
