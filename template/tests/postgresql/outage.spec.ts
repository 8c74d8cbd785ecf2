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

const VISITORS = 8;
const PAGES = ["/", "/protected", "/account", "/api/auth/session"];

test("pages say with 503 that PostgreSQL is stopped; when it is back, everything works without a restart", async ({
  start,
}) => {
  const app = await start({ DATABASE_URL: await newPostgreSqlDatabase(server.url) });
  const user = await insertSession(app);
  const signedIn = () => clientOf(app, user);
  const statuses: number[] = [];
  let isOver = false;

  /** Visits that have begun in an earlier one do not count. */
  let round = 0;

  async function visits(): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const begun = round;
      const answer = await signedIn().get(PAGES[turn % PAGES.length] ?? "/", { accept: "text/html" });
      if (begun === round) statuses.push(answer.status);
      if (answer.status === 503) {
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
        expect(answer.body).toContain("This isn't available right now");
        expect(answer.body).not.toMatch(/prisma|postgres|127\.0\.0\.1/i);
      }
    }
  }

  try {
    const load = Promise.all(Array.from({ length: VISITORS }, visits));
    const answered = (status: number) => () => statuses.splice(0).includes(status);
    await expect.poll(answered(200)).toBe(true);
    await server.stop();
    await expect.poll(answered(503)).toBe(true);
    expect((await fetch(`${app.origin}/api/health`)).status).toBe(503);
    for (const path of PAGES) expect((await signedIn().get(path)).status, path).toBe(503);
    const visitor = clientOf(app);
    const fields = { csrfToken: await visitor.csrfToken(), email: "somebody@example.com" };
    expect((await visitor.post("/api/auth/signin/email", fields)).status).toBe(503);
    await server.start();
    await expect.poll(async () => (await signedIn().get("/protected")).status).toBe(200);
    round++;
    statuses.length = 0;
    await expect.poll(() => statuses.length).toBeGreaterThan(20);
    isOver = true;
    await load;
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await app.log()).not.toMatch(/node_modules/);
  } finally {
    isOver = true;
  }
});

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
  test(`every page and the health check are a 503 while ${what}, even without a free connection`, async ({ start }) => {
    const url = await newPostgreSqlDatabase(server.url);
    const app = await start({ DATABASE_URL: url });
    try {
      const { sessionToken } = await insertSession(app);
      await expect.poll(() => statusesOf(app, sessionToken)).toEqual([200]);
      const goOn = await stop(url);
      expect(await statusesOf(app, sessionToken)).toEqual([503]);
      await goOn();
      await expect.poll(() => statusesOf(app, sessionToken)).toEqual([200]);
      expect(await app.log()).not.toMatch(/node_modules/);
    } finally {
      server.thaw();
    }
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
