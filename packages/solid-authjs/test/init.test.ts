// The command that adds sign-in to an application, run as npx runs it. template/tests/registry.spec.ts signs in to what
// it makes.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";

const INIT = join(import.meta.dirname, "../init.mjs");
const WRITTEN = [
  "src/auth.ts",
  "src/database.ts",
  "src/session.ts",
  "src/routes/api/auth/[...solidauth].ts",
  "src/routes/sign-in.tsx",
  "src/routes/account.tsx",
  "prisma/schema.prisma",
  "prisma.config.ts",
];
const APP = { "src/app.tsx": 'import { FileRoutes } from "@solidjs/start/router";' };
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A new folder with these files. */
function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "init-"));
  folders.push(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

const manifest = (more = {}, dependencies = {}) =>
  JSON.stringify({ dependencies: { "@solidjs/start": "2.0.5", "solid-js": "1.9.19", ...dependencies }, ...more });

/** The folder of an application whose pages are files of src/routes. */
const application = (files: Record<string, string> = {}) =>
  folderWith({ "package.json": manifest(), ...APP, ...files });

/** As npx runs it, or another manager. */
function init(folder: string, command = "init", manager = "npm") {
  const env = { ...process.env, npm_config_user_agent: `${manager}/1.0.0 node/v24.0.0` };
  return spawnSync(process.execPath, [INIT, command], { cwd: folder, env, encoding: "utf8" });
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
  const folder = application({ "tsconfig.json": "{}" });
  const { status, stdout } = init(folder);
  expect(status).toBe(0);
  expect(below("Written:", stdout)).toEqual(WRITTEN);
  expect(Object.keys(contentOf(folder)).sort()).toEqual(
    [...WRITTEN, "package.json", "src/app.tsx", "tsconfig.json"].sort(),
  );
  expect(stdout).not.toContain("There already");
  const next = below("Next:", stdout);
  expect(next).toContainEqual(expect.stringMatching(/^npm install .*@auth\/core@0\.41\.3.* solid-authjs@1\.0\.0/));
  expect(next).toContainEqual(expect.stringMatching(/^tsconfig\.json: "skipLibCheck": true/));
  expect(next).toContainEqual(expect.stringMatching(/^\.gitignore: app\.db\* and src\/generated/));
  expect(stdout).not.toContain("solid-js@");
  expect(stdout).toContain(
    '"overrides": {"@auth/core":{"nodemailer":"$nodemailer"},"better-sqlite3":"$better-sqlite3"}',
  );
});

it("init changes no file that is there, and names each", () => {
  const own = { "src/auth.ts": "mine", "prisma/schema.prisma": "// mine", "src/app.css": "", "src/middleware.ts": "" };
  const folder = application(own);
  const { stdout } = init(folder);
  expect(below("There already", stdout)).toEqual([
    expect.stringMatching(/^src\/auth\.ts: node_modules.*init.src.auth\.ts$/),
    expect.stringMatching(/^prisma\/schema\.prisma: node_modules.*with-prisma.prisma.schema\.prisma$/),
  ]);
  expect(below("Written:", stdout)).toEqual(WRITTEN.filter((file) => !(file in own)));
  expect(contentOf(folder)).toMatchObject(own);
});

it("a second run of init writes nothing, and asks for no merge of what the first has written", () => {
  const folder = application();
  init(folder);
  writeFileSync(join(folder, "src/database.ts"), "mine");
  const before = contentOf(folder);
  const { status, stdout } = init(folder);
  expect([status, contentOf(folder)]).toEqual([0, before]);
  expect(stdout).toMatch(/^Nothing is written\.\n/);
  expect(below("There already, as", stdout)).toEqual(WRITTEN.filter((file) => file !== "src/database.ts"));
  expect(below("There already, and", stdout)).toEqual([expect.stringContaining("src/database.ts: ")]);
});

it.each([
  ["src/auth/index.ts", "src/auth.ts"],
  ["src/auth.js", "src/auth.ts"],
  ["src/session/index.jsx", "src/session.ts"],
  ["src/routes/api/auth/[...auth].js", "src/routes/api/auth/[...solidauth].ts"],
  ["src/routes/sign-in/index.tsx", "src/routes/sign-in.tsx"],
  ["src/routes/(site)/sign-in.mdx", "src/routes/sign-in.tsx"],
  ["src/routes/(site)/account/(page).jsx", "src/routes/account.tsx"],
  ["prisma/schema/user.prisma", "prisma/schema.prisma"],
  ["prisma.config.mjs", "prisma.config.ts"],
])("init writes nothing that would be loaded instead of %s", (own, file) => {
  const folder = application({ [own]: "mine" });
  const { stdout } = init(folder);
  expect(below("There already", stdout)).toEqual([expect.stringMatching(new RegExp(`^${RegExp.escape(own)}: `))]);
  expect(below("Written:", stdout)).toEqual(WRITTEN.filter((each) => each !== file));
  expect(Object.keys(contentOf(folder))).not.toContain(file);
});

it("init says what it has written, if the rest cannot be written", () => {
  const folder = application({ "src/routes": "a file" });
  const { status, stdout, stderr } = init(folder);
  expect(status).toBe(1);
  expect(below("Written:", stdout)).toEqual(["src/auth.ts", "src/database.ts", "src/session.ts"]);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

it("init names each package of the application that has another version, and asks to install none that is there", () => {
  const own = { prisma: "^5.12.1", "@auth/core": "^0.34.0", "better-sqlite3": "latest", nodemailer: "^10.1.0" };
  const { stdout } = init(application({ "package.json": manifest({}, own) }));
  expect(below("Next:", stdout).filter((line) => line.startsWith("package.json has"))).toEqual([
    expect.stringMatching(/^package\.json has @auth\/core \^0\.34\.0\. What is written needs 0\.41\./),
    expect.stringMatching(/^package\.json has prisma \^5\.12\.1\. What is written needs 7\./),
  ]);
  expect(stdout).not.toMatch(/npm install .* (prisma|@auth\/core|better-sqlite3|nodemailer)@/);
});

describe("package managers", () => {
  it.each([
    ["pnpm", "pnpm add ", "pnpm-workspace.yaml: peerDependencyRules", '"overrides"'],
    ["bun", "bun add ", '"overrides"', "pnpm-workspace.yaml"],
  ])("init names the command and the settings of %s, if that runs it", (manager, command, setting, other) => {
    const { stdout } = init(application(), "init", manager);
    expect(stdout).toContain(`  ${command}`);
    expect(stdout).toContain(setting);
    expect(stdout).not.toContain(other);
  });

  it.each([
    ["pnpm-lock.yaml", "pnpm add "],
    ["bun.lock", "bun add "],
  ])("an application with %s is told the command of that manager, although npx runs init", (lockfile, command) => {
    expect(init(application({ [lockfile]: "" })).stdout).toContain(`  ${command}`);
  });

  it("a setting that is there is not asked for again, and others are", () => {
    const overrides = { "better-sqlite3": "13.2.0", vite: "8.0.0" };
    const npm = init(application({ "package.json": manifest({ overrides }) })).stdout;
    expect(npm).toContain('"overrides": {"@auth/core":{"nodemailer":"$nodemailer"}}');
    const settings =
      'onlyBuiltDependencies: ["better-sqlite3"]\npeerDependencyRules:\n  "@auth/core>nodemailer": "10"\n';
    const pnpm = init(application({ "pnpm-workspace.yaml": settings }), "init", "pnpm").stdout;
    expect(pnpm.match(/^ {2}pnpm-workspace\.yaml: .*$/gm)).toEqual([
      '  pnpm-workspace.yaml: overrides: {"better-sqlite3":"13.2.0"}',
    ]);
  });

  it.each([
    [{ "pnpm-workspace.yaml": "packages: [apps/*]" }, "pnpm", /^\.\.\/\.\.\/pnpm-workspace\.yaml: overrides: /],
    [
      { "package.json": JSON.stringify({ workspaces: ["apps/*"] }) },
      "npm",
      /^\.\.\/\.\.\/package\.json: "overrides": .*"nodemailer":"10\..*"better-sqlite3":"13\./,
    ],
  ])("an application in a workspace is told where the settings of %j belong", (files, manager, line) => {
    const own = { ...APP, "package.json": manifest() };
    const inApps = Object.entries(own).map(([file, text]) => [`apps/web/${file}`, text]);
    const folder = folderWith({ ...files, ...Object.fromEntries(inApps) });
    const { stdout } = init(join(folder, "apps/web"), "init", manager);
    expect(below("Next:", stdout)).toContainEqual(expect.stringMatching(line));
  });
});

it.each([
  [{ "package.json": JSON.stringify({ dependencies: { "solid-js": "2.0.0" } }) }, "init", "SOLID-2.md"],
  [{ "package.json": JSON.stringify({ workspaces: ["apps/*"] }) }, "init", "run it in the application's folder"],
  [{ "package.json": "{" }, "init", "no package.json that can be read"],
  [{ "package.json": "null" }, "init", "no package.json that can be read"],
  [{}, "init", "no package.json that can be read"],
  [{ "package.json": manifest() }, "start", "npx solid-authjs init"],
  [{ ...APP, "package.json": manifest({}, { "@solidjs/start": "^1.1.0" }) }, "init", "this needs 2"],
  [{ "package.json": manifest(), "src/app.tsx": "no pages" }, "init", "has <FileRoutes />"],
  [
    { ...APP, "package.json": manifest(), "src/server/auth/config.ts": "export const auth = bindAuth(config);" },
    "init",
    "src/server/auth/config.ts calls bindAuth, so this application has sign-in already",
  ],
])("init refuses %j with one line, and writes nothing", (files, command, sentence) => {
  const folder = folderWith(files);
  const { status, stdout, stderr } = init(folder, command);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(sentence);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(contentOf(folder)).toEqual(files);
});
