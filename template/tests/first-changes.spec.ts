// docs/first-changes.md, followed: one copy that `npm run setup` has given another name and colour, and SQLite only,
// and from which it has removed all that can be removed together; and the other changes of the page by hand. (Without
// passkeys, and without sign-in by email: recipes.spec.ts. Other answers: setup.spec.ts. Another provider:
// providers.spec.ts.)

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readLook } from "../../scripts/look.ts";
import { startApp } from "../../tests/support/app.ts";
import { installedCopy } from "../../tests/support/copies.ts";
import { askForLink, expect, mailTo, newEmail, test } from "../../tests/support/test.ts";
import { startDev } from "./support/dev-server.ts";
import { NPM_TEST_TIMEOUT_MS, npmTest } from "./support/npm-test.ts";
import { expectNoOther, expectOnly } from "./support/one-engine.ts";
import { setUp } from "./support/setup.ts";
import { run } from "./support/updates.ts";

/** Would show "Smith < Sons" if it were not escaped. */
const NAME = "Smith &lt Sons";

/** All texts of the home page. */
const HOME_TEXTS = /"(?!solid-js)[^"\n]*"/g;

const COLOR = "#0f766e";

test.describe.configure({ mode: "serial" });

let folder: string;

test.beforeAll(() => {
  folder = installedCopy("first-changes");
  setUp(folder, "--name", NAME, "--color", COLOR, "--sign-in", "email,passkey", "--database", "sqlite", "--demo", "no");
});

test("npm run setup leaves one commit, all packages that are needed and no other, and nothing of the template's own", () => {
  expect(git("log", "--format=%s")).toBe(`Set up ${NAME}\n`);
  expect(git("status", "--porcelain")).toBe("");
  expect(existsSync(join(folder, "node_modules/autocannon"))).toBe(false);
  expect(run(folder, "npm ls")).not.toMatch(/missing|extraneous|invalid/);
  for (const file of ["package.json", "package-lock.json"])
    expect(JSON.parse(readFileSync(join(folder, file), "utf8")).name).toBe("smith-lt-sons");
  const named = ["src", "tests", "scripts", "prisma", "packages", "package.json", "tsconfig.json", "vite.config.ts"];
  // It reads the changelog in the template, where an update comes from.
  const reading = ":!scripts/template-update.mjs";
  expect(git("grep", "-nE", "[ \"'`(/]template/", "--", ...named, "README.md", reading)).toBe("");
  const commands = "npm run (setup|test:full|test:nightly)";
  expect(git("grep", "-nE", commands, "--", "README.md", "AGENTS.md", "docs", "tests")).toBe("");
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

test("the checks and the build pass with other colours, words and another database file, without codes and mails about new browsers", () => {
  test.setTimeout(NPM_TEST_TIMEOUT_MS);
  // A light page colour in another notation, the radius and the font.
  replace("src/app.css", /(--background: light-dark\()oklch\([^)]*\)/, "$1#fff7ed");
  replace("src/app.css", /--radius: 12px/, "--radius: 0.375rem");
  replace("src/app.css", /(--font-sans:\s+)system-ui/, '$1"Own Sans", system-ui');
  replace("src/server/engines.ts", /file:\.\/data\/app\.db/g, "file:./storage/users.db");
  replace("src/messages/home.ts", HOME_TEXTS, '"Reports for everybody"');
  replace("src/server/auth/sign-in-methods.ts", /\{ codes: true \}/, "");
  replace("app.config.ts", /(newBrowserMails|deviceBoundSessions): true/g, "$1: false");
  replace("app.config.ts", /maxMailsPerDay: 2500/, "maxMailsPerDay: 9000");
  // Shorter lines may fit together.
  run(folder, "npm run format");

  npmTest(folder, "types", "lint", "build");
  expectOnly("sqlite", folder);
});

test("the unit and browser tests pass after these changes", { tag: "@night" }, () => {
  test.setTimeout(NPM_TEST_TIMEOUT_MS);
  npmTest(folder, "unit", "e2e");
});

test("development starts", { tag: "@night" }, async () => {
  const { stop } = await startDev(folder);
  await stop();
});

// Mails, icons and the manifest have what the tokens say: tests/scripts/look.test.ts, which is a clone's own.
test("all pages follow a change of colours, radius, font and name, and a mail of the name and a colour", async ({
  browser,
}) => {
  const { light, dark } = readLook(readFileSync(join(folder, "src/app.css"), "utf8"));
  expect([light.primary, light.background]).toEqual([COLOR, "#fff7ed"]);
  const app = await startApp(folder);
  const page = await browser.newPage({ baseURL: app.origin });
  try {
    for (const path of ["/%ff", "/sign-in"]) {
      await page.goto(path);
      await expect(page).toHaveTitle(new RegExp(NAME));
      const themes = page.locator('meta[name="theme-color"]');
      const colors = await themes.evaluateAll((tags) => tags.map((tag) => tag.getAttribute("content")));
      expect(colors, path).toEqual([light.background, dark.background]);
      await expect(page.locator("body"), path).toHaveCSS("background-color", "rgb(255, 247, 237)");
      await expect(page.locator("body"), path).toHaveCSS("font-family", /^"Own Sans", /);
    }
    await expect(page.locator(".card")).toHaveCSS("border-radius", "6px");
    await expect(page.getByRole("textbox", { name: "Email" })).toHaveCSS("border-radius", "4px");
    const icon = await (await page.request.get("/icon-192.png")).body();
    expect(icon.equals(readFileSync("public/icon-192.png"))).toBe(false);
    const address = newEmail();
    await askForLink(page, app, address);
    const mail = await mailTo(app, address);
    expect(mail.subject).toBe(`Sign in to ${NAME}`);
    expect(mail.html).toContain(`background:${light.primary}`);
  } finally {
    await page.close();
    await app.stop();
  }
});

test("no file names a provider but the list, the provider's own file and the simulated GitHub", () => {
  const own = ["grep", "-liE", "github", "--", "src", "app.config.ts", ":!src/icons"];
  expect(spawnSync("git", own, { encoding: "utf8" }).stdout).toBe(
    "src/server/auth/providers/github.ts\nsrc/server/auth/sign-in-methods.ts\n",
  );
});

/** @returns the output of git, which finds nothing with status 1 */
function git(...args: string[]): string {
  const { stdout, stderr } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout;
}

function replace(file: string, from: RegExp, to: string): void {
  const path = join(folder, file);
  const before = readFileSync(path, "utf8");
  expect(before, file).toMatch(from);
  writeFileSync(path, before.replace(from, to));
}
