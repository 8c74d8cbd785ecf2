// The package of `npm create`, with a template of two files. template/tests/registry.spec.ts takes it from a registry,
// with the whole.

import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../tests/support/temporary.ts";

const SETUP = `import { rmSync, writeFileSync } from "node:fs";
const flags = process.argv.slice(2);
writeFileSync("flags.json", JSON.stringify(flags));
if (flags.includes("--late")) rmSync("scripts/setup", { recursive: true });
if (flags.includes("--wrong")) process.exit(1);
`;
const FILES = [
  { path: "scripts/setup/index.mjs", mode: 0o100644, content: Buffer.from(SETUP).toString("base64") },
  { path: "run me", mode: 0o100755, content: Buffer.from([0, 255, 10]).toString("base64") },
];

/** Runs the package in a folder, as npm does. */
function create(folder: string, ...args: string[]) {
  const installed = temporaryFolder();
  cpSync("template/create", installed, { recursive: true });
  writeFileSync(join(installed, "template.json.gz"), gzipSync(JSON.stringify(FILES)));
  return spawnSync(process.execPath, [join(installed, "index.mjs"), ...args], { cwd: folder, encoding: "utf8" });
}

it("npm create writes the template's files as they are into a new folder, and hands the flags to its setup", () => {
  const folder = temporaryFolder();
  const { status, stderr } = create(folder, "a/my äpp", "--yes", "--name", "Two words");
  expect([status, stderr]).toEqual([0, ""]);
  const app = join(folder, "a/my äpp");
  expect([...readFileSync(join(app, "run me"))]).toEqual([0, 255, 10]);
  if (process.platform !== "win32") expect(statSync(join(app, "run me")).mode & 0o100).toBe(0o100);
  expect(JSON.parse(readFileSync(join(app, "flags.json"), "utf8"))).toEqual(["--yes", "--name", "Two words"]);
});

it("npm create changes nothing in a folder that has a file, and says so in one sentence", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "mine.txt"), "mine");
  for (const [name, sentence] of [
    [".", "not empty: it has mine.txt"],
    ["mine.txt", "is a file"],
    ["mine.txt/app", "is a file"],
    ["--yes", "Name the new folder first"],
  ] as const) {
    const { status, stderr } = create(folder, name);
    expect(status, name).toBe(1);
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  }
  expect(create(folder).stderr).toContain("Name the new folder first");
  expect(readdirSync(folder)).toEqual(["mine.txt"]);
});

it("npm create says how to go on after a setup that failed", () => {
  const { status, stderr } = create(temporaryFolder(), "app", "--wrong");
  expect(status).toBe(1);
  expect(stderr).toContain("Go on there: npm run setup");
  // Such a setup has said what is left, and is no command any more.
  const late = create(temporaryFolder(), "app", "--late", "--wrong");
  expect([late.status, late.stderr]).toEqual([1, ""]);
});

it("npm create names the Node that it needs to an older one, in words that such a one can read", () => {
  const source = readFileSync("template/create/index.mjs", "utf8").replace("process.versions.node", '"18.20.0"');
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module"], { input: source, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Solid Auth Starter needs Node 20 or newer, and this is v.*\n$/);
  // Syntax that Node 12 has: no import statement, whose module it would have to read first, and nothing newer.
  expect(source).not.toMatch(/^import |\?\.|\?\?|await/m);
});
