// The command that adds sign-in to an application, run as npx runs it. template/tests/registry.spec.ts signs in to what
// it makes.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";

const INIT = join(import.meta.dirname, "../init.mjs");
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** The folder of an application with these files. */
function application(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "init-"));
  folders.push(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

/** As npx runs it, or another manager. */
function init(folder: string, command: string, manager = "npm") {
  const env = { ...process.env, npm_config_user_agent: `${manager}/1.0.0 node/v24.0.0` };
  return spawnSync(process.execPath, [INIT, command], { cwd: folder, env, encoding: "utf8" });
}

/** @returns the files of a folder, without its folders */
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []));

const manifest = (more = {}) =>
  JSON.stringify({ dependencies: { "@solidjs/start": "2.0.5", "solid-js": "1.9.19" }, ...more });

it("init writes the auth route, a configuration, models, a guard and pages, and names what is left to install", () => {
  const folder = application({ "package.json": manifest() });
  const { status, stdout } = init(folder, "init");
  expect(status).toBe(0);
  const files = ["src/auth.ts", "src/routes/api/auth/[...solidauth].ts", "src/session.ts", "src/routes/sign-in.tsx"];
  for (const file of [
    ...files,
    "src/routes/account.tsx",
    "src/database.ts",
    "prisma/schema.prisma",
    "prisma.config.ts",
  ]) {
    expect(existsSync(join(folder, file)), file).toBe(true);
    expect(stdout).toContain(`  ${file}\n`);
  }
  expect(stdout).toMatch(/npm install .*@auth\/core@0\.41\.3.* solid-authjs@1\.0\.0/);
  expect(stdout).not.toContain("solid-js@");
  expect(stdout).toContain('"overrides"');
});

it("init changes no file that is there, names each, and a second run writes nothing", () => {
  const own = { "package.json": manifest({ overrides: {} }), "src/auth.ts": "mine", "prisma/schema.prisma": "// mine" };
  const folder = application(own);
  expect(init(folder, "init").stdout).toMatch(
    /not changed\.[\s\S]*\n {2}src\/auth\.ts: node_modules\/.*\/init\/src\/auth\.ts\n/,
  );
  for (const [file, text] of Object.entries(own)) expect(readFileSync(join(folder, file), "utf8")).toBe(text);

  const files = filesOf(folder);
  const { stdout } = init(folder, "init");
  expect(stdout).not.toContain("Written:");
  expect(stdout).not.toContain('"overrides"');
  expect(filesOf(folder)).toEqual(files);
});

it.each([
  ["pnpm", "  pnpm add ", "pnpm-workspace.yaml: peerDependencyRules", '"overrides"'],
  ["bun", "  bun add ", '"overrides"', "pnpm-workspace.yaml"],
])("init names the command and the settings of %s, if that runs it", (manager, command, setting, other) => {
  const { stdout } = init(application({ "package.json": manifest() }), "init", manager);
  expect(stdout).toContain(command);
  expect(stdout).toContain(setting);
  expect(stdout).not.toContain(other);
});

it.each([
  [{ "package.json": JSON.stringify({ dependencies: { "solid-js": "2.0.0" } }) }, "init", "SOLID-2.md"],
  [{ "package.json": "{" }, "init", "no package.json that can be read"],
  [{}, "init", "no package.json that can be read"],
  [{ "package.json": manifest() }, "start", "npx solid-authjs init"],
])("init refuses %j with one sentence, and writes nothing", (files, command, sentence) => {
  const folder = application(files);
  const { status, stdout, stderr } = init(folder, command);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(sentence);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(filesOf(folder)).toEqual(Object.keys(files));
});
