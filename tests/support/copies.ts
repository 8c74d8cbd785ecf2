// Copies of the project: to build it with other settings, and to run it as a fresh clone does, without touching the project's own
// .env, data/ or .output.

import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./app.ts";

/** Within the project, so that packages are found; git ignores it. */
const COPIES = join(root, ".copies");

/** What a clone would hold: tracked files, and those that would be. */
function ownFiles(): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const { stdout, status } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error("The tests copy what git lists: run them in a git checkout.");
  return stdout.split("\0").filter(Boolean);
}

/** @returns the folder of a copy as a fresh clone would be */
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

/** A change to one of the project's files, or a file more. */
export interface Variant {
  /** The copy's. */
  name: string;
  file: string;
  /** What stands there; it must. Empty for a new file. */
  from: string;
  /** What is to stand there instead. */
  to: string;
}

/**
 * Builds a copy of the project with a change.
 *
 * @returns the folder whose `.output` is the build
 */
export function buildVariant({ name, file, from, to }: Variant): string {
  const folder = copyProject(name);
  const generated = "src/server/database/generated";
  cpSync(join(root, generated), join(folder, generated), { recursive: true });
  const source = existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8") : "";
  if (!source.includes(from)) throw new Error(`${file} does not contain ${from}`);
  writeFileSync(join(folder, file), source.replace(from, to));
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const { status, stderr } = spawnSync(process.execPath, [vite, "build", "--logLevel", "error"], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The build failed:\n${stderr}`);
  return folder;
}

/** Gives a copy the packages as `npm install` would: linked file by file, since Vite minds where they really are. */
export function installPackages(folder: string): void {
  linkFolder(join(root, "node_modules"), join(folder, "node_modules"));
}

function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    // Caches are this checkout's own.
    if (entry.name === ".vite" || entry.name === ".nitro") continue;
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) cpSync(source, target, { verbatimSymlinks: true });
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
