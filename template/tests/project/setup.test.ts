// `npm run setup` as far as it needs no packages: its flags, what it removes, the name, the colour, and what it asks
// git. setup.spec.ts and first-changes.spec.ts run the whole, and the tests of what comes out.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wcagContrast } from "culori";
import { describe, expect, it } from "vitest";
import { type Edits, openEdits } from "../../../scripts/edits.mjs";
import { readLook } from "../../../scripts/look.ts";
import { listRecipes, withNeeds } from "../../../scripts/recipes/list.ts";
import { planRecipes } from "../../../scripts/recipes/plan.ts";
import { readArguments } from "../../../scripts/setup/answers.mjs";
import { setUp } from "../../../scripts/setup/application.mjs";
import { METHODS } from "../../../scripts/setup/parts.mjs";
import { stateOf } from "../../../scripts/setup/repository.mjs";
import { readPrimary, withPrimary } from "../../../scripts/setup/theme.mjs";
import { temporaryFolder } from "../../../tests/support/temporary.ts";
import { ANSWERS, titleOf } from "../support/answers.ts";
import { GIT_USER, setupCopy } from "../support/setup.ts";

const CSS = readFileSync("src/app.css", "utf8");
const USUAL = { name: "Acme", color: undefined, methods: Object.keys(METHODS), database: "both", demo: true };

/** The files of a folder, with what they contain. */
function contentsOf(edits: Edits): Record<string, string> {
  return Object.fromEntries(edits.files().map((file) => [file, edits.read(file)]));
}

/** Runs a command in a folder. @returns its status, and what it says of failures */
function inFolder(cwd: string, command: string, ...args: string[]) {
  const env = { ...process.env, ...GIT_USER };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8", env, input: "" });
  return { status, stdout, stderr };
}

it.each(ANSWERS.map((answers) => [titleOf(answers), answers] as const))(
  "the answers of the tests fit the files: %s",
  (_, answers) => {
    const edits = setUp(process.cwd(), answers);
    const list = edits.read("src/server/auth/sign-in-methods.ts");
    for (const id of Object.keys(METHODS)) expect(list.includes(`\n  ${id}(`), id).toBe(answers.methods.includes(id));
    expect(edits.exists("src/routes/protected/index.tsx")).toBe(answers.demo);
    expect(edits.read("src/app.css") === CSS).toBe(answers.color === undefined);
    const engines = edits.files().flatMap((file) => file.match(/^prisma\/migrations\/(.*?)\//)?.[1] ?? []);
    expect([...new Set(engines)].sort().join()).toBe(
      answers.database === "both" ? "postgresql,sqlite" : answers.database,
    );
  },
);

it.each([
  [["--nam", "x"], "Unknown option '--nam'. The flags are --name, --color, --sign-in, --database, --demo"],
  [["--name"], "Option '--name <value>' argument missing."],
  [["--name", " ", "--yes"], "--name: The name is empty."],
  [["--name", "a\u202eb", "--yes"], "--name: The name has characters that no one can see."],
  [["--name", "x".repeat(51), "--yes"], "--name: The name has 51 characters: at most 50."],
  [["--color", "red", "--yes"], '--color: "red" is no colour: write it as'],
  [["--color", "#ffd400", "--yes"], "--color: #ffd400 is too light for links on a light page."],
  [["--sign-in", "passkey", "--yes"], "--sign-in: Another method beside passkeys has to stay"],
  [["--sign-in", "email,google", "--yes"], '--sign-in: "google" is none of email, passkey, github.'],
  [["--database", "mysql", "--yes"], '--database: "mysql" is none of both, sqlite, postgresql.'],
  [["--demo", "maybe", "--yes"], '--demo: "maybe" is none of yes, no.'],
  [["acme"], "Unexpected argument 'acme'."],
])("npm run setup refuses %j, which says why in one line", (flags, said) => {
  const message = messageOf(() => readArguments(flags, "app"));
  expect(message).toContain(said);
  expect(message).not.toContain("\n");
});

describe("a folder without a repository, with a space and an umlaut in its name", () => {
  const folder = setupCopy("my nïce app");
  const before = contentsOf(openEdits(folder));
  /** As Node 20: it reads no TypeScript. */
  const setup = (...flags: string[]) =>
    inFolder(folder, process.execPath, "--no-experimental-strip-types", "scripts/setup/index.mjs", ...flags);

  it("stays as it is after a setup that is refused, or whose files have not what it takes out, and says why in one line", () => {
    const PAGE = "src/routes/index.tsx";
    writeFileSync(join(folder, PAGE), before[PAGE]?.replace('href="/protected"', 'href="/mine"') ?? "");
    for (const [flags, said] of [
      [["--name", "a", "--database", "mysql"], "--database: "],
      [[], "There is no terminal to ask at: npm run setup -- --yes takes the defaults"],
      [["--yes", "--demo", "no"], `${PAGE} does not contain`],
    ] as const) {
      const { status, stdout, stderr } = setup(...flags);
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(/^[^\n]+\n$/);
      expect(stderr).toContain(said);
    }
    writeFileSync(join(folder, PAGE), before[PAGE] ?? "");
    expect(contentsOf(openEdits(folder))).toEqual(before);
    expect(existsSync(join(folder, ".git"))).toBe(false);
  });

  it("follows no symbolic link out of the folder, and changes nothing", () => {
    const outside = join(temporaryFolder(), "outside");
    for (const path of ["package.json", "src/routes"]) {
      const [here, there] = [join(folder, path), `${outside}-${path.length}`];
      renameSync(here, there);
      symlinkSync(there, here);
      const { status, stderr } = setup("--yes", "--demo", "no");
      expect([status, stderr]).toEqual([1, `${path} is a symbolic link. Put a file or a folder in its place.\n`]);
      rmSync(here);
      renameSync(there, here);
    }
    expect(contentsOf(openEdits(folder))).toEqual(before);
  });
});

describe.skipIf(process.platform === "win32")("the end of npm run setup", () => {
  /** An npm that installs nothing. */
  const bin = temporaryFolder();
  writeFileSync(join(bin, "npm"), "#!/bin/sh\n", { mode: 0o755 });
  const withGit = `PATH="${bin}:$PATH"`;
  const noUser =
    "GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=user.useConfigOnly GIT_CONFIG_VALUE_0=true";

  it.each([
    ["without git", `PATH="${bin}"`, "There is no git here, so there is no commit."],
    [
      "in another repository",
      `${withGit}; git init --quiet ..`,
      'This folder is in another repository, so the commit is yours:\ngit add --all .\ngit commit -m "Set up"\nGitHub reads .github at that repository\'s root only',
    ],
    [
      "whose git knows no user",
      `${withGit}; git init --quiet; unset \${!GIT_AUTHOR@} \${!GIT_COMMITTER@}; export ${noUser}`,
      "git made no commit:\n",
    ],
  ])("says in a folder %s what became of the commit", (_, prepare, said) => {
    const folder = setupCopy("app");
    const command = `${prepare}; "${process.execPath}" scripts/setup/index.mjs --yes --name Acme`;
    const { status, stdout } = inFolder(folder, "bash", "-c", command);
    expect([status, stdout]).toEqual([0, expect.stringContaining(`\nAcme is set up. ${said}`)]);
  });
});

it.each(["email", "github"])("each recipe fits what a setup with %s alone, one engine and no demo leaves", (method) => {
  const folder = setupCopy("recipes");
  setUp(folder, { ...USUAL, methods: [method], database: "sqlite", demo: false }).save();
  const recipes = listRecipes(folder);
  const pagesOf = (name: string) => recipes.find((recipe) => recipe.name === name)?.pages ?? [];
  for (const { name } of recipes) {
    const plans = planRecipes(folder, withNeeds(recipes, [name]).flatMap(pagesOf));
    const problems = plans.flatMap((plan) => plan.problems);
    expect([problems, plans.at(-1)?.isDone], name).toEqual([[], false]);
  }
});

describe("the database that stays", () => {
  it("takes no variable of the owner's, and leaves the packages as they come", () => {
    const folder = setupCopy("keep-own");
    const own = "DATABASE_URL=postgresql://localhost/app\n";
    for (const each of [".git", "node_modules"]) mkdirSync(join(folder, each));
    const ignored = [".env", ".env.local", ".git/config", "node_modules/a.md"];
    for (const file of ignored) writeFileSync(join(folder, file), own);
    setUp(folder, { ...USUAL, database: "sqlite" }).save();
    for (const file of ignored) expect(readFileSync(join(folder, file), "utf8")).toBe(own);
    const left = contentsOf(openEdits(folder));
    expect(left).toEqual(contentsOf(setUp(process.cwd(), { ...USUAL, database: "sqlite" })));
    expect(left[".env.example"]).not.toMatch(/postgres/i);
    const engine = "packages/database-engines/src/postgresql/engine.ts";
    expect(left[engine]).toBe(readFileSync(engine, "utf8"));
  });

  it.each([
    ["sqlite", /postgres/i],
    ["postgresql", /sqlite|app\.db/i],
  ])("takes no sentence of a document that is not about the other one, and leaves no gap: %s", (database, other) => {
    const edits = setUp(process.cwd(), { ...USUAL, database });
    for (const file of edits.files().filter((each) => each.endsWith(".md") && !each.startsWith("packages/"))) {
      const text = edits.read(file);
      expect(text, file).not.toContain("\n\n\n");
      const left = new Set(text.split("\n"));
      const taken = readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => other.test(line) && !left.has(line));
      for (const line of taken) expect(line.split(/[.:;] /)[0], file).toMatch(other);
    }
  });

  it("npm run db:keep leaves the same files as the answer to the setup", () => {
    const folder = setupCopy("keep-later");
    setUp(folder, USUAL).save();
    // No commit could bring back what git ignores.
    const ignored = { "prod.sqlite": "rows", "dumps/users.sql": "-- sqlite\n" };
    mkdirSync(join(folder, "dumps"));
    for (const [file, text] of Object.entries(ignored)) writeFileSync(join(folder, file), text);
    const ignore = 'git init -q && printf "*.sqlite\n/dumps/\n" >> .git/info/exclude && git add -A';
    const commands = `${ignore} && git commit -qm Mine && node scripts/database/keep.mjs postgresql`;
    expect(inFolder(folder, "sh", "-c", commands)).toMatchObject({ status: 0, stderr: "" });
    const { "prod.sqlite": rows, "dumps/users.sql": users, ...left } = contentsOf(openEdits(folder));
    for (const [file, text] of Object.entries(ignored)) expect(readFileSync(join(folder, file), "utf8")).toBe(text);
    expect(left).toEqual(contentsOf(setUp(process.cwd(), { ...USUAL, database: "postgresql" })));
  });
});

it.each(['Smith & "Sons" \\ Co', "日本語", "`1` <b> $& $1"])(
  "the name stands in each place as it was given: %s",
  (name) => {
    const edits = setUp(process.cwd(), { ...USUAL, name });
    const [, written = ""] = edits.read("app.config.ts").match(/^ {2}name: (".*"),$/m) ?? [];
    expect(JSON.parse(written)).toBe(name);
    expect(JSON.parse(edits.read(".devcontainer/devcontainer.json")).name).toBe(name);
    expect(JSON.parse(edits.read("package.json")).name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(edits.read("README.md").split("\n")[0]?.replace(/\\(.)/g, "$1")).toBe(`# ${name}`);
  },
);

it("the README of an application has the template's paragraphs whole, and its tables without the template's rows", () => {
  const all = readFileSync("README.md", "utf8").split("\n\n");
  const [, ...own] = setUp(process.cwd(), USUAL)
    .read("README.md")
    .trimEnd()
    .split(/\n\n(?=## )/);
  const changed = own.flatMap((section) => section.split("\n\n")).filter((paragraph) => !all.includes(paragraph));
  const tables = all.filter((paragraph) => paragraph.includes("\n| `template/` |"));
  expect(tables).toHaveLength(1);
  expect(changed).toEqual(tables.map((table) => table.replace(/\n\| `template\/` .*/, "")));
});

describe("the colour", () => {
  it.each([
    ["#0f766e", "oklch(0.62 0.077 186.4)"],
    ["#00f", "oklch(0.62 0.207 264.1)"],
    ["#BE0A5D", "oklch(0.62 0.185 3.1)"],
    ["#000", "oklch(0.62 0 0)"],
    ["oklch(0.46 0.12 150)", "oklch(0.62 0.108 150)"],
  ])("a colour that passes is that of the light theme, and the dark one has its hue: %s", (color, dark) => {
    const css = withPrimary(CSS, readPrimary(color));
    const lines = css.split("\n").filter((line) => !CSS.includes(line));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe(`  --primary: light-dark(${color.toLowerCase()}, ${dark});`);
  });

  it.each([
    ["#ffd400", "#8f6500"],
    ["#fff", "#6d6d6d"],
    ["#888", "#6e6e6e"],
    ["#ea580c", "#ca3900"],
    ["#0a9", "#007c6c"],
  ])(
    "a colour that is too light is refused, with the nearest that passes, in which links and buttons can be read: %s",
    (color, near) => {
      expect(messageOf(() => readPrimary(color))).toContain(`The nearest that passes is ${near}.`);
      const { light, dark } = readLook(withPrimary(CSS, readPrimary(near)));
      const grounds = ["background", "card", "muted", "good-soft", "note-soft", "destructive-soft"].map(
        (name) => light[name],
      );
      for (const ground of grounds) expect(wcagContrast(light.primary, ground ?? "")).toBeGreaterThanOrEqual(4.5);
      for (const scheme of [light, dark])
        expect(wcagContrast(scheme["primary-foreground"], scheme.primary)).toBeGreaterThanOrEqual(4.5);
    },
  );
});

function messageOf(act: () => void): string {
  try {
    act();
  } catch (error) {
    return String(error);
  }
  return "";
}

it("git says what is in no commit, and which folder is another repository's", () => {
  const outer = temporaryFolder();
  const git = (...args: string[]) => inFolder(outer, "git", ...args);
  mkdirSync(join(outer, "inner"));
  writeFileSync(join(outer, "a.txt"), "a\n");
  for (const args of [
    ["init", "--quiet"],
    ["add", "--all"],
    ["commit", "--quiet", "-m", "Mine"],
  ])
    git(...args);
  expect([stateOf(outer), stateOf(join(outer, "inner"))]).toEqual(["clean", "outer"]);
  writeFileSync(join(outer, "b.txt"), "b\n");
  expect(stateOf(outer)).toBe("changed");
  // As git does for another user's.
  git("config", "core.repositoryformatversion", "99");
  expect(() => stateOf(outer)).toThrow("99");
});
