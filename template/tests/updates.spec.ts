// docs/updates.md, followed from the first version to this one, by a clone with changes of its own in ten files. (Later
// changes: template/tests/project/updates.test.ts.)
// support/first-version.bundle is a git repository with commit 8189d16, without its tests, docs, pictures and lockfile.

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startApp } from "../../tests/support/app.ts";
import { copyProject, installPackages } from "../../tests/support/copies.ts";
import { openRows } from "../../tests/support/engines.ts";
import { temporaryFolder } from "../../tests/support/temporary.ts";
import { askForLink, expect, expectUser, test } from "../../tests/support/test.ts";
import { NPM_TEST_TIMEOUT_MS, npmTest } from "./support/npm-test.ts";
import { attempt, commit, conflictsIn, edit, linesOf, read, run, updateFromBefore } from "./support/updates.ts";

const BUNDLE = join(import.meta.dirname, "support/first-version.bundle");
const ADDRESS = "ada@example.com";

/** A page and its query, as the first version has them. */
const PAGE = "src/routes/protected/reports.tsx";
const PAGE_SOURCE = `import { createAsync } from "@solidjs/router";
import { Protected } from "~/components/Protected";
import { sessions } from "~/reports/sessions";

export default Protected((props) => {
  const count = createAsync(() => sessions());
  return (
    <h1>
      {props.user.name} has {count()} session
    </h1>
  );
});
`;
const QUERY = "src/reports/sessions.ts";
const QUERY_SOURCE = `import { query } from "@solidjs/router";
import { database } from "~/server/database/client";
import { requireUser } from "~/session";

export const sessions = query(async () => {
  "use server";
  const { id } = await requireUser("/protected/reports");
  return database.session.count({ where: { userId: id } });
}, "sessions");
`;

const DELETED = ["src/routes/protected/client.tsx"];
const CONFLICTS = ["package.json", "src/app.css", "src/notices.ts", "src/routes/index.tsx", "src/server/auth.ts"];

const GREEN: [file: string, from: string, to: string] = ["src/app.css", " 277)", " 150)"];
const NOTICE = ["Your name was saved.", "Saved, thank you."] as const;
const GOOGLE_IMPORT = 'import Google from "@auth/core/providers/google";\n';

test.describe.configure({ mode: "serial" });

let clone: string;
let databaseUrl: string;

test("a clone of the first version takes this one by the commands of docs/updates.md, and keeps its own changes, and without what it had deleted", () => {
  const template = copyProject("updates-template");
  run(template, "git init --quiet --initial-branch main");
  run(template, `git fetch --quiet "${BUNDLE}" first-version && git update-ref refs/heads/main FETCH_HEAD`);
  commit(template, "This version");
  clone = join(dirname(template), "updates-clone");
  rmSync(clone, { recursive: true, force: true });
  run(template, `git clone --quiet --branch first-version "${BUNDLE}" "${clone}"`);
  databaseUrl = databaseOf(clone);

  add(clone, PAGE, PAGE_SOURCE);
  add(clone, QUERY, QUERY_SOURCE);
  edit(clone, "app.config.ts", 'name: "Solid Auth Starter"', 'name: "Mine"');
  edit(clone, ...GREEN);
  edit(clone, "src/routes/index.tsx", "Sign-in for SolidStart, done right.", "Reports for everybody.");
  edit(clone, "src/notices.ts", "Your name is saved.", NOTICE[1]);
  edit(clone, "src/server/auth.ts", "import Passkey", `${GOOGLE_IMPORT}import Passkey`);
  edit(clone, "src/server/auth.ts", "providers.push(Passkey", "providers.push(Google);\nproviders.push(Passkey");
  edit(clone, "package.json", '    "nodemailer"', '    "culori": "^4.0.2",\n    "nodemailer"');
  edit(clone, ".gitignore", "node_modules", "reports.csv\nnode_modules");
  for (const file of DELETED) rmSync(join(clone, file));
  commit(clone, "My changes");

  const { status, said } = attempt(clone, updateFromBefore(template));
  expect(conflictsIn(clone), said).toEqual(CONFLICTS);
  expect(status).toBe(1);
  for (const file of DELETED) expect(said).toContain(`\n  ${file}\n`);

  // The conflicts are resolved by hand, as the changelog says.
  run(clone, "git checkout --theirs src/app.css package.json");
  run(clone, "git restore --source FETCH_HEAD src/routes/index.tsx");
  edit(clone, "package.json", '    "database-engines"', '    "culori": "^4.0.2",\n    "database-engines"');
  edit(clone, "src/messages/home.ts", "Sign-in for SolidStart, done right.", "Reports for everybody.");
  edit(clone, ...GREEN);
  edit(clone, "src/messages/notices.ts", ...NOTICE);
  const methods = "src/server/auth/sign-in-methods.ts";
  edit(clone, methods, "import { missingVariables", `${GOOGLE_IMPORT}import { missingVariables`);
  edit(clone, methods, "import { passkey }", 'import { oauth } from "./providers/oauth";\nimport { passkey }');
  edit(clone, methods, "  github(),", "  github(),\n  oauth(Google),");
  edit(
    clone,
    QUERY,
    'import { requireUser } from "~/session";',
    'import { runQuery, user } from "~/server/functions";',
  );
  edit(
    clone,
    QUERY,
    `const { id } = await requireUser("/protected/reports");
  return database.session.count({ where: { userId: id } });`,
    `return runQuery(user("/protected/reports"), ({ id }) =>
    database.session.count({ where: { userId: id } }),
  );`,
  );
  run(clone, "git rm --quiet src/notices.ts src/server/auth.ts");
  commit(clone, "This version");
  expect(linesOf(run(clone, "git diff --name-only FETCH_HEAD"))).toEqual(
    [
      ".gitignore",
      ".template-base",
      "app.config.ts",
      "package.json",
      "src/app.css",
      "src/messages/home.ts",
      "src/messages/notices.ts",
      methods,
      PAGE,
      QUERY,
      ...DELETED,
    ].sort(),
  );
});

test("the clone's tests pass, and its pages, provider, messages, style, dependency and users are there", {
  tag: "@night",
}, async ({ page }) => {
  test.setTimeout(NPM_TEST_TIMEOUT_MS);
  installPackages(clone);
  npmTest(clone, "prepare", "types", "lint", "unit", "build");

  const google = { AUTH_GOOGLE_ID: "id", AUTH_GOOGLE_SECRET: "secret" };
  const app = await startApp(clone, { ...google, DATABASE_URL: databaseUrl });
  try {
    await page.goto(app.origin);
    await expect(page).toHaveTitle("Mine");
    await expect(page.getByRole("heading", { level: 1, name: "Reports for everybody." })).toBeVisible();
    await page.goto(`${app.origin}/sign-in`);
    await expect(page.getByRole("button", { name: "Continue with Google" })).toBeVisible();
    await page.goto(await askForLink(page, app, ADDRESS));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expectUser(page, "Ada");
    await page.goto(`${app.origin}/protected/reports`);
    await expect(page.getByRole("heading", { name: "Ada has 1 session" })).toBeVisible();
    await page.goto(`${app.origin}/account`);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("status")).toHaveText(NOTICE[1]);
    const accent = await page.evaluate(() => getComputedStyle(document.body).getPropertyValue("--primary"));
    expect(accent).toContain(" 150)");
  } finally {
    await app.stop();
  }
});

function add(folder: string, file: string, source: string): void {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), source);
}

/** A user's database, as the first version's server has made it. @returns its URL */
function databaseOf(clone: string): string {
  const url = `file:${join(temporaryFolder(), "app.db")}`;
  const database = openRows(url);
  const [, history = ""] = read(clone, "src/server/database/migrate.ts").match(/HISTORY = `([^`]+)`/) ?? [];
  database.exec(history);
  const folder = "prisma/migrations/sqlite";
  for (const name of readdirSync(join(clone, folder)).filter((each) => !each.includes("."))) {
    const sql = read(clone, `${folder}/${name}/migration.sql`);
    database.exec(sql);
    database
      .prepare(
        `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at") VALUES (?, ?, ?, 1)`,
      )
      .run(name, createHash("sha256").update(sql).digest("hex"), name);
  }
  database
    .prepare(`INSERT INTO "User" ("id", "email", "emailVerified", "name") VALUES ('ada', ?, 1, 'Ada')`)
    .run(ADDRESS);
  database.close();
  return url;
}
