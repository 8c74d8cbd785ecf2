// PostgreSQL over TLS, as DATABASE_URL requires.

import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { dirname } from "node:path";
import { startApp } from "../../../tests/support/app.ts";
import { startPostgreSql } from "../../../tests/support/postgresql/server.ts";
import { expect, test } from "../../../tests/support/test.ts";
import { newCertificate } from "../support/nginx.ts";

test("a server with sslmode=verify-full starts only if the certificate is that of the host", async () => {
  const { certificate, key } = newCertificate("localhost");
  chmodSync(dirname(key), 0o755);
  // PostgreSQL accepts a key that its own user owns, or that root owns and its group may read.
  spawnSync("chown", ["postgres", key, certificate]);
  chmodSync(key, 0o600);
  const server = await startPostgreSql("ssl=on", `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`);
  const start = (hostname: string, options: string) => {
    const DATABASE_URL = Object.assign(new URL(server.url), {
      hostname,
      search: `?sslmode=verify-full${options}`,
    }).href;
    return startApp(undefined, { DATABASE_URL });
  };
  try {
    await expect(start("localhost", "")).rejects.toThrow("cannot be used: self-signed certificate");
    await expect(start("127.0.0.1", `&sslrootcert=${certificate}`)).rejects.toThrow(
      "cannot be used: Hostname/IP does not",
    );
    const app = await start("localhost", `&sslrootcert=${certificate}`);
    const sql =
      "SELECT COUNT(*) AS count FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid) WHERE NOT ssl AND client_port > 0";
    expect(app.database.prepare(sql).get()).toEqual({ count: 0 });
    await app.stop();
  } finally {
    await server.stop();
  }
});
