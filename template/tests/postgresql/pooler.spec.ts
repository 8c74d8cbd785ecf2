// Debian's pgbouncer in its two usual modes, with fewer connections than the application asks for.

import { spawn } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ended, freePort, startApp } from "../../../tests/support/app.ts";
import { atExit, temporaryFolder } from "../../../tests/support/temporary.ts";
import { expect, test } from "../../../tests/support/test.ts";
import { startFarm } from "../support/balancer.ts";
import { untilListening } from "../support/listening.ts";
import { query, sharedDatabase, signInAt, tablesOf } from "../support/server.ts";

const USERS = 20;

/** In session mode, each connection of the application takes one of the server's: the requests wait their turn. */
const POOL_SIZE = { transaction: 2, session: 12 };

const MODES = ["transaction", "session"] as const;

/** @returns what starts the application through the pooler, with options of DATABASE_URL */
async function startPooler(databaseUrl: string, mode: (typeof MODES)[number], ...settings: string[]) {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const listenPort = await freePort();
  const folder = temporaryFolder();
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${POOL_SIZE[mode]}
${settings.join("\n")}
`.replace(/^(\w+ = host.*)$/m, "$1 user=postgres"),
  );
  chmodSync(folder, 0o755);
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const child = spawn("pgbouncer", [...user, file], { stdio: "ignore" });
  atExit(() => child.kill("SIGKILL"));
  await untilListening(listenPort);
  const url = Object.assign(new URL(databaseUrl), { port: String(listenPort) });
  const start = (search = "") => startApp(undefined, { DATABASE_URL: Object.assign(url, { search }).href });
  const farm = (processes: number) => startFarm(processes, Object.assign(url, { search: "?pgbouncer=true" }).href);
  return { start, farm, stop: () => ended(child) };
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

for (const processes of [2, 3, 4])
  test(`users sign in at ${processes} processes, from one to the next, that share two connections of a pooler`, {
    tag: "@night",
  }, async () => {
    const pooler = await startPooler(await sharedDatabase(), "transaction");
    const farm = await pooler.farm(processes);
    const [first] = farm.instances;
    try {
      await Promise.all(Array.from({ length: USERS }, () => signInAt({ ...first, origin: farm.origin })));
      for (const instance of farm.instances) expect(await instance.log()).not.toMatch(/error/i);
    } finally {
      await farm.stop();
      await pooler.stop();
    }
  });

/** pgbouncer leaves a setting out instead of refusing it. */
const LENIENT = "ignore_startup_parameters = statement_timeout,options";

const NEEDED = "a pooler stands before it, which needs pgbouncer=true";

for (const mode of MODES)
  test(`the start behind a pooler in ${mode} mode without pgbouncer=true is refused with the cure`, async () => {
    const databaseUrl = await sharedDatabase();
    const pooler = await startPooler(databaseUrl, mode);
    await expect(pooler.start()).rejects.toThrow(NEEDED);
    expect(await tablesOf(databaseUrl)).toEqual([]);
    await pooler.stop();
  });

test("a pooler in transaction mode that ignores settings is noticed by its prepared statements", async () => {
  const pooler = await startPooler(await sharedDatabase(), "transaction", LENIENT);
  await expect(pooler.start()).rejects.toThrow(NEEDED);
  await pooler.stop();
});

test("a pooler in session mode that ignores settings works without pgbouncer=true", async () => {
  const pooler = await startPooler(await sharedDatabase(), "session", LENIENT);
  const app = await pooler.start();
  try {
    await signInAt(app);
  } finally {
    await app.stop();
    await pooler.stop();
  }
});

test("a schema of DATABASE_URL that a pooler keeps from the server is refused, and works as the role's", async () => {
  const databaseUrl = await sharedDatabase();
  for (const [mode, flag, ...settings] of [
    ["transaction", "&pgbouncer=true"],
    ["session", "", LENIENT],
  ] as const) {
    await query(databaseUrl, `CREATE SCHEMA "${mode}"`);
    const pooler = await startPooler(databaseUrl, mode, ...settings);
    const search = `?schema=${mode}${flag}`;
    await expect(pooler.start(search)).rejects.toThrow("ALTER ROLE");
    await query(
      databaseUrl,
      `ALTER ROLE postgres IN DATABASE ${new URL(databaseUrl).pathname.slice(1)} SET search_path = "${mode}"`,
    );
    const fresh = await startPooler(databaseUrl, mode, ...settings);
    const app = await fresh.start(search);
    try {
      await signInAt(app);
      expect(await tablesOf(databaseUrl)).toContain(`${mode}.User`);
    } finally {
      await app.stop();
      await fresh.stop();
      await pooler.stop();
    }
  }
});
