// The command that adds sign-in to an application, run as npx runs it. template/tests/registry.spec.ts signs in to what
// it makes.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const INIT = join(import.meta.dirname, "../init.mjs");
const WRITTEN = [
  ...["src/auth.ts", "src/database.ts", "src/session.ts", "src/routes/api/auth/[...solidauth].ts"],
  ...["src/routes/sign-in.tsx", "src/routes/account.tsx", "prisma/schema.prisma", "prisma.config.ts"],
];

/** A new folder with these files. */
function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "init-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

const manifest = (dependencies = {}) =>
  JSON.stringify({ dependencies: { "@solidjs/start": "2.0.5", "solid-js": "1.9.18", ...dependencies } });

/** The folder of an application. */
const application = (files: Record<string, string> = {}) => folderWith({ "package.json": manifest(), ...files });

/** Runs init as npx does. */
function init(folder: string, command = "init") {
  return spawnSync(process.execPath, [INIT, command], { cwd: folder, encoding: "utf8" });
}

/** The lines below a title of what init says. */
function below(title: string, said: string): string[] {
  const [, lines = ""] = said.match(new RegExp(`^${title}.*\\n((?: {2}.*\\n)*)`, "m")) ?? [];
  return lines.split("\n").flatMap((line) => line.trim() || []);
}

/** The files of a folder with their content. */
const contentOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      return entry.isFile() ? [[file.slice(folder.length + 1), readFileSync(file, "utf8")]] : [];
    }),
  );

it("init writes the auth route, a configuration, models, a guard and pages, and names what is left to do", () => {
  const folder = application({ "src/app.tsx": "" });
  const { status, stdout } = init(folder);
  expect([status, below("Written:", stdout)]).toEqual([0, WRITTEN]);
  const files = [...WRITTEN, "package.json", "src/app.tsx"];
  expect(Object.keys(contentOf(folder)).sort()).toEqual(files.sort());
  expect(below("Next:", stdout)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^npm install .*@auth\/core@0\.41\.3.* solid-authjs@1\.0\.0/),
      expect.stringMatching(/^tsconfig\.json: "skipLibCheck": true/),
      expect.stringMatching(/^\.gitignore: app\.db\* and src\/generated/),
    ]),
  );
  expect(stdout).toContain(
    '"overrides": {"@auth/core":{"nodemailer":"$nodemailer"},"better-sqlite3":"$better-sqlite3"}',
  );
  expect(stdout).not.toMatch(/There already|solid-js@/);
});

it("init changes no file that is there, and names each", () => {
  const own = { "src/auth.ts": "mine", "prisma/schema.prisma": "// mine", "src/app.css": "" };
  const folder = application(own);
  const { stdout } = init(folder);
  expect(below("There already", stdout)).toEqual([
    expect.stringMatching(/^src\/auth\.ts: node_modules.*init.src.auth\.ts$/),
    expect.stringMatching(/^prisma\/schema\.prisma: node_modules.*with-prisma.prisma.schema\.prisma$/),
  ]);
  expect(below("Written:", stdout)).toEqual(WRITTEN.filter((file) => !(file in own)));
  expect(contentOf(folder)).toMatchObject(own);
});

it("init writes nothing that would be loaded instead of a file that is there, and asks to install no package that is there", () => {
  const own = { "src/auth/index.ts": "", "src/routes/account.jsx": "", "prisma/schema/user.prisma": "" };
  const packages = manifest({ prisma: "^7.9.0", nodemailer: "latest" });
  const { stdout } = init(application({ ...own, "package.json": packages }));
  const there = ["src/auth.ts", "src/routes/account.tsx", "prisma/schema.prisma"];
  expect(below("Written:", stdout)).toEqual(WRITTEN.filter((file) => !there.includes(file)));
  expect(stdout).toMatch(/npm install .*@prisma\/client@/);
  expect(stdout).not.toMatch(/npm install .* (prisma|nodemailer)@/);
});

it.each<[Record<string, string>, string, command?: string]>([
  [{ "package.json": JSON.stringify({ dependencies: { "solid-js": "2.0.0" } }) }, "SOLID-2.md"],
  [{ "package.json": manifest() }, "npx solid-authjs init", "start"],
  [{ "package.json": manifest({ "@solidjs/start": "^1.1.0" }) }, "names no @solidjs/start 2"],
])("init refuses %j with one line, and writes nothing", (files, sentence, command) => {
  const folder = folderWith(files);
  const { status, stdout, stderr } = init(folder, command);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(sentence);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(contentOf(folder)).toEqual(files);
});
