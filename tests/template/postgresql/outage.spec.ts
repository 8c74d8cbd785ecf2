// The database stops and starts again while visitors are active, and instances start without a database.

import { startApp } from "../../support/app.ts";
import { Client } from "../../support/client.ts";
import { newPostgreSqlDatabase, startPostgreSql } from "../../support/postgresql.ts";
import { expect, insertSession, newClient, test } from "../../support/test.ts";

const VISITORS = 8;
const PAGES = ["/", "/protected", "/account", "/api/auth/session"];

test("while PostgreSQL is stopped, pages say so with 503; when it is back, everything works without a restart", async () => {
  const server = await startPostgreSql();
  const app = await startApp(undefined, { DATABASE_URL: await newPostgreSqlDatabase(server.url) });
  const { sessionToken } = await insertSession(app);
  const signedIn = () => {
    const client = new Client(app.origin, newClient());
    client.cookies.set("authjs.session-token", sessionToken);
    return client;
  };
  const statuses: number[] = [];
  let isOver = false;

  async function visits(): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const answer = await signedIn().get(PAGES[turn % PAGES.length] ?? "/", { accept: "text/html" });
      statuses.push(answer.status);
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
    const visitor = new Client(app.origin, newClient());
    const fields = { csrfToken: await visitor.csrfToken(), email: "somebody@example.com" };
    expect((await visitor.post("/api/auth/signin/email", fields)).status).toBe(503);
    await server.start();
    await expect.poll(async () => (await signedIn().get("/protected")).status).toBe(200);
    statuses.length = 0;
    await expect.poll(() => statuses.length).toBeGreaterThan(20);
    isOver = true;
    await load;
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(app.log()).not.toMatch(/node_modules/);
  } finally {
    isOver = true;
    await app.stop();
    await server.stop();
  }
});
