// docs/first-changes.md, followed: one copy that `npm run setup` has given another name and colour, and SQLite only,
// and from which it has removed all that can be removed together; and the other changes of the page by hand. (Without
// passkeys, and without sign-in by email: recipes.spec.ts. Each pair of answers: setup.spec.ts. Another provider:
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
import { expectNoOther, expectOnly } from "./support/one-engine.ts";
import { setUp } from "./support/setup.ts";

/** Would show "Smith < Sons" if it were not escaped. */
const NAME = "Smith &lt Sons";

/** All texts of the home page. */
const HOME_TEXTS = /"(?!solid-js)[^"\n]*"/g;

const COLOR = "#0f766e";

test.describe.configure({ mode: "serial" });

let folder: string;

test.beforeAll(() => {
  folder = copyProject("first-changes");
  installPackages(folder);
  setUp(folder, "--name", NAME, "--color", COLOR, "--sign-in", "email,passkey", "--database", "sqlite", "--demo", "no");
});

test("npm run setup leaves one commit, all packages that are needed and no other, and nothing of the template's own", () => {
  expect(git("log", "--format=%s")).toBe(`Set up ${NAME}\n`);
  expect(git("status", "--porcelain")).toBe("");
  expect(existsSync(join(folder, "node_modules/autocannon"))).toBe(false);
  expect(npm("ls")).not.toMatch(/missing|extraneous|invalid/);
  const manifests = ["package.json", "package-lock.json"].map((file) =>
    JSON.parse(readFileSync(join(folder, file), "utf8")),
  );
  expect(manifests.map(({ name }) => name)).toEqual(["smith-lt-sons", "smith-lt-sons"]);
  const named = ["src", "tests", "scripts", "prisma", "packages", "package.json", "tsconfig.json", "vite.config.ts"];
  // It reads the changelog in the template, where an update comes from.
  const reading = ":!scripts/template-update.mjs";
  expect(git("grep", "-nE", "[ \"'`(/]template/", "--", ...named, "README.md", reading)).toBe("");
  expect(
    git("grep", "-nE", "npm run (setup|test:full|test:nightly)", "--", "README.md", "AGENTS.md", "docs", "tests"),
  ).toBe("");
  for (const gone of ["template", "scripts/setup", ".ci", "packages/start-kit/test", "src/routes/protected"])
    expect(existsSync(join(folder, gone)), gone).toBe(false);
});

test("the README and AGENTS.md of the application name it, and link to what is there", () => {
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  expect(readme).toMatch(/^# Smith \\&lt Sons\n/);
  expect(readme).not.toMatch(/GitHub {2}\||degit|your-name/);
  expect(readme).toContain("`npm run recipe -- protected-page`");
  // The audit asks for advisories about what the clone comes from.
  const named = git("grep", "-liE", "solid.auth.starter", "--", ".", ":!packages");
  expect(named).toBe("LICENSE\nREADME.md\nscripts/audit.mjs\n");
});

test("no word of PostgreSQL is left with SQLite only", () => expectNoOther("sqlite", folder));

test("the checks and the build pass with other colours, words and another database file, too", () => {
  test.setTimeout(NPM_TEST_TIMEOUT_MS);
  // A light page colour in another notation, the radius and the font.
  replace("src/app.css", /(--background: light-dark\()oklch\([^)]*\)/, "$1#fff7ed");
  replace("src/app.css", /--radius: 12px/, "--radius: 0.375rem");
  replace("src/app.css", /(--font-sans:\s+)system-ui/, '$1"Own Sans", system-ui');
  replace("src/server/engines.ts", /file:\.\/data\/app\.db/g, "file:./storage/users.db");
  replace("src/messages/home.ts", HOME_TEXTS, '"Reports for everybody"');
  // Shorter lines may fit together.
  npm("run format");

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
  expect(light.primary).toBe(COLOR);
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

/** @returns the output of git, which finds nothing with status 1 */
function git(...args: string[]): string {
  const { stdout, stderr } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout;
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
