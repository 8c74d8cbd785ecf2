// Copies of the project, to build it with other settings and to run it like a fresh clone. The project's own .env,
// data/ and .output stay untouched.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./app.ts";

/** Inside the project, so that packages are found. Git ignores it. */
const COPIES = join(root, ".copies");

/** The files of a clone: tracked files, and new files that git does not ignore. */
export function ownFiles(): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const { stdout, status } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error("The tests copy what git lists: run them in a git checkout.");
  return stdout.split("\0").filter(Boolean);
}

/** @returns the folder of a copy, like a fresh clone */
export function copyProject(name: string): string {
  const folder = join(COPIES, name);
  rmSync(folder, { recursive: true, force: true });
  for (const file of ownFiles()) {
    const target = join(folder, file);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(root, file), target);
  }
  return folder;
}

/** @returns the folder of a copy that has its packages, like a clone after `npm install` */
export function installedCopy(name: string): string {
  const folder = copyProject(name);
  installPackages(folder);
  return folder;
}

/** A change to one of the project's files, or a new file. */
interface Change {
  file: string;
  /** The text to replace, which must be there. Empty for a new file. */
  from: string;
  /** The new text. */
  to: string;
}

export interface Variant extends Change {
  /** The copy's. */
  name: string;
  /** Further changes. */
  also?: Change[];
}

/** Holds the hash of what a copy was built from. */
const KEY_FILE = "build.key";
const PAUSE_MS = 100;

/**
 * Builds a copy of the project with changes, unless a test has built the same. Tests that need it meanwhile wait.
 *
 * @returns the folder whose `.output` is the build. Its `build.log` has the build's warnings
 */
export function buildVariant(variant: Variant): string {
  const lock = join(COPIES, `${variant.name}.lock`);
  const pause = new Int32Array(new SharedArrayBuffer(4));
  while (!hasLocked(lock)) Atomics.wait(pause, 0, 0, PAUSE_MS);
  try {
    return build(variant);
  } finally {
    rmSync(lock);
  }
}

/** @returns whether this process has made the file. That of a process which was killed goes, for the next attempt */
function hasLocked(file: string): boolean {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    if (isOfKilled(file)) rmSync(file, { force: true });
    return false;
  }
}

function isOfKilled(lock: string): boolean {
  try {
    // A file that is still empty is 0, which is this process.
    process.kill(Number(readFileSync(lock, "utf8")), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

function build({ name, also = [], ...change }: Variant): string {
  const changes = [change, ...also];
  const [keyFile, key] = [join(COPIES, name, KEY_FILE), keyOf(changes)];
  if (existsSync(keyFile) && readFileSync(keyFile, "utf8") === key) return join(COPIES, name);
  const folder = copyProject(name);
  const generated = "src/server/database/generated";
  cpSync(join(root, generated), join(folder, generated), { recursive: true });
  linkOwnPackages(folder);
  for (const each of changes) apply(folder, each);
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const { status, stderr } = spawnSync(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The build failed:\n${stderr}`);
  writeFileSync(join(folder, "build.log"), stderr);
  writeFileSync(keyFile, key);
  return folder;
}

function keyOf(changes: Change[]): string {
  const hash = createHash("sha256").update(JSON.stringify(changes));
  for (const file of ownFiles()) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

function apply(folder: string, { file, from, to }: Change): void {
  const path = join(folder, file);
  const source = existsSync(path) ? readFileSync(path, "utf8") : "";
  if (!source.includes(from)) throw new Error(`${file} does not contain ${from}`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
}

/**
 * Gives a copy the packages of its own folder `packages`. Others are found in the project's node_modules, above the
 * copy.
 */
function linkOwnPackages(folder: string): void {
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(join(folder, "packages")))
    symlinkSync(join("../packages", name), join(folder, "node_modules", name), "junction");
}

const packages = join(root, "node_modules");

/** Gives a copy its packages, like `npm install`: hard links, because Vite resolves symbolic links. */
export function installPackages(folder: string): void {
  linkFolder(packages, join(folder, "node_modules"));
}

function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    // Caches are not copied: other tests write into them meanwhile, and npm into its own.
    if (from === packages && entry.name.startsWith(".") && entry.name !== ".bin") continue;
    if (entry.isDirectory()) linkFolder(source, target);
    // The project's own packages, for example: the copy gets its own.
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}
