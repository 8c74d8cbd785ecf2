// What `npx solid-authjs init` has to know of an application before it writes, and which folders it refuses.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/**
 * @typedef {object} Application
 * @property {string} folder
 * @property {Record<string, string>} installed the ranges of package.json, by name
 * @property {Workspace} workspace
 * @property {(file: string) => string | undefined} fileInPlaceOf the application's file with the same module name or the
 * same route
 */

/**
 * @typedef {object} Workspace what the package manager installs at once: the application, or several packages
 * @property {string} path its folder, seen from the application: "" if that is the application's own
 * @property {Record<string, unknown>} overrides those of its package.json
 * @property {string} settings the text of pnpm-workspace.yaml
 * @property {string} manager
 */

/** The lockfiles of the managers that this command knows. Others get the commands of npm. */
const LOCKFILES = {
  "package-lock.json": "npm",
  "pnpm-lock.yaml": "pnpm",
  "bun.lock": "bun",
  "bun.lockb": "bun",
};
const PNPM_SETTINGS = "pnpm-workspace.yaml";
const SOLID_START = "@solidjs/start";
const NOTHING = "Nothing is written.";

/**
 * @param {string} folder
 * @returns {Application}
 * @throws a sentence, if this command can add nothing there
 */
export function readApplication(folder) {
  const manifest = manifestOf(folder);
  if (!manifest) throw new Error(`This folder has no package.json that can be read. ${NOTHING}`);
  const installed = { ...manifest.dependencies, ...manifest.devDependencies };
  const start = installed[SOLID_START];
  if (!start)
    throw new Error(
      `package.json names no ${SOLID_START}, so this folder has no application of SolidStart. ${NOTHING} ` +
        "In a workspace, run it in the application's folder. For Solid 2, the README's page SOLID-2.md has the files.",
    );
  if (/^\D*[01]\./.test(start)) throw new Error(`package.json has ${SOLID_START} ${start}: this needs 2. ${NOTHING}`);
  const files = filesOf(folder);
  refuseOthers(folder, files);
  return { folder, installed, workspace: workspaceOf(folder), fileInPlaceOf: (file) => inPlaceOf(file, files) };
}

/**
 * @param {string} folder
 * @param {string[]} files
 */
function refuseOthers(folder, files) {
  const sources = files.filter((file) => /^src\/.*\.[cm]?[jt]sx?$/.test(file));
  const having = (/** @type {RegExp} */ text) =>
    sources.find((file) => text.test(readFileSync(join(folder, file), "utf8")));
  const binding = having(/\bbindAuth\s*\(/);
  if (binding && placeOf(binding) !== "src/auth")
    throw new Error(`${binding} calls bindAuth, so this application has sign-in already. ${NOTHING}`);
  if (!having(/["']@solidjs\/start\/router["']/))
    throw new Error(
      `No file of src has <FileRoutes />, so a page in src/routes would have no address. ${NOTHING} ` +
        "https://docs.solidjs.com/solid-start/building-your-application/routing says how to add it.",
    );
}

/**
 * @param {string} file
 * @param {string[]} files
 * @returns {string | undefined} a file that modules or visitors would reach instead of this one, or this one instead of it
 */
function inPlaceOf(file, files) {
  return files.includes(file) ? file : files.find((other) => placeOf(other) === placeOf(file));
}

/**
 * `src/auth/index.js` is where `src/auth.ts` is, and the same goes for `(group)/sign-in/index.mdx` and `sign-in.tsx`.
 *
 * @param {string} file
 */
function placeOf(file) {
  if (file.endsWith(".prisma")) return "prisma";
  return file
    .toLowerCase()
    .replace(/\.\w+$/, "")
    .replace(/\/index$/, "")
    .replace(/\/?\([^/]*\)/g, "")
    .replace(/\[\.\.\..*\]$/, "[...]");
}

/**
 * @param {string} folder
 * @returns {string[]} where a file of this command could be, with "/" on every system
 */
function filesOf(folder) {
  const filesIn = (/** @type {string} */ name, recursive = true) =>
    readdirSync(join(folder, name), { recursive, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, "/"));
  const folders = ["src", "prisma"].filter((name) => existsSync(join(folder, name)));
  return [...filesIn("", false), ...folders.flatMap((name) => filesIn(name))];
}

/**
 * @param {string} folder the application's
 * @returns {Workspace}
 */
function workspaceOf(folder) {
  const root = ancestorsOf(folder).find(isWorkspace) ?? folder;
  const managers = Object.entries(LOCKFILES).filter(([name]) => existsSync(join(root, name)));
  const [only, second] = new Set(managers.map(([, manager]) => manager));
  const running = process.env.npm_config_user_agent?.split("/")[0];
  return {
    path: relative(folder, root).replaceAll(sep, "/"),
    overrides: manifestOf(root)?.overrides ?? {},
    settings: existsSync(join(root, PNPM_SETTINGS)) ? readFileSync(join(root, PNPM_SETTINGS), "utf8") : "",
    manager: (second ? undefined : only) ?? running ?? "npm",
  };
}

/**
 * @param {string} folder
 * @returns {string[]} the folder itself first
 */
function ancestorsOf(folder) {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestorsOf(parent)];
}

/** @param {string} folder */
function isWorkspace(folder) {
  return Boolean(existsSync(join(folder, PNPM_SETTINGS)) || manifestOf(folder)?.workspaces);
}

/** @param {string} folder undefined is returned if there is no package.json that can be read */
function manifestOf(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) ?? undefined;
  } catch {
    return undefined;
  }
}
