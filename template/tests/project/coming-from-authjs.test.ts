// docs/coming-from-authjs.md: the statements that take users from the tables of Auth.js into those of a clone.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrationBetween } from "database-engines/tools";
import { expect, it } from "vitest";
import { blocksOf } from "../../../scripts/recipes/blocks.ts";
import { temporaryFolder } from "../../../tests/support/temporary.ts";

const OLD_SCHEMA = "packages/solid-authjs/example/with-prisma/prisma/schema.prisma";

it("the statements take users, their accounts and their passkeys from Auth.js's tables into a clone's", async () => {
  const folder = temporaryFolder();
  const old = await tablesIn(join(folder, "old.db"), OLD_SCHEMA);
  old.exec(`INSERT INTO User (id, email, name) VALUES ('1', 'Ada@example.com', 'Ada'), ('2', 'grace@example.com', NULL);
    INSERT INTO Account (userId, type, provider, providerAccountId) VALUES ('1', 'oauth', 'github', '7'), ('1', 'oidc', 'google', '7');
    INSERT INTO Authenticator VALUES ('a', '2', 'a', 'key', 3, 'multiDevice', true, NULL)`);
  old.close();

  const database = await tablesIn(join(folder, "app.db"), "prisma/schema.prisma");
  const [statements] = blocksOf("docs/coming-from-authjs.md").filter(({ language }) => language === "sql");
  database.exec(`ATTACH '${join(folder, "old.db")}' AS old;\n${statements?.lines.join("\n")}`);
  const all = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => Object.values(row).join(" "));
  expect(all("SELECT id, email, name FROM main.User")).toEqual(["1 ada@example.com Ada", "2 grace@example.com "]);
  expect(all("SELECT userId, provider, providerAccountId FROM main.Account")).toEqual(["1 github 7", "1 google 7"]);
  expect(all("SELECT userId, credentialPublicKey, counter FROM main.Authenticator")).toEqual(["2 key 3"]);
  database.close();
});

async function tablesIn(file: string, schema: string): Promise<DatabaseSync> {
  const database = new DatabaseSync(file);
  database.exec((await migrationBetween("sqlite", "", readFileSync(schema, "utf8"))) ?? "");
  return database;
}
