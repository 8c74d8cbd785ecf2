// Moving from SQLite to PostgreSQL, and the backup there, with the commands of docs/database.md.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root, startApp } from "../../support/app.ts";
import { Client, signInByLink } from "../../support/client.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { expect, linkIn, mailTo, newAddress, newClient, test } from "../../support/test.ts";
import { sharedDatabase } from "../support/server.ts";

function run(script: string, databaseUrl: string, ...args: string[]) {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "scripts", script), ...args], {
    cwd: root,
    encoding: "utf8",
    env,
  });
  return { status, output: stdout + stderr };
}

test("users who signed in on SQLite are still signed in on PostgreSQL, and on a restored backup of it", async () => {
  const file = `file:${join(temporaryFolder(), "app.db")}`;
  const url = await sharedDatabase();
  const email = newAddress();
  const before = await startApp(undefined, { DATABASE_URL: file });
  const client = new Client(before.origin, newClient());
  await client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email });
  await signInByLink(client, linkIn(await mailTo(before, email)));
  await before.stop();

  expect(run("migrate.ts", url).status).toBe(0);
  const moved = run("move.ts", file, url);
  expect(moved.status, moved.output).toBe(0);
  expect(moved.output).toContain("User: 1\n");
  // A second run would mix two databases.
  expect(run("move.ts", file, url).output).toContain("The new database is not empty");

  const restored = await sharedDatabase();
  const folder = temporaryFolder();
  const shell = (command: string, DATABASE_URL: string) =>
    spawnSync(command, { shell: true, cwd: folder, env: { ...process.env, DATABASE_URL }, encoding: "utf8" });
  expect(shell('pg_dump --format=custom --file=app.dump "$DATABASE_URL"', url)).toMatchObject({
    status: 0,
    stderr: "",
  });
  expect(shell('pg_restore --dbname="$DATABASE_URL" app.dump', restored)).toMatchObject({ status: 0, stderr: "" });

  const after = await startApp(undefined, { DATABASE_URL: restored });
  try {
    const visitor = new Client(after.origin, newClient());
    visitor.cookies.set("authjs.session-token", client.sessionToken ?? "");
    expect(JSON.parse((await visitor.get("/api/auth/session")).body)).toMatchObject({ user: { email } });
  } finally {
    await after.stop();
  }
});
