// The production build if it cannot start: one plain message and exit code 1. And its messages while it runs and stops.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { ended, freePort, root, SECRET, startApp } from "../../tests/support/app.ts";
import { copyProject } from "../../tests/support/copies.ts";
import { temporaryFolder } from "../../tests/support/temporary.ts";
import { expect, test } from "../../tests/support/test.ts";

let folder: string;
let port: number;

test.beforeEach(async () => {
  folder = temporaryFolder();
  port = await freePort();
});

/** Starts a server in the folder that ends by itself. Variables that are not given have working values. */
function run(env: Record<string, string>) {
  const working = {
    PATH: process.env.PATH,
    PORT: String(port),
    HOST: "localhost",
    AUTH_SECRET: SECRET,
    AUTH_URL: `http://localhost:${port}`,
    EMAIL_SERVER: "smtp://localhost:1025",
    EMAIL_FROM: "sign-in@example.org",
  };
  const options = { cwd: folder, env: { ...working, ...env }, encoding: "utf8", timeout: 60_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, ".output/server/index.mjs")], options);
  return { status, said: stdout + stderr };
}

function expectRefusal(env: Record<string, string>, words: string): void {
  const { status, said } = run(env);
  expect(said.split(words), said).toHaveLength(2);
  expect(said).toContain("The server does not start");
  expect(said).not.toMatch(/^\s+at |Error:|Node\.js v/m);
  expect(status).toBe(1);
}

for (const [what, env, words] of [
  ["a host that is not this machine", { HOST: "192.0.2.250" }, "cannot listen on 192.0.2.250"],
  ["a port that is not a number", { PORT: "http" }, "PORT must be a number"],
  ["a database below a file", { DATABASE_URL: "file:./file/app.db" }, "file:./file/app.db cannot be used"],
  ["a database that is another file", { DATABASE_URL: "file:./file" }, "file:./file cannot be used"],
] as const)
  test(`a server with ${what} does not start, and reports it once`, () => {
    writeFileSync(join(folder, "file"), "This is no database. ".repeat(100));
    expectRefusal(env, words);
  });

test("a server whose port is in use does not start, and reports it once", async () => {
  const other = createServer().listen(port, "localhost");
  await once(other, "listening");
  expectRefusal({}, `Port ${port} is already in use`);
  other.close();
});

test("DATABASE_MIGRATIONS=check refuses to start while migrations are pending, and applies none; after `only` it starts", async () => {
  const check = { DATABASE_URL: `file:${join(folder, "app.db")}`, DATABASE_MIGRATIONS: "check" };
  for (const _ of [1, 2]) expectRefusal(check, "Start once with DATABASE_MIGRATIONS=only");
  expect(run({ ...check, DATABASE_MIGRATIONS: "only" }).status).toBe(0);
  await (await startApp(root, check)).stop();
});

test("npm start runs the build with the lines for .env that it has asked for", async () => {
  const copy = copyProject("npm-start");
  symlinkSync(join(root, ".output"), join(copy, ".output"), "junction");
  const npmStart = { cwd: copy, shell: true, env: { PATH: process.env.PATH, PORT: String(port) } };
  const { stderr } = spawnSync("npm start", { ...npmStart, encoding: "utf8" });
  const lines = [...stderr.matchAll(/^ {2}([A-Z_]+=.*)$/gm)].map(([, line = ""]) => line);
  expect(lines).toHaveLength(5);
  const filledIn = (line: string) =>
    line.replace(/<the output of: (.*)>/, (_, command) => spawnSync(command, { shell: true, encoding: "utf8" }).stdout);
  writeFileSync(join(copy, ".env"), lines.map(filledIn).join("\n"));

  const server = spawn("npm start", { ...npmStart, detached: process.platform !== "win32" });
  try {
    const health = () => fetch(`http://localhost:${port}/api/health`).then(({ status }) => status, String);
    await expect.poll(health).toBe(200);
  } finally {
    // The processes of a start: npm, its shell, and the server below them.
    if (server.pid && process.platform !== "win32") process.kill(-server.pid, "SIGKILL");
    await ended(server);
  }
});
