// Debian's pgbouncer in transaction mode, with fewer connections than the application asks for.

import { spawn } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ended, freePort, startApp } from "../../../tests/support/app.ts";
import { Client, signInByLink } from "../../../tests/support/client.ts";
import { atExit, temporaryFolder } from "../../../tests/support/temporary.ts";
import { expect, linkIn, mailTo, newClient, newEmail, test } from "../../../tests/support/test.ts";
import { untilListening } from "../support/listening.ts";
import { sharedDatabase } from "../support/server.ts";

const USERS = 20;

/** @returns the URL of the database through the pooler */
async function startPooler(databaseUrl: string) {
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
pool_mode = transaction
default_pool_size = 2
`.replace(/^(\w+ = host.*)$/m, "$1 user=postgres"),
  );
  chmodSync(folder, 0o755);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const child = spawn("pgbouncer", [...user, file], { stdio: "ignore" });
  atExit(() => child.kill("SIGKILL"));
  await untilListening(listenPort);
  const url = Object.assign(new URL(databaseUrl), { port: String(listenPort), search: "?pgbouncer=true" }).href;
  return { url, stop: () => ended(child) };
}

test("behind a pooler in transaction mode, migrations run and users sign in", async () => {
  const pooler = await startPooler(await sharedDatabase());
  const app = await startApp(undefined, { DATABASE_URL: pooler.url });
  try {
    await Promise.all(
      Array.from({ length: USERS }, async () => {
        const client = new Client(app.origin, newClient());
        const email = newEmail("pooled");
        await client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email });
        await signInByLink(client, linkIn(await mailTo(app, email)));
        for (let turn = 0; turn < 5; turn++)
          expect(JSON.parse((await client.get("/api/auth/session")).body)).toMatchObject({ user: { email } });
      }),
    );
    expect(await app.log()).not.toMatch(/error/i);
  } finally {
    await app.stop();
    await pooler.stop();
  }
});
