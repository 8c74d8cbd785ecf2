// What `npm run db:migration` asks about before it writes, and that what it does not ask about keeps every row.

import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../tests/support/temporary.ts";
import { migrate } from "../src/migrate";
import * as sqlite from "../src/sqlite/engine";
import { migrationBetween } from "../src/tools/migration";
import { migrationRisks } from "../src/tools/migration-risks";
import { headOf } from "./support/project";

const folder = temporaryFolder();

const BEFORE = `${headOf("sqlite")}enum Plan {
  FREE
  TEAM
}
model Author {
  id    Int     @id
  name  String?
  plan  Plan    @default(FREE)
  born  Int?
  books Book[]
}
model Book {
  id       Int     @id
  title    String
  isbn     String? @unique
  authorId Int?
  author   Author? @relation(fields: [authorId], references: [id])
}
`;

const ROWS = `
  INSERT INTO "Author" ("id", "name", "born") VALUES (1, 'Ada', 1815), (2, 'Ada', NULL);
  INSERT INTO "Book" ("id", "title", "isbn", "authorId") VALUES (1, 'Notes', '1', 1), (2, 'Notes', NULL, NULL);`;

/** Each with what is said about it. */
const RISKS: [what: string, from: string | RegExp, to: string, said: string[]][] = [
  [
    "a column with another name",
    "name  String?",
    "fullName String?",
    [`"name" is dropped.*ALTER TABLE "Author" RENAME COLUMN "name" TO "fullName";`],
  ],
  [
    "a required column with another name",
    "title    String",
    "heading String",
    [`"title" is dropped.*RENAME COLUMN "title" TO "heading";`, `"heading" is required`],
  ],
  [
    "a table with another name",
    /Book\b/g,
    "Work",
    [`table "Book" is dropped, and its rows are lost. To rename it instead: ALTER TABLE "Book" RENAME TO "Work";`],
  ],
  ["a column less", "born  Int?", "", [`"born" is dropped, and its values are lost.$`]],
  ["a table less", /model Book[^}]*}|books Book\[\]/g, "", [`^The table "Book" is dropped, and its rows are lost.$`]],
  ["a required column", "born  Int?", "born Int?\n  died Int", [`"died" is required, so this fails`]],
  ["an optional column that becomes required", "born  Int?", "born Int", [`"born" becomes required`]],
  ["a column of another type", "born  Int?", "born String?", [`"born" gets another type`]],
  ["an enum with a value less", "  TEAM\n", "", [`"plan" gets another type`]],
  [
    "a relation of the same column to another table",
    / {2}books Book\[\]\n}(.*)author {3}Author\? @relation\(/s,
    `}$1books Book[] @relation("of")\n  author Book? @relation("of", `,
    ["Book: there is a new rule for authorId"],
  ],
  ["a unique column", "name  String?", "name String? @unique", [`Author: there is a new rule for name`]],
];

const SAFE: [what: string, from: string | RegExp, to: string][] = [
  ["an optional column", "born  Int?", "born Int?\n  died Int?"],
  ["an optional unique column", "born  Int?", "born Int?\n  key String? @unique"],
  ["a required column with a default", "born  Int?", "born Int?\n  died Int @default(0)"],
  ["a required column that counts", "born  Int?", "born Int?\n  since DateTime @default(now())"],
  ["an enum with a further value", "  TEAM\n", "  TEAM\n  GROUP\n"],
  ["an index", "born  Int?", "born Int?\n  @@index([name])"],
  ["a relation with another onDelete", "[id])", "[id], onDelete: Cascade)"],
  ["no index any more", " @unique", ""],
  ["a new table with keys", /$/, "model Tag {\n  id Int @id\n  name String @unique\n}\n"],
];

function changed(from: string | RegExp, to: string): string {
  const after = BEFORE.replace(from, to);
  expect(after).not.toBe(BEFORE);
  return after;
}

/** @returns the statements that lead from the schema before to a changed one */
async function statements(engine: "sqlite" | "postgresql", ...[from, to]: Parameters<typeof changed>): Promise<string> {
  return (await migrationBetween(engine, BEFORE, changed(from, to))) ?? "";
}

const TABLES = (await migrationBetween("postgresql", "", BEFORE)) ?? "";

it.each(RISKS)("db:migration asks about %s", async (_, from, to, said) => {
  const risks = migrationRisks(await statements("postgresql", from, to), TABLES);
  expect(risks).toEqual(said.map((words) => expect.stringMatching(new RegExp(words))));
});

it.each(SAFE)("db:migration does not ask about, and applies beside rows without a loss, %s", async (what, from, to) => {
  expect(migrationRisks(await statements("postgresql", from, to), TABLES)).toEqual([]);
  const url = `file:${join(folder, what)}`;
  const [first, second] = [await migrationBetween("sqlite", "", BEFORE), await statements("sqlite", from, to)];
  await migrate(sqlite, url, { "/x/1/migration.sql": `${first}${ROWS}`, "/x/2/migration.sql": second || "SELECT 1" });
  const connection = await sqlite.openForMigrations(url);
  const rows = await connection.query(
    `SELECT a."name", a."born", b."title", b."isbn" FROM "Author" a LEFT JOIN "Book" b ON b."authorId" = a."id" ORDER BY a."id"`,
  );
  await connection.close();
  expect(rows).toEqual([
    { name: "Ada", born: 1815, title: "Notes", isbn: "1" },
    { name: "Ada", born: null, title: null, isbn: null },
  ]);
});
