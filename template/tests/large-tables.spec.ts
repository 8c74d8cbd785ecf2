// How long a sweep of large tables makes readers wait, on SQLite, where all requests share one connection. The figure
// depends on the machine, so it is printed; only the answers are checked.

import { startApp } from "../../tests/support/app.ts";
import { Client } from "../../tests/support/client.ts";
import { expect, insertSession, insertSessionRow, newClient, newEmail, test } from "../../tests/support/test.ts";
import { quantile } from "./support/ranks.ts";

const ROWS = 100_000;
const MAX_SESSIONS = 50;
const READS = ["/api/auth/session", "/account", "/protected"];

test("every page is answered while a sweep cleans up tables of 100,000 rows", async () => {
  const app = await startApp();
  try {
    const { id, sessionToken } = await insertSession(app);
    for (let more = 1; more < MAX_SESSIONS; more++) insertSessionRow(app, id);
    const now = new Date();
    const [past, future] = [-1, 1].map((hours) => new Date(now.valueOf() + hours * 60 * 60 * 1000).toISOString());
    const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})`;
    const expires = `CASE i % 10 WHEN 0 THEN '${past}' ELSE '${future}' END`;
    app.database.exec(`BEGIN;
      INSERT INTO "User" ("id", "email", "emailVerified", "createdAt") ${numbers}
        SELECT 'u' || i, i || '@example.com', '${past}', '${past}' FROM n;
      INSERT INTO "Session" ("id", "sessionToken", "userId", "expires", "createdAt", "authenticatedAt", "lastSeenAt") ${numbers}
        SELECT 's' || i, 't' || i, 'u' || i, ${expires}, '${past}', '${past}', '${past}' FROM n;
      INSERT INTO "VerificationToken" ("identifier", "token", "expires") ${numbers} SELECT i, i, ${expires} FROM n;
      INSERT INTO "RateLimit" ("key", "points", "expire") ${numbers} SELECT i, 1, ${expires} FROM n;
      COMMIT`);
    const outdated = () =>
      ["Session", "VerificationToken"].reduce(
        (sum, table) =>
          sum +
          Number(
            app.database.prepare(`SELECT count(*) AS n FROM "${table}" WHERE "expires" < ?`).all(now.toISOString())[0]
              ?.n,
          ),
        0,
      );
    expect(outdated()).toBe((2 * ROWS) / 10);

    const reader = new Client(app.origin, newClient());
    reader.cookies.set("authjs.session-token", sessionToken);
    const read = async (turn: number) => {
      const { status, ms } = await reader.get(READS[turn % READS.length] ?? "/");
      expect(status).toBe(200);
      return ms;
    };
    const quiet: number[] = [];
    for (let turn = 0; turn < 300; turn++) quiet.push(await read(turn));

    const visitor = new Client(app.origin, newClient());
    await visitor.post("/api/auth/signin/email", { csrfToken: await visitor.csrfToken(), email: newEmail() });
    const during: number[] = [];
    for (let turn = 0; turn % 100 || outdated() > 0; turn++) during.push(await read(turn));

    const ms = (times: number[], rank: number) => `${quantile(times, rank).toFixed(1)} ms`;
    const describe = (times: number[]) =>
      `${times.length} reads, median ${ms(times, 0.5)}, p99 ${ms(times, 0.99)}, slowest ${ms(times, 1)}`;
    console.log(`without a sweep: ${describe(quiet)}\nduring a sweep: ${describe(during)}`);
  } finally {
    await app.stop();
  }
});
