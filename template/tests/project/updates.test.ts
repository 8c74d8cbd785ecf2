// docs/updates.md, followed: clones with changes of their own in ten files and more take a later version of the
// template. Some are git clones, others copies whose history begins with themselves.

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { planRecipes } from "../../../scripts/recipes/plan.ts";
import { setUp } from "../../../scripts/setup/application.mjs";
import { makeRepository } from "../../../scripts/setup/repository.mjs";
import { temporaryFolder } from "../../../tests/support/temporary.ts";
import { audit, registryWith } from "../support/audit.ts";
import { setupCopy } from "../support/setup.ts";
import {
  attempt,
  commit,
  conflictsIn,
  edit,
  firstUpdate,
  linesOf,
  NEXT_UPDATE,
  read,
  run,
  updateFromBefore,
} from "../support/updates.ts";

const RECORD = ".template-base";
const LAYER = "packages/solid-authjs/src/handler.ts";
const DOC = "docs/forms.md";
const GONE = "packages/solid-authjs/src/server/bind.ts";
const PAGE = "src/routes/index.tsx";
const LOCK = "package-lock.json";
const MINE = "src/reports/sessions.ts";
const MY_PACKAGE = "packages/mine/package.json";
const DELETED = "src/routes/welcome.tsx";
/** Deleted, too. The template has moved it. */
const [DELETED_HERE, MOVED_THERE] = ["src/sign-in/LastUsed.tsx", "src/components/LastMethod.tsx"];
const [BEFORE_MOVE, AFTER_MOVE] = ["src/mark.svg", "src/components/logo.svg"];
const [MY_MIGRATION, ITS_MIGRATION] = ["20270201000000_mine", "20270101000000_better"].map(
  (name) => `prisma/migrations/sqlite/${name}/migration.sql`,
) as [string, string];
/** A recipe's page that can be had alone, the file that it writes, and a change of it. */
const [LINKS_PAGE, LINKS] = ["docs/recipes/list-links.md", "src/components/PageLinks.tsx"];
const BETTER_LINKS = ["page: number; pages", "better: number; pages"] as const;
/** The command for a clone that has neither node_modules nor a network. */
const LOCK_ONLY = "npm install --package-lock-only --offline --ignore-scripts --no-audit --no-fund";

// Each test runs git and npm dozens of times.
vi.setConfig({ testTimeout: 10 * 60_000 });

const template = setupCopy("template");
const LAYER_TEST = "packages/solid-authjs/test/origin.test.ts";
const SCRIPT = join(import.meta.dirname, "../../../scripts/template-update.mjs");
let begin = "";

beforeAll(() => {
  add(template, LAYER_TEST, readFileSync(LAYER_TEST, "utf8"));
  run(template, "git init --initial-branch main");
  begin = commit(template, "The template");
});

beforeEach(() => void run(template, `git switch --quiet --force-create main ${begin}`));

/** @returns a new clone of a folder, by default of the template */
function cloneOf(name: string, folder = template): string {
  const clone = join(temporaryFolder(), name);
  run(folder, `git clone --quiet --no-local . "${clone}"`);
  return clone;
}

/** Copies a template without its history. */
const copyTo = (folder: string, from = template) =>
  cpSync(from, folder, { recursive: true, filter: (path) => !path.endsWith("/.git") });

it("npm run template:update takes later changes into a copy that npm run setup has made an application of, and keeps what is its own", () => {
  const clone = join(temporaryFolder(), "my app");
  copyTo(clone);
  // As `npm run setup` does it, apart from what needs the packages.
  const methods = ["email", "passkey", "github"];
  setUp(clone, { name: "Mine", color: "#0f766e", methods, database: "both", demo: true }).save();
  makeRepository(clone);
  commit(clone, "My application");

  prepend(clone, PAGE, "// mine");
  for (const file of [LAYER, DOC]) prepend(clone, file, "// mine");
  edit(clone, "src/app.css", "--radius: 12px", "--radius: 8px");
  edit(clone, "src/messages/notices.ts", "Your name was saved.", "Saved, thank you.");
  edit(clone, "package.json", '    "solid-authjs":', '    "my-package": "file:packages/mine",\n    "solid-authjs":');
  add(clone, MY_PACKAGE, '{ "name": "my-package", "version": "1.0.0" }\n');
  add(clone, MINE, "export {};\n");
  add(clone, MY_MIGRATION, "SELECT 2;\n");
  run(clone, `git mv ${BEFORE_MOVE} ${AFTER_MOVE}`);
  for (const file of [DELETED, DELETED_HERE]) rmSync(join(clone, file));
  run(clone, LOCK_ONLY);
  const mine = commit(clone, "My changes");

  for (const file of ["app.config.ts", "README.md", PAGE, LAYER, DOC, LAYER_TEST, DELETED, "template/CONTRIBUTING.md"])
    prepend(template, file, "// better");
  edit(template, BEFORE_MOVE, "<svg", '<svg id="better"');
  edit(template, "package.json", '"version": "1.0.0"', '"version": "1.1.0"');
  edit(template, "package.json", '"nodemailer": "^10.6.1"', '"nodemailer": "^10.5.0"');
  const NAME = '"name": "solid-auth-starter",\n  "version"';
  edit(template, LOCK, `${NAME}: "1.0.0"`, `${NAME}: "1.1.0"`);
  edit(template, LOCK, '"nodemailer": "^10.6.1"', '"nodemailer": "^10.5.0"');
  run(template, `git mv ${DELETED_HERE} ${MOVED_THERE}`);
  add(template, ITS_MIGRATION, "SELECT 1;\n");
  add(template, "template/tests/new.spec.ts", "");
  rmSync(join(template, GONE));
  const better = commit(template, "Better");

  prepend(clone, MINE, "// not committed");
  const uncommitted = { status: 1, said: expect.stringContaining("Commit them") };
  expect(attempt(clone, firstUpdate(template))).toEqual(uncommitted);
  run(clone, "git restore .");
  expect(run(clone, "git status --porcelain")).toBe("");

  const { status, said } = attempt(clone, firstUpdate(template));
  expect(conflictsIn(clone), said).toEqual([LOCK, PAGE]);
  expect(status).toBe(1);
  const [, conflicts = "", deleted = "", replaced = "", command = ""] = said.split(/\n\n(?=\S)/).slice(-5);
  expect(conflicts.split("\n  ").slice(1)).toEqual([PAGE]);
  expect(deleted.split("\n  ").slice(1).sort()).toEqual([dirname(LAYER_TEST), MOVED_THERE, DELETED, "template"]);
  expect(said).toContain("so they stay as they are:\n  README.md\n");
  expect(read(clone, "README.md")).toMatch(/^# Mine\n/);
  expect(replaced.split("\n  ").slice(1)).toEqual([LAYER, DOC]);
  expect(read(clone, DOC)).toBe(read(template, DOC));
  const [, changelog = ""] = command.match(/: (git diff .*)/) ?? [];
  run(clone, changelog);
  expect(read(clone, PAGE)).toMatch(/<{7}.*\n\/\/ mine\n={7}\n\/\/ better\n>{7}/);

  // The conflict is resolved by hand, then as the page says.
  run(clone, `git checkout --ours ${PAGE}`);
  run(clone, LOCK_ONLY);
  commit(clone, "Better");
  expect(run(clone, `git diff ${better} -- packages ':!packages/mine' ':!packages/*/test/*'`)).toBe("");
  for (const file of [DELETED, DELETED_HERE, MOVED_THERE, GONE, BEFORE_MOVE, "template"])
    expect(existsSync(join(clone, file)), file).toBe(false);
  for (const file of [MY_MIGRATION, ITS_MIGRATION, MY_PACKAGE, MINE])
    expect(existsSync(join(clone, file)), file).toBe(true);
  expect(read(clone, AFTER_MOVE)).toContain('id="better"');
  expect(read(clone, "app.config.ts")).toMatch(/^\/\/ better\n[\s\S]*name: "Mine"/);
  for (const file of ["package.json", LOCK]) {
    const { name, version, packages } = JSON.parse(read(clone, file));
    expect([name, version], file).toEqual(["mine", "1.1.0"]);
    const { dependencies } = packages?.[""] ?? JSON.parse(read(clone, file));
    expect(dependencies, file).toMatchObject({ "my-package": "file:packages/mine", nodemailer: "^10.5.0" });
  }
  const kept = ["src/app.css", "src/messages/notices.ts", PAGE, MINE, MY_MIGRATION];
  expect(run(clone, `git diff ${mine} -- ${kept.join(" ")}`)).toBe("");
  expect(run(clone, "git log -1 --format=%P").trim()).toBe(mine);

  prepend(template, LAYER, "// best");
  const best = commit(template, "Best");
  const next = attempt(clone, NEXT_UPDATE);
  expect(next.said).not.toMatch(/Both sides|You have deleted|Your changes/);
  expect(next.status).toBe(0);
  expect(read(clone, LAYER)).toBe(read(template, LAYER));
  expect(run(clone, `git diff --name-only HEAD`).split("\n")).toEqual([".template-base", LAYER, ""]);
  expect(read(clone, ".template-base")).toBe(`${best} ${template}\n`);
  run(clone, "git reset --hard");
  expect(run(clone, "git status --porcelain")).toBe("");
});

/** "download" builds on "model". */
const RECIPES = "model download api-tokens teams";
const [SCHEMA, SCHEMA_COPY] = ["prisma/schema.prisma", "prisma/migrations/schema.prisma"];
/** The line of the schema behind which recipes add theirs. */
const RELATION = "  authenticators Authenticator[]";
const [TEAMS, TOKENS] = ["src/server/teams.ts", "src/server/api-tokens.ts"];
const DOWNLOAD = "src/routes/protected/notes-csv.ts";

it("npm run template:update brings the fixes of recipes that the clone has followed, and npm run audit names them before", async () => {
  const clone = cloneOf("with recipes");
  // By the commands for a clone that lacks the script.
  attempt(clone, updateFromBefore(template));
  commit(clone, "Where the template is");
  // The migrations need packages, which this clone has not, and no update changes them.
  expect(attempt(clone, `node scripts/recipe.ts ${RECIPES}`).said).toMatch(/npm run db:migration -- \w+_teams\n/);
  expect(linesOf(read(clone, RECORD))).toHaveLength(1 + RECIPES.split(" ").length);
  // This one was followed by hand.
  for (const { files } of planRecipes(clone, ["github-api"])) for (const each of files) add(clone, ...each);
  // As the command for migrations leaves it.
  add(clone, SCHEMA_COPY, read(clone, SCHEMA).replace(/^ *\/\/.*\n/gm, ""));
  prepend(clone, TEAMS, "// mine");
  edit(clone, DOWNLOAD, "AT_ONCE = 100", "AT_ONCE = 200");
  const mine = commit(clone, "My changes");

  edit(template, "docs/recipes/teams-rules.md", "userId } })) >= 50", "userId } })) >= 20");
  edit(template, "docs/recipes/api-tokens.md", "+  createdAt DateTime", "+  expires   DateTime\n+  createdAt DateTime");
  edit(template, "docs/recipes/api-tokens.md", "userId } })) >= 20", "userId } })) >= 10");
  edit(template, "docs/recipes/github-api.md", "import ", "// better\nimport ");
  const fixes = "- Recipes `teams`, `api-tokens`: too many.\n- Recipe `upload`: too large.\n";
  edit(template, "template/CHANGELOG.md", "take soon\n\n", `take soon\n\n${fixes}`);
  commit(template, "Better");

  const registry = await registryWith([]);
  const before = await audit(registry.url, clone);
  const named = expect.stringContaining("- Recipes `teams`, `api-tokens`: too many.");
  expect([before.code, before.said]).toEqual([1, named]);
  expect(before.said).not.toContain("too large");
  expect(run(clone, "git status --porcelain")).toBe("");
  const { status, said } = attempt(clone, NEXT_UPDATE);
  const after = await audit(registry.url, clone);
  await registry.close();
  expect(status, said).toBe(0);
  expect(said).toContain("your files:\n  api-tokens\n  teams\n");
  expect(said).toContain("Then: npm install, npm run db:migration -- NAME, npm test");
  expect([after.code, after.said]).toEqual([0, expect.not.stringContaining("too many")]);
  expect(read(clone, TEAMS)).toMatch(/^\/\/ mine\n[\s\S]*userId \} \}\)\) >= 20;/);
  expect(read(clone, TOKENS)).toContain("userId } })) >= 10");
  expect(read(clone, SCHEMA)).toMatch(/model ApiToken \{[^}]*\n {2}expires {3}DateTime\n/);
  const changed = [RECORD, SCHEMA, TOKENS, TEAMS];
  expect(run(clone, `git diff --name-only ${mine} -- . ":!docs" ":!template"`)).toBe(`${changed.join("\n")}\n`);
  expect(read(clone, DOWNLOAD)).toContain("AT_ONCE = 200");
  commit(clone, "Better");

  edit(template, "docs/recipes/download.md", "AT_ONCE = 100", "AT_ONCE = 50");
  for (const file of [SCHEMA, SCHEMA_COPY]) edit(template, file, RELATION, `${RELATION}\n  isBetter       Boolean?`);
  commit(template, "Best");
  const next = () => {
    expect(attempt(clone, NEXT_UPDATE)).toMatchObject({ status: 1 });
    expect(read(clone, SCHEMA)).toContain("isBetter");
    return conflictsIn(clone);
  };
  expect(next()).toEqual([DOWNLOAD]);
  expect(read(clone, SCHEMA_COPY)).toContain("isBetter");
  run(clone, "git reset --quiet --hard");
  // A copy of the schema would have the recipe's new column, too, and no migration of it would be written.
  edit(template, "docs/recipes/api-tokens.md", "+  expires   DateTime", "+  expires   DateTime?");
  commit(template, "Best of all");
  expect(next()).toEqual([SCHEMA_COPY, DOWNLOAD]);
  expect(read(clone, DOWNLOAD)).toMatch(/<{7}.*\n.*AT_ONCE = 200;\n={7}\n.*AT_ONCE = 50;\n>{7}/);
});

it("a clone that has merged the template by git itself gets what a recipe has changed meanwhile", () => {
  const clone = cloneOf("merged");
  expect(attempt(clone, "node scripts/recipe.ts list-query list-filter list-links")).toMatchObject({ status: 0 });
  commit(clone, "A recipe");
  edit(template, LINKS_PAGE, ...BETTER_LINKS);
  commit(template, "Better");
  run(clone, "git pull --quiet --no-rebase --no-edit");
  expect(read(clone, LINKS)).not.toContain(BETTER_LINKS[1]);
  expect(attempt(clone, firstUpdate(template))).toMatchObject({ status: 0 });
  expect(read(clone, LINKS)).toContain(BETTER_LINKS[1]);
  const noted = /^(\w+) .+\n(?:recipe list \1 list-(?:query|filter|links)\n){3}$/;
  expect(read(clone, RECORD)).toMatch(noted);
});

describe("npm run template:update, from a template of two files", () => {
  const PACKAGE = "packages/layer/index.ts";

  /** @param more its other files */
  function smallTemplate(...more: string[]): string {
    const small = join(temporaryFolder(), "small");
    for (const file of [PACKAGE, PAGE]) add(small, file, "// first\n");
    for (const file of more) add(small, file, `// ${file}\n`.repeat(5));
    run(small, "git init --initial-branch main");
    commit(small, "First");
    return small;
  }

  const updateAt = (folder: string, ...args: string[]) =>
    attempt(folder, [`node "${SCRIPT}"`, ...args.map((each) => `"${each}"`)].join(" "));

  /** @returns a template, and a clone of it that is recorded */
  function cloneOfSmall(...more: string[]) {
    const small = smallTemplate(...more);
    const clone = cloneOf("clone", small);
    const first = run(small, "git rev-parse HEAD").trim();
    add(clone, RECORD, `${first} ${small}\n`);
    commit(clone, "Mine");
    return { small, clone, first, update: (...args: string[]) => updateAt(clone, small, ...args) };
  }

  it("a clone in a folder of a larger repository is all that changes there, and no token gets into a file", () => {
    const [small, whole] = [smallTemplate("package.json", DELETED), join(temporaryFolder(), "whole")];
    const folder = join(whole, "apps/my wéb");
    copyTo(folder, small);
    prepend(folder, PACKAGE, "// mine");
    rmSync(join(folder, DELETED));
    const outside = [PAGE, PACKAGE, "package.json", `apps/other/${PAGE}`];
    for (const file of outside) add(whole, file, "// another project's\n");
    run(whole, "git init --initial-branch main");
    const mine = commit(whole, "All projects");
    for (const file of [PAGE, PACKAGE, DELETED]) prepend(small, file, "// better");
    add(small, MINE, "export {};\n");
    commit(small, "Better");

    const [withToken = "", without = ""] = ["ada:secret@", ""].map((user) => `https://${user}git.example.com/template`);
    run(whole, `git config url."${small}".insteadOf ${withToken}`);
    const { status, said } = updateAt(folder, withToken);
    expect([conflictsIn(folder), status], said).toEqual([[], 0]);
    expect(said).toContain(`so they stay deleted:\n  ${DELETED}\n`);
    expect(said).toContain(`(git diff HEAD has them):\n  ${PACKAGE}\n`);
    expect(run(folder, said.match(/: (git diff .*)/)?.[1] ?? "exit 1")).toBe("");
    const changed = linesOf(run(whole, "git -c core.quotePath=false diff --cached --name-only"));
    expect(changed).toEqual([RECORD, PACKAGE, MINE, PAGE].map((file) => `apps/my wéb/${file}`));
    for (const file of [PACKAGE, PAGE]) expect(read(folder, file)).toBe(read(small, file));
    expect(read(folder, RECORD)).toMatch(new RegExp(`^\\w+ ${without}\n$`));
    commit(whole, "Better");

    run(whole, `git config url."${small}".insteadOf ${without}`);
    expect(updateAt(folder)).toEqual({ status: 0, said: "The template has not changed since.\n" });
    expect(run(whole, "git status --porcelain")).toBe("");
    expect(updateAt(folder, small).said).toContain(`Commit ${RECORD}`);
    expect(read(folder, RECORD)).toContain(` ${small}\n`);
    run(whole, `git diff --quiet ${mine} -- ${outside.join(" ")}`);
  });

  it("no command that stands in place of the template runs", () => {
    const place = "--upload-pack=touch taken;";
    const { small, clone, first } = cloneOfSmall();
    add(clone, RECORD, `${first} ${place}\n`);
    commit(clone, "A place");
    const refused = { status: 1, said: expect.stringContaining(`"${place}" is no place of a template`) };
    expect([updateAt(clone), updateAt(clone, small, place)]).toEqual([refused, refused]);
    expect(run(clone, "git status --porcelain")).toBe("");
  });

  it("a file that the template moves out of a folder that the clone has deleted arrives, and one that it moves into it goes", () => {
    const [LEAVES, ARRIVED, GOES, EDITED] = ["template/b.ts", "src/b.ts", "tests/a.ts", "tests/edited.ts"];
    const { small, clone, update } = cloneOfSmall(LEAVES, "template/tests/c.ts", GOES, EDITED);
    rmSync(join(clone, "template"), { recursive: true });
    prepend(clone, EDITED, "// mine");
    commit(clone, "My changes");
    run(small, `git mv ${LEAVES} ${ARRIVED} && git mv ${GOES} ${EDITED} template/tests`);
    commit(small, "Better");
    const { status, said } = update();
    expect([status, conflictsIn(clone)], said).toEqual([1, [EDITED]]);
    expect(said).toContain("so they stay deleted:\n  template\n\n");
    for (const [file, isThere] of Object.entries({ [ARRIVED]: true, [EDITED]: true, [GOES]: false, template: false }))
      expect(existsSync(join(clone, file)), file).toBe(isThere);
  });

  it("the template's changes follow a folder that the clone has moved, and files that it has saved from a deleted one", () => {
    const [FOLDER, MINE] = ["src/feature", "src/mine"];
    const saved = ["template/saved.ts", "tests/saved.ts"] as const;
    const { small, clone, update } = cloneOfSmall(
      `${FOLDER}/a.ts`,
      `${FOLDER}/sub/b.ts`,
      saved[0],
      "template/c.ts",
      "template/d.ts",
    );
    run(clone, `git mv ${FOLDER} ${MINE} && mkdir tests && git mv ${saved.join(" ")} && git rm -r --quiet template`);
    commit(clone, "My changes");
    for (const file of [`${FOLDER}/a.ts`, `${FOLDER}/sub/b.ts`, saved[0], "template/c.ts"])
      prepend(small, file, "// better");
    for (const folder of [FOLDER, "template"]) add(small, `${folder}/new.ts`, "// new\n");
    commit(small, "Better");
    const { said } = update();
    // Git asks whether the new file follows the folder.
    expect(conflictsIn(clone), said).toEqual([`${MINE}/new.ts`]);
    for (const file of [`${MINE}/a.ts`, `${MINE}/sub/b.ts`, saved[1]])
      expect(read(clone, file), file).toMatch(/^\/\/ better\n/);
    for (const folder of [FOLDER, "template"]) expect(existsSync(join(clone, folder)), folder).toBe(false);
    expect(said).toContain("so they stay deleted:\n  template\n\n");
  });

  it("an earlier state than the recorded one changes nothing, for it would take mends back", () => {
    const { small, clone, update, first } = cloneOfSmall();
    run(small, "git tag v1.0.0");
    add(small, PACKAGE, "// mended\n");
    const mended = commit(small, "Mended");
    expect(update().status).toBe(0);
    commit(clone, "Mended");
    const { status, said } = update("v1.0.0");
    expect([status, said]).toEqual([
      1,
      expect.stringMatching(/^This is the template's .+ You have a later state, .+\n$/),
    ]);
    for (const hash of [first, mended]) expect(said).toContain(hash.slice(0, 7));
    expect(run(clone, "git status --porcelain")).toBe("");
    expect(read(clone, PACKAGE)).toBe("// mended\n");
  });

  it("a new file of the template never replaces one that git does not show: the update changes nothing", () => {
    const { small, clone, update } = cloneOfSmall();
    run(clone, "git config status.showUntrackedFiles no");
    add(clone, LAYER, "mine");
    add(small, LAYER, "its own");
    commit(small, "Better");
    expect(update()).toEqual({ status: 1, said: expect.stringContaining(LAYER) });
    expect([run(clone, "git status --porcelain"), read(clone, LAYER)]).toEqual(["", "mine"]);
  });

  it("a symbolic link of the template is not taken, for it could lead out of the folder", () => {
    const { small, clone, update } = cloneOfSmall();
    const outside = join(temporaryFolder(), "outside");
    writeFileSync(outside, "mine");
    symlinkSync(outside, join(small, RECORD));
    commit(small, "Better");
    expect(update()).toMatchObject({ status: 1, said: expect.stringContaining(`symbolic link, ${RECORD}`) });
    expect(run(clone, "git status --porcelain")).toBe("");
    expect(readFileSync(outside, "utf8")).toBe("mine");
  });

  it.skipIf(process.platform === "win32")("a file's name writes no control character on the terminal", () => {
    const { small, clone, update } = cloneOfSmall();
    const name = "src/\x1b]0;a\x07\u202eb.ts";
    for (const [folder, text] of Object.entries({ [clone]: "mine", [small]: "better" })) {
      add(folder, name, text);
      commit(folder, text);
    }
    const { said } = update();
    expect(said).toContain("src/\ufffd]0;a\ufffd\ufffdb.ts");
    expect(said).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u);
  });
});

function prepend(folder: string, file: string, line: string): void {
  writeFileSync(join(folder, file), `${line}\n${read(folder, file)}`);
}

function add(folder: string, file: string, source: string): void {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), source);
}
