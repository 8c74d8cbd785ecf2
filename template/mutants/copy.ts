// Copies of the project in which code is changed.

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tests/support/app.ts";
import { copyProject } from "../../tests/support/copies.ts";
import { atExit } from "../../tests/support/temporary.ts";

/** In the copies a test waits less long for what does not come. The run without a mutant has to pass all the same. */
const SHORTER: [file: string, from: string, to: string][] = [
  ["playwright.config.ts", "timeout: 180_000,", "timeout: 40_000,"],
  ["playwright.config.ts", "expect: { timeout: 30_000 }", "expect: { timeout: 8_000 }"],
  ["playwright.config.ts", "actionTimeout: 60_000", "actionTimeout: 10_000"],
  ["packages/solid-authjs/vitest.config.ts", "testTimeout: 180_000,", "testTimeout: 40_000,"],
  // The application gets no other variables of this process.
  ["tests/support/app.ts", "PATH: process.env.PATH,", "PATH: process.env.PATH, MUTANT: process.env.MUTANT,"],
  ["tests/server/production.spec.ts", 'PORT: "0"', 'PORT: "0", MUTANT: process.env.MUTANT'],
];

/** The copies are removed at the end. Two runs have different ones. */
export function newCopy(name: string): string {
  const folder = copyProject(`mutants-${process.pid}-${name}`);
  atExit(() => rmSync(folder, { recursive: true, force: true }));
  const generated = "src/server/database/generated";
  cpSync(join(root, generated), join(folder, generated), { recursive: true });
  linkPackages(folder);
  for (const [file, from, to] of SHORTER) {
    const source = readFileSync(join(folder, file), "utf8");
    if (!source.includes(from)) throw new Error(`${file} does not have the text "${from}".`);
    writeFileSync(join(folder, file), source.replace(from, to));
  }
  return folder;
}

/** Gives a copy its packages where tests look for them, and a list of its files, because tests may copy it again. */
function linkPackages(folder: string): void {
  const modules = join(folder, "node_modules");
  mkdirSync(modules, { recursive: true });
  // The copy has packages of its own, because they have mutants.
  const own = readdirSync(join(folder, "packages"));
  const others = readdirSync(join(root, "node_modules")).filter((name) => !name.startsWith(".") && !own.includes(name));
  for (const name of own) symlinkSync(join(folder, "packages", name), join(modules, name), "junction");
  for (const name of others) symlinkSync(join(root, "node_modules", name), join(modules, name), "junction");
  spawnSync("git", ["init", "--quiet"], { cwd: folder });
}

export function build(folder: string): void {
  const args = [bin("vite/bin/vite.js"), "build", "--logLevel", "error"];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`The build failed:\n${stderr}`);
}

export function bin(path: string): string {
  return join(root, "node_modules", path);
}
