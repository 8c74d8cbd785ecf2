// docs/first-changes.md, followed: one copy with all changes of its first table, with SQLite only, and without all that
// can be removed together. (Without passkeys, and without sign-in by email: recipes.spec.ts. Another provider:
// providers.spec.ts.)

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readLook } from "../../scripts/look.ts";
import { startApp } from "../../tests/support/app.ts";
import { copyProject, installPackages } from "../../tests/support/copies.ts";
import { startDev } from "../../tests/support/dev-server.ts";
import { askForLink, expect, mailTo, newEmail, test } from "../../tests/support/test.ts";
import { NPM_TEST_TIMEOUT_MS, npmTest } from "./support/npm-test.ts";
import { commitCopy, expectOnly, keepOnly } from "./support/one-engine.ts";
import { removableParts, remove } from "./support/removals.ts";

/** Would show "Smith < Sons" if it were not escaped. */
const NAME = "Smith &lt Sons";

/** All texts of the home page. */
const HOME_TEXTS = /"(?!solid-js)[^"\n]*"/g;

/** Removed here. The others, each of which needs another method to stay, are removed in recipes.spec.ts. */
const REMOVED = ["what is about the template itself: its tests, benchmark, mutants", "the demo pages", "GitHub"];
const REMOVED_WITH_RECIPES = ["passkeys", "sign-in by email"];

test.describe.configure({ mode: "serial" });

let folder: string;

test.beforeAll(() => {
  folder = copyProject("first-changes");
  installPackages(folder);
  commitCopy(folder);
});

test("each part that can be removed is removed by a test", () => {
  expect(removableParts).toEqual([...REMOVED, ...REMOVED_WITH_RECIPES]);
});

test("npm install leaves out the packages of a folder template that is gone, and nothing names it", () => {
  for (const part of REMOVED) remove(folder, part);
  expect(npm("install --no-audit --no-fund")).toContain("removed");
  expect(existsSync(join(folder, "node_modules/autocannon"))).toBe(false);
  expect(npm("ls")).not.toMatch(/missing|extraneous|invalid/);
  npm("run test:full");
  const named = ["src", "tests", "scripts", "prisma", "packages", "package.json", "tsconfig.json", "vite.config.ts"];
  expect(spawnSync("grep", ["-rnE", "[ \"'`(/]template/", ...named], { cwd: folder, encoding: "utf8" }).stdout).toBe(
    "",
  );
});

test("no word of PostgreSQL is left with SQLite only", () => keepOnly("sqlite", folder));

test("the checks and the build pass with another name, colours, words and database file, with SQLite only, and without all that can be removed together", () => {
  test.setTimeout(NPM_TEST_TIMEOUT_MS);
  replace("app.config.ts", /name: ".*"/, `name: "${NAME}"`);
  // Five declarations: another hue of the two with the primary colour, a light page colour in another notation, the
  // radius and the font.
  replace("src/app.css", / 277\)/g, " 150)");
  replace("src/app.css", /(--background: light-dark\()oklch\([^)]*\)/, "$1#fff7ed");
  replace("src/app.css", /--radius: 12px/, "--radius: 0.375rem");
  replace("src/app.css", /(--font-sans:\s+)system-ui/, '$1"Own Sans", system-ui');
  replace("src/server/engines.ts", /file:\.\/data\/app\.db/g, "file:./storage/users.db");
  replace("src/messages/home.ts", HOME_TEXTS, '"Reports for everybody"');
  format();

  npmTest(folder, "types", "lint", "build");
  expectOnly("sqlite", folder);
});

// Each commit runs them after other changes, in recipes.spec.ts.
test("the unit and browser tests pass after these changes", { tag: "@night" }, () => {
  test.setTimeout(NPM_TEST_TIMEOUT_MS);
  npmTest(folder, "unit", "e2e");
});

test("development starts", async () => {
  const { stop } = await startDev(folder);
  await stop();
});

test("all pages, icons and mails follow a change of colours, radius, font and name", async ({ browser }) => {
  const { light, dark } = readLook(readFileSync(join(folder, "src/app.css"), "utf8"));
  const before = readLook(readFileSync("src/app.css", "utf8"));
  expect(light.primary).not.toBe(before.light.primary);
  expect(light.background).toBe("#fff7ed");
  const app = await startApp(folder);
  const page = await browser.newPage({ baseURL: app.origin });
  try {
    for (const path of ["/sign-in", "/%ff"]) {
      await page.goto(path);
      await expect(page).toHaveTitle(new RegExp(NAME));
      const colors = await page
        .locator('meta[name="theme-color"]')
        .evaluateAll((tags) => tags.map((tag) => tag.getAttribute("content")));
      expect(colors, path).toEqual([light.background, dark.background]);
      await expect(page.locator("body"), path).toHaveCSS("background-color", "rgb(255, 247, 237)");
      await expect(page.locator("body"), path).toHaveCSS("font-family", /^"Own Sans", /);
    }
    await page.goto("/sign-in");
    await expect(page.locator(".card")).toHaveCSS("border-radius", "6px");
    await expect(page.getByRole("textbox", { name: "Email" })).toHaveCSS("border-radius", "4px");
    const manifest = await (await page.request.get("/site.webmanifest")).json();
    expect(manifest).toMatchObject({ name: NAME, theme_color: light.background, background_color: light.background });
    expect(await (await page.request.get("/favicon.svg")).text()).toContain(light.primary);
    const icon = await (await page.request.get("/icon-192.png")).body();
    expect(icon.equals(readFileSync(join(folder, "public/icon-192.png")))).toBe(true);
    expect(icon.equals(readFileSync("public/icon-192.png"))).toBe(false);

    const address = newEmail();
    await page.goto("/sign-in");
    await askForLink(page, app, address);
    const mail = await mailTo(app, address);
    expect(mail.subject).toBe(`Sign in to ${NAME}`);
    expect(mail.html).toContain(`background:${light.primary}`);
    expect(mail.html).toContain(`background:${light.background}`);
    expect(mail.html).toMatch(/class="card" style="[^"]*border-radius:6px/);
    expect(mail.html).toMatch(/class="button"[^>]* style="[^"]*border-radius:4px/);
    expect(mail.html).toContain("font:16px/1.5 'Own Sans', ");
  } finally {
    await page.close();
    await app.stop();
  }
});

test("no file names a provider but the list, the provider's own file and the simulated GitHub", () => {
  const { stdout } = spawnSync("git", ["grep", "-liE", "github", "--", "src", "app.config.ts", ":!src/icons"], {
    encoding: "utf8",
  });
  const named = stdout.split("\n").filter(Boolean);
  expect(named).toEqual(["src/server/auth/providers/github.ts", "src/server/auth/sign-in-methods.ts"]);
});

/** Shorter lines may fit together. */
function format(): void {
  npm("run format");
}

/** @returns the output */
function npm(command: string): string {
  const { stdout, stderr, status } = spawnSync(`npm ${command}`, { cwd: folder, shell: true, encoding: "utf8" });
  expect(status, `npm ${command}:\n${stdout}\n${stderr}`).toBe(0);
  return stdout;
}

function replace(file: string, from: RegExp, to: string): void {
  const path = join(folder, file);
  const before = readFileSync(path, "utf8");
  expect(before, file).toMatch(from);
  writeFileSync(path, before.replace(from, to));
}
