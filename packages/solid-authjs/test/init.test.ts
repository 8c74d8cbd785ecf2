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
const APP = { "src/app.tsx": 'import { FileRoutes } from "@solidjs/start/router";' };

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

const manifest = (more = {}, dependencies = {}) =>
  JSON.stringify({ dependencies: { "@solidjs/start": "2.0.5", "solid-js": "1.9.18", ...dependencies }, ...more });

/** The folder of an application whose pages are files of src/routes. */
const application = (files: Record<string, string> = {}) =>
  folderWith({ "package.json": manifest(), ...APP, ...files });

/** Runs init as npx does, or another manager. */
function init(folder: string, manager = "npm", command = "init") {
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
  expect([status, below("Written:", stdout)]).toEqual([0, WRITTEN]);
  const files = [...WRITTEN, "package.json", "src/app.tsx", "tsconfig.json"];
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
  ["src/routes/api/auth/[...auth].js", "src/routes/api/auth/[...solidauth].ts"],
  ["src/routes/(site)/sign-in.mdx", "src/routes/sign-in.tsx"],
  ["src/routes/(site)/account/(page).jsx", "src/routes/account.tsx"],
  ["prisma/schema/user.prisma", "prisma/schema.prisma"],
])("init writes nothing that would be loaded instead of %s", (own, file) => {
  const folder = application({ [own]: "mine" });
  const { stdout } = init(folder);
  expect(below("There already", stdout)).toEqual([expect.stringMatching(new RegExp(`^${RegExp.escape(own)}: `))]);
  expect(below("Written:", stdout)).toEqual(WRITTEN.filter((each) => each !== file));
  expect(Object.keys(contentOf(folder))).not.toContain(file);
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

it.each<[string, Record<string, string>, string]>([
  ["pnpm, which runs it", {}, "pnpm"],
  ["bun, which runs it", {}, "bun"],
  ["pnpm, whose lock file is there, although npx runs init", { "pnpm-lock.yaml": "" }, "npm"],
])("init names the command and the settings of %s", (name, files, manager) => {
  const { stdout } = init(application(files), manager);
  const settings = ["pnpm-workspace.yaml: peerDependencyRules", '"overrides"'];
  const [own = "", other] = name.startsWith("pnpm") ? settings : settings.toReversed();
  expect(stdout).toContain(`  ${name.split(",")[0]} add `);
  expect(stdout).toContain(own);
  expect(stdout).not.toContain(other);
});

it("a setting that is there is not asked for again, and others are", () => {
  const overrides = { "better-sqlite3": "13.2.0", vite: "8.0.0" };
  const npm = init(application({ "package.json": manifest({ overrides }) })).stdout;
  expect(npm).toContain('"overrides": {"@auth/core":{"nodemailer":"$nodemailer"}}');
  const settings = 'onlyBuiltDependencies: ["better-sqlite3"]\npeerDependencyRules:\n  "@auth/core>nodemailer": "10"\n';
  const pnpm = init(application({ "pnpm-workspace.yaml": settings }), "pnpm").stdout;
  expect(pnpm.match(/^ {2}pnpm-workspace\.yaml: .*$/gm)).toEqual([
    '  pnpm-workspace.yaml: overrides: {"better-sqlite3":"13.2.0"}',
  ]);
});

it.each<[Record<string, string>, string, command?: string]>([
  [{ "package.json": JSON.stringify({ dependencies: { "solid-js": "2.0.0" } }) }, "SOLID-2.md"],
  [{ "package.json": JSON.stringify({ workspaces: ["apps/*"] }) }, "run it in the application's folder"],
  [{ "package.json": "{" }, "no package.json that can be read"],
  [{ "package.json": "null" }, "no package.json that can be read"],
  [{}, "no package.json that can be read"],
  [{ "package.json": manifest() }, "npx solid-authjs init", "start"],
  [{ ...APP, "package.json": manifest({}, { "@solidjs/start": "^1.1.0" }) }, "this needs 2"],
  [{ "package.json": manifest(), "src/app.tsx": "no pages" }, "has <FileRoutes />"],
  [
    { ...APP, "package.json": manifest(), "src/server/auth.ts": "export const auth = bindAuth(config);" },
    "src/server/auth.ts calls bindAuth, so this application has sign-in already",
  ],
])("init refuses %j with one line, and writes nothing", (files, sentence, command) => {
  const folder = folderWith(files);
  const { status, stdout, stderr } = init(folder, "npm", command);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(sentence);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(contentOf(folder)).toEqual(files);
});
