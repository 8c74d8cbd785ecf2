// Debian's pgbouncer in its two usual modes, with fewer connections than the application asks for. (What the start says
// of poolers: packages/database-engines/test/postgresql.test.ts.)

import { spawn } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ended, freePort, startApp } from "../../../tests/support/app.ts";
import { atExit, temporaryFolder } from "../../../tests/support/temporary.ts";
import { expect, test } from "../../../tests/support/test.ts";
import { untilListening } from "../support/listening.ts";
import { query, sharedDatabase, signInAt, tablesOf } from "../support/server.ts";

const USERS = 20;

/** In session mode, each connection of the application takes one of the server's: the requests wait their turn. */
const POOL_SIZE = { transaction: 2, session: 12 };

const MODES = ["transaction", "session"] as const;

/** @returns what starts the application through the pooler, with options of DATABASE_URL */
async function startPooler(databaseUrl: string, mode: (typeof MODES)[number]) {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const listenPort = await freePort();
  const folder = temporaryFolder();
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${POOL_SIZE[mode]}
`,
  );
  chmodSync(folder, 0o755);
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const child = spawn("pgbouncer", [...user, file], { stdio: "ignore" });
  atExit(() => child.kill("SIGKILL"));
  await untilListening(listenPort);
  const url = Object.assign(new URL(databaseUrl), { port: String(listenPort) });
  const start = (search = "") => startApp(undefined, { DATABASE_URL: Object.assign(url, { search }).href });
  return { start, stop: () => ended(child) };
}

for (const mode of MODES)
  test(`migrations run and users sign in behind a pooler in ${mode} mode with pgbouncer=true`, async () => {
    const databaseUrl = await sharedDatabase();
    for (const setting of ["DateStyle = 'German'", "TimeZone = 'Asia/Tokyo'"])
      await query(databaseUrl, `ALTER DATABASE ${new URL(databaseUrl).pathname.slice(1)} SET ${setting}`);
    const pooler = await startPooler(databaseUrl, mode);
    const app = await pooler.start("?pgbouncer=true");
    try {
      await Promise.all(Array.from({ length: USERS }, () => signInAt(app)));
      expect(await app.log()).not.toMatch(/error/i);
    } finally {
      await app.stop();
      await pooler.stop();
    }
  });

test("the start behind a pooler without pgbouncer=true is refused with the cure", async () => {
  const databaseUrl = await sharedDatabase();
  const pooler = await startPooler(databaseUrl, "transaction");
  await expect(pooler.start()).rejects.toThrow("a pooler stands before it, which needs pgbouncer=true");
  expect(await tablesOf(databaseUrl)).toEqual([]);
  await pooler.stop();
});
