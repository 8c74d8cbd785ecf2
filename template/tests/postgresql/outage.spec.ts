// The database stops and starts again while visitors are active, and instances start without a database.

import pg from "pg";
import type { App } from "../../../tests/support/app.ts";
import { clientOf } from "../../../tests/support/client.ts";
import { newPostgreSqlDatabase, type PostgreSql, startPostgreSql } from "../../../tests/support/postgresql/server.ts";
import { expect, insertSession, newClient, newEmail, test } from "../../../tests/support/test.ts";
import { sharedDatabase } from "../support/server.ts";

let server: PostgreSql;

test.beforeAll(async () => {
  server = await startPostgreSql();
});
test.afterAll(() => server.stop());

const PAGES = ["/", "/protected", "/account", "/api/auth/session"];

/** More than the server has connections. */
const AT_ONCE = 30;

/** The statuses of pages and of the health check, all requested at once. */
async function statusesOf(app: App, sessionToken: string): Promise<number[]> {
  const headers = { cookie: `authjs.session-token=${sessionToken}`, "x-forwarded-for": newClient() };
  const paths = [...PAGES, "/api/health"];
  const all = Array.from({ length: AT_ONCE }, (_, turn) => paths[turn % paths.length] ?? "/");
  const answers = await Promise.all(all.map((path) => fetch(app.origin + path, { headers, redirect: "manual" })));
  return [...new Set(answers.map(({ status }) => status))];
}

/** What stops all statements. Each returns what ends that. */
const STOPS: Record<string, (url: string) => Promise<() => unknown>> = {
  "PostgreSQL is stopped": async () => {
    await server.stop();
    return () => server.start();
  },
  "PostgreSQL hangs": async () => {
    server.freeze();
    return () => server.thaw();
  },
  "a table is locked": async (url) => {
    const locker = new pg.Client({ connectionString: url });
    await locker.connect();
    await locker.query(`BEGIN; LOCK TABLE "Session" IN ACCESS EXCLUSIVE MODE`);
    return () => locker.end();
  },
};

for (const [what, stop] of Object.entries(STOPS))
  test(`every page and the health check are a 503 while ${what}, even without a free connection, and work again without a restart`, async ({
    start,
  }) => {
    const url = await newPostgreSqlDatabase(server.url);
    const app = await start({ DATABASE_URL: url });
    const user = await insertSession(app);
    await expect.poll(() => statusesOf(app, user.sessionToken)).toEqual([200]);
    const goOn = await stop(url);
    try {
      expect(await statusesOf(app, user.sessionToken)).toEqual([503]);
      const { headers, body } = await clientOf(app, user).get("/protected", { accept: "text/html" });
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      expect(body).toContain("This isn't available right now");
      expect(body).not.toMatch(/prisma|postgres|127\.0\.0\.1/i);
    } finally {
      await goOn();
    }
    await expect.poll(() => statusesOf(app, user.sessionToken)).toEqual([200]);
    expect(await app.log()).not.toMatch(/node_modules/);
  });

test("pages are shown while PostgreSQL is a read-only replica, and what has to be stored gets 503", async ({
  start,
}) => {
  const url = await sharedDatabase();
  const app = await start({ DATABASE_URL: url });
  const operator = new pg.Client({ connectionString: url });
  await operator.connect();
  const name = new URL(url).pathname.slice(1);
  const endOthers = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = '${name}' AND pid <> pg_backend_pid()`;
  try {
    const { sessionToken } = await insertSession(app);
    const visitor = clientOf(app);
    const ask = async () =>
      (await visitor.post("/api/auth/signin/email", { csrfToken: await visitor.csrfToken(), email: newEmail() }))
        .status;
    await operator.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
    await operator.query(endOthers);
    await expect.poll(() => statusesOf(app, sessionToken)).toEqual([200]);
    expect(await ask()).toBe(503);
    await operator.query("SET default_transaction_read_only = off");
    await operator.query(`ALTER DATABASE "${name}" RESET default_transaction_read_only`);
    await operator.query(endOthers);
    await expect.poll(ask).toBe(302);
    expect(await app.log()).not.toMatch(/node_modules/);
  } finally {
    await operator.end();
  }
});
