// docs/updates.md, followed by a clone of the template as it was on 2026-11-25 (commit 82ab1af), with ten changes of
// its own, of which one is a recipe of that day: it takes this version, and resolves two files at most.
// support/second-version.bundle is a git repository with that commit, without its tests, docs, pictures and lockfile.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { copyProject, installPackages } from "../../tests/support/copies.ts";
import { expect, test } from "../../tests/support/test.ts";
import { NPM_TEST_TIMEOUT_MS, npmTest } from "./support/npm-test.ts";
import { attempt, commit, conflictsIn, edit, read, run, updateFromBefore } from "./support/updates.ts";

const BUNDLE = join(import.meta.dirname, "support/second-version.bundle");
const METHODS = "src/server/auth/sign-in-methods.ts";
const GOOGLE_IMPORT = 'import Google from "@auth/core/providers/google";\n';
const OAUTH_IMPORT = 'import { oauth } from "./providers/oauth";\n';
const GOOGLE = `  { id: "google", name: "Google", provider: Google, variables: ["AUTH_GOOGLE_ID", "AUTH_GOOGLE_SECRET"] },\n`;

const FIELD = "  authenticators Authenticator[]\n";
const MODEL = `model Note {
  id        String   @id @default(cuid())
  userId    String
  user      User     @relation(fields: [userId], references: [id], onDelete: Cascade)
  text      String
  createdAt DateTime @default(now())

  @@index([userId])
}

`;
/** What the model stands before, in the schema and in its copy, which has no comments. */
const NEXT_IN = {
  "prisma/schema.prisma": "// Recent attempts.",
  "prisma/migrations/schema.prisma": "model RateLimit {",
};
const SQL = `CREATE TABLE "Note" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Note_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "Note_userId_idx" ON "Note"("userId");
`;
const POSTGRESQL = `CREATE TABLE "Note" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Note_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Note_userId_idx" ON "Note"("userId");
ALTER TABLE "Note" ADD CONSTRAINT "Note_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
`;
const QUERY = `import { query } from "@solidjs/router";
import { database } from "~/server/database/client";
import { runQuery, user } from "~/server/functions";

export const notes = query(async () => {
  "use server";
  return runQuery(user("/protected/notes"), ({ id: userId }) =>
    database.note.findMany({ where: { userId }, take: 1000 }),
  );
}, "notes");
`;
const PAGE = `import { createAsync } from "@solidjs/router";
import { For } from "solid-js";
import { Protected } from "~/components/Protected";
import { notes } from "~/notes/notes";

export default Protected(Notes);

function Notes() {
  const list = createAsync(() => notes());
  return <For each={list()}>{(note) => <p>{note.text}</p>}</For>;
}
`;

test("a clone of 82ab1af with ten changes of its own takes this version, and resolves the colour and the providers", () => {
  test.setTimeout(NPM_TEST_TIMEOUT_MS);
  const template = copyProject("ten-changes-template");
  run(template, "git init --quiet --initial-branch main");
  run(template, `git fetch --quiet "${BUNDLE}" second-version && git update-ref refs/heads/main FETCH_HEAD`);
  commit(template, "This version");
  const clone = join(dirname(template), "ten-changes");
  rmSync(clone, { recursive: true, force: true });
  run(template, `git clone --quiet --branch second-version "${BUNDLE}" "${clone}"`);

  edit(clone, "app.config.ts", 'name: "Solid Auth Starter"', 'name: "Mine"');
  edit(clone, "src/app.css", " 277)", " 150)");
  edit(clone, "src/messages/home.ts", "Sign-in for SolidStart, done right.", "Reports for everybody.");
  edit(clone, "src/messages/notices.ts", "Your name was saved.", "Saved, thank you.");
  edit(clone, METHODS, "import gitHubIcon", `${GOOGLE_IMPORT}import gitHubIcon`);
  edit(clone, METHODS, '  { id: "passkey"', `${GOOGLE}  { id: "passkey"`);
  edit(clone, "package.json", '"name": "solid-auth-starter"', '"name": "mine"');
  edit(clone, ".gitignore", "node_modules", "reports.csv\nnode_modules");
  for (const [schema, next] of Object.entries(NEXT_IN)) {
    edit(clone, schema, FIELD, `${FIELD}  notes          Note[]\n`);
    edit(clone, schema, next, `${MODEL}${next}`);
  }
  add(clone, "prisma/migrations/sqlite/20261125200000_notes/migration.sql", SQL);
  add(clone, "prisma/migrations/postgresql/20261125200000_notes/migration.sql", POSTGRESQL);
  const data = "src/server/database/user-data.ts";
  const own = "      notes: { take: 1000, select: { text: true, createdAt: true } },\n";
  edit(clone, data, "      accounts: {", `${own}      accounts: {`);
  add(clone, "src/notes/notes.ts", QUERY);
  add(clone, "src/routes/protected/notes.tsx", PAGE);
  rmSync(join(clone, "src/routes/protected/client.tsx"));
  commit(clone, "My changes");

  const { status, said } = attempt(clone, updateFromBefore(template));
  expect(conflictsIn(clone), said).toEqual(["src/app.css", METHODS]);
  expect(status).toBe(1);
  expect(read(clone, "prisma/schema.prisma")).toContain("Note[]");
  expect(said).toContain("\n  src/routes/protected/client.tsx\n");

  // By hand, as the changelog says: one colour is one value, and icons are files of the project.
  run(clone, `git checkout --theirs src/app.css ${METHODS}`);
  edit(clone, "src/app.css", " 277)", " 150)");
  edit(clone, METHODS, "import { missingVariables", `${GOOGLE_IMPORT}import { missingVariables`);
  edit(clone, METHODS, "import { passkey }", `${OAUTH_IMPORT}import { passkey }`);
  edit(clone, METHODS, "  github(),", "  github(),\n  oauth(Google),");
  installPackages(clone);
  npmTest(clone, "prepare", "types", "lint", "unit");
  commit(clone, "This version");
  npmTest(clone, "prepare");
  expect(run(clone, "git status --porcelain -- src prisma")).toBe("");
});

function add(folder: string, file: string, source: string): void {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), source);
}
