// docs/updates.md, followed: clones with changes of their own take a later version of the template. One is a git clone,
// the other a copy whose history begins with itself.

import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { copyProject } from "../../../tests/support/copies.ts";
import { temporaryFolder } from "../../../tests/support/temporary.ts";
import { addTemplate, commit, edit, graft, linesOf, merge, read, resolve, run, take } from "../support/updates.ts";

const LAYER = "packages/solid-auth/src/handler.ts";
const PAGE = "src/routes/index.tsx";
const SPEC = "template/tests/limits.spec.ts";
const GONE = "packages/solid-auth/src/server/bind.ts";

const template = copyProject("updates");
let begin = "";

beforeAll(() => {
  rmSync(join(template, ".git"), { recursive: true, force: true });
  run(template, "git init --initial-branch main");
  begin = commit(template, "The template");
});

it.each([
  ["a git clone", false],
  ["a copy with a history of its own", true],
])("the commands of docs/updates.md take later changes into %s, and keep what is its own", (name, isCopy) => {
  run(template, `git switch --quiet --force-create main ${begin}`);
  const clone = join(temporaryFolder(), name);
  if (isCopy) {
    cpSync(template, clone, { recursive: true, filter: (path) => !path.endsWith("/.git") });
    run(clone, "git init --initial-branch main");
    commit(clone, "My application");
  } else run(template, `git clone --quiet . "${clone}"`);

  prepend(clone, LAYER, "// mine");
  prepend(clone, PAGE, "// mine");
  edit(clone, "app.config.ts", 'name: "Solid Auth Starter"', 'name: "Mine"');
  edit(clone, "package-lock.json", '"lockfileVersion"', '"mine": true, "lockfileVersion"');
  rmSync(join(clone, "template"), { recursive: true });
  commit(clone, "My changes");

  prepend(template, LAYER, "// better");
  prepend(template, PAGE, "// better");
  prepend(template, SPEC, "// better");
  prepend(template, "app.config.ts", "// better");
  edit(template, "package-lock.json", '"lockfileVersion"', '"better": true, "lockfileVersion"');
  writeFileSync(join(template, "template/tests/new.spec.ts"), "");
  rmSync(join(template, GONE));
  commit(template, "Better");

  const [, fetch = "", restore = ""] = take;
  run(clone, addTemplate(template));
  run(clone, fetch);
  run(clone, restore);
  const replaced = linesOf(run(clone, "git diff --name-only HEAD"));
  expect(replaced).toEqual(expect.arrayContaining([LAYER]));
  expect(replaced.filter((file) => !file.startsWith("packages/"))).toEqual([]);
  expect(run(clone, "git diff template/main -- packages")).toBe("");
  run(clone, "git reset --hard");
  const before = run(clone, "git rev-parse HEAD^{tree}");
  for (const line of isCopy ? graft : []) run(clone, line.replace("<commit>", begin));
  expect(run(clone, "git rev-parse HEAD^{tree}")).toBe(before);
  expect(() => run(clone, merge)).toThrow();
  expect(linesOf(run(clone, "git diff --name-only --diff-filter=U"))).toEqual(
    [LAYER, PAGE, SPEC, "package-lock.json"].sort(),
  );
  const outputs = resolve.map((line) => run(clone, line));
  expect(outputs.at(-1)).toBe("");
  run(clone, "git commit --no-edit");

  expect(read(clone, LAYER)).toBe(read(template, LAYER));
  expect(existsSync(join(clone, GONE))).toBe(false);
  expect(read(clone, "package-lock.json")).toBe(read(template, "package-lock.json"));
  expect(read(clone, PAGE)).toMatch(/^\/\/ mine\n/);
  expect(read(clone, "app.config.ts")).toMatch(/^\/\/ better\n[\s\S]*name: "Mine"/);
  expect(existsSync(join(clone, "template"))).toBe(false);
  expect(run(clone, "git status --porcelain")).toBe("");
});

function prepend(folder: string, file: string, line: string): void {
  writeFileSync(join(folder, file), `${line}\n${read(folder, file)}`);
}
