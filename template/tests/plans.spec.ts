// The plan of each statement that the server runs, on SQLite. Without statistics, which the application never makes,
// SQLite plans for a large table as for a small one, so these tables are small. PostgreSQL plans by size.

import { join } from "node:path";
import { temporaryFolder } from "../../tests/support/temporary.ts";
import { expect, test } from "../../tests/support/test.ts";
import { makeEveryRequest } from "./support/scale/every-request.ts";
import { DIALECTS, fillingOf } from "./support/scale/fill.ts";
import { observeSqlite } from "./support/scale/sqlite-plans.ts";

const USERS = 1000;
const MOST = 100;
/**
 * Statements that read from a whole table on purpose: the applied migrations, at the start; one row, for the health.
 */
const WHOLE = [/ FROM "_prisma_migrations" /, /^SELECT `main`.`Session`.`id` FROM `main`.`Session` WHERE 1=1 LIMIT/];
const TABLES = "Account|Authenticator|RateLimit|SecurityEvent|Session|UsedChallenge|User|VerificationToken".split("|");

test("no statement of the server looks at every row of a table on SQLite", async ({ start }) => {
  const { env, plans } = observeSqlite();
  const app = await start({ ...env, DATABASE_URL: `file:${join(temporaryFolder(), "users")}` });
  for (const statement of fillingOf(DIALECTS.sqlite, USERS, MOST)) app.database.exec(statement);
  await makeEveryRequest(app);
  const tablesOf = (begin: RegExp) => [...new Set(plans().flatMap(({ sql }) => sql.match(begin)?.[1] ?? []))].sort();
  await expect.poll(() => tablesOf(/^DELETE FROM `main`\.`(\w+)`/)).toEqual(TABLES);
  expect(tablesOf(/^\s*INSERT INTO (?:`main`\.)?[`"](\w+)[`"](?! \("id", "checksum)/)).toEqual(TABLES);
  const isWhole = ({ sql }: { sql: string }) => WHOLE.some((pattern) => pattern.test(sql));
  expect(plans().filter((plan) => plan.scans.length > 0 && !isWhole(plan))).toEqual([]);
});
