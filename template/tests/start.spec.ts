// The production build if it cannot start: one plain message and exit code 1. And its messages while it runs and stops.

import { spawn, spawnSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { ended, freePort, root } from "../../tests/support/app.ts";
import { copyProject } from "../../tests/support/copies.ts";
import { temporaryFolder } from "../../tests/support/temporary.ts";
import { expect, test } from "../../tests/support/test.ts";

let folder: string;
let port: number;

test.beforeEach(async () => {
  folder = temporaryFolder();
  port = await freePort();
});

/** Starts the server in the folder. Variables that are not given have working values. */
function spawnServer(env: Record<string, string>) {
  const working = {
    PATH: process.env.PATH,
    PORT: String(port),
    HOST: "localhost",
    AUTH_SECRET: "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e",
    AUTH_URL: `http://localhost:${port}`,
    EMAIL_SERVER: "smtp://localhost:1025",
    EMAIL_FROM: "sign-in@example.org",
  };
  const child = spawn(process.execPath, [join(root, ".output/server/index.mjs")], {
    cwd: folder,
    env: { ...working, ...env },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  return { child, said: () => said, closed: new Promise((resolve) => child.once("close", resolve)) };
}

const ask = (path: string) => fetch(`http://localhost:${port}${path}`).then(({ status }) => status, String);

/** Starts the server with settings that it should refuse, and waits for its exit. */
async function expectRefusal(env: Record<string, string>, words: string): Promise<void> {
  const { child, said, closed } = spawnServer(env);
  // A server that starts nevertheless is stopped, and the test fails.
  const timer = setTimeout(() => child.kill("SIGKILL"), 60_000);
  const code = await closed;
  clearTimeout(timer);
  expect(said().split(words), said()).toHaveLength(2);
  expect(said()).toContain("The server does not start");
  expect(said()).not.toMatch(/^\s+at |Error:|Node\.js v/m);
  expect(code).toBe(1);
}

for (const [what, env, words] of [
  ["a host that is not this machine", { HOST: "192.0.2.250" }, "cannot listen on 192.0.2.250"],
  ["a port that is not a number", { PORT: "http" }, "PORT must be a number"],
  ["a database below a file", { DATABASE_URL: "file:./file/app.db" }, "file:./file/app.db cannot be used"],
  ["a database that is another file", { DATABASE_URL: "file:./file" }, "file:./file cannot be used"],
] as const)
  test(`a server with ${what} does not start, and reports it once`, async () => {
    writeFileSync(join(folder, "file"), "This is no database. ".repeat(100));
    await expectRefusal(env, words);
  });

test("a server whose port is in use does not start, and reports it once", async () => {
  const other = createServer().listen(port, "localhost");
  try {
    await expectRefusal({}, `Port ${port} is already in use`);
  } finally {
    await new Promise((resolve) => other.close(resolve));
  }
});

test("DATABASE_MIGRATIONS=check refuses to start while migrations are pending, and applies none; after `only` it starts", async () => {
  const check = { DATABASE_URL: "file:./app.db", DATABASE_MIGRATIONS: "check" };
  for (const _ of [1, 2]) await expectRefusal(check, "Start once with DATABASE_MIGRATIONS=only");
  expect(await spawnServer({ ...check, DATABASE_MIGRATIONS: "only" }).closed).toBe(0);
  const { child } = spawnServer(check);
  await expect.poll(() => ask("/api/health")).toBe(200);
  child.kill("SIGKILL");
  await ended(child);
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
    await expect.poll(() => ask("/api/health")).toBe(200);
  } finally {
    // The processes of a start: npm, its shell, and the server below them.
    if (server.pid && process.platform !== "win32") process.kill(-server.pid, "SIGKILL");
    await ended(server);
  }
});
