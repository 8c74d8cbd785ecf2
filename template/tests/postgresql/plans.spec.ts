// The plan of each statement that the server runs, on PostgreSQL, which plans by the size of the tables.
// `npm run bench:scale -w template` has twenty times as many users.

import { join } from "node:path";
import { SECURITY_EVENT_DAYS } from "../../../src/lib/limits.ts";
import { startApp } from "../../../tests/support/app.ts";
import { newPostgreSqlDatabase, startPostgreSql } from "../../../tests/support/postgresql/server.ts";
import { expect, test } from "../../../tests/support/test.ts";
import { makeEveryRequest } from "../support/scale/every-request.ts";
import { DIALECTS, fillingOf } from "../support/scale/fill.ts";
import { EXPLAIN_SETTINGS, explainAllOf, plansIn } from "../support/scale/postgresql-plans.ts";
import { query } from "../support/server.ts";

const USERS = Number(process.env.SCALE_USERS ?? 50_000);
const MOST = USERS / 100;
/** PostgreSQL rightly reads the whole of a table of a few thousand rows. */
const LEAST = 50_000;
/** A batch of expired links, for which PostgreSQL may read the whole table: their key has two columns. */
const LINKS = /^DELETE FROM "public"."VerificationToken" WHERE .* IN \(SELECT /;
/** A page of the account's events has two hundred rows, and a batch of the sweep a hundred. */
const MOST_READ = 600;
const HOUR_MS = 60 * 60 * 1000;

/** What the sweep deletes: sign-ups that were cut off, and after them old events. */
const EXPIRED = `SELECT FROM "User" WHERE "emailVerified" IS NULL AND NOT EXISTS (SELECT FROM "Account" WHERE "userId" = "User"."id")
  AND NOT EXISTS (SELECT FROM "Session" WHERE "userId" = "User"."id") AND "createdAt" < now() - interval '1 day'
  UNION ALL SELECT FROM "SecurityEvent" WHERE "createdAt" < now() - interval '${SECURITY_EVENT_DAYS} days 2 hours'`;

test("no statement of the server reads more rows than a page or a batch has, in large tables on PostgreSQL", async () => {
  test.setTimeout(2 * HOUR_MS);
  const server = await startPostgreSql(...EXPLAIN_SETTINGS);
  const url = await newPostgreSqlDatabase(server.url);
  await (await startApp(undefined, { DATABASE_URL: url })).stop();
  for (const statement of fillingOf(DIALECTS.postgresql, USERS, MOST, LEAST)) await query(url, statement);
  await query(url, "VACUUM ANALYZE");
  const [{ data_directory: folder } = {}] = await query(url, "SHOW data_directory");
  const database = new URL(url).pathname.slice(1);
  // Also ends the first sweep's claim.
  await query(url, `DELETE FROM "RateLimit" WHERE "key" = 'sweep'; ${explainAllOf(database)}`);

  const app = await startApp(undefined, { DATABASE_URL: url });
  try {
    await makeEveryRequest(app);
    const begun = Date.now();
    await expect.poll(() => query(url, EXPIRED), { timeout: HOUR_MS, intervals: [1000] }).toEqual([]);
    console.log(
      `${USERS} users; the sweep has ended ${Math.round((Date.now() - begun) / 1000)} s after the last request`,
    );
    const plans = plansIn(join(String(folder), "log"), database).filter(({ sql }) => sql !== EXPIRED);
    expect(plans.filter(({ rows, sql }) => rows > MOST_READ && !LINKS.test(sql))).toEqual([]);
    expect(plans.map(({ sql }) => sql)).toContainEqual(expect.stringMatching(/^DELETE FROM "public"."SecurityEvent"/));
  } finally {
    await app.stop();
    await server.stop();
  }
});
