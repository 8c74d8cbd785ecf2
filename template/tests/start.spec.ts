// The production build if it cannot start: one plain message and exit code 1. And its messages while it runs and stops.

import { spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ended, freePort, root } from "../../tests/support/app.ts";
import { Client } from "../../tests/support/client.ts";
import { copyProject } from "../../tests/support/copies.ts";
import { temporaryFolder } from "../../tests/support/temporary.ts";
import { expect, mailTo, newClient, newEmail, test } from "../../tests/support/test.ts";

/** A server that starts nevertheless is stopped, and the test fails. */
const START_TIMEOUT_MS = 60_000;

/** Running requests may finish. */
const STOP_TIMEOUT_MS = 60_000;

let folder: string;
let port: number;

test.beforeEach(async () => {
  folder = temporaryFolder();
  port = await freePort();
});

/** Starts the server in the folder. Variables that are not given have working values. */
function spawnServer(
  env: Record<string, string>,
  prefix: string[] = [],
  script = join(root, ".output/server/index.mjs"),
) {
  const [program = "", ...args] = [...prefix, process.execPath, script];
  const working = {
    PATH: process.env.PATH,
    PORT: String(port),
    HOST: "localhost",
    AUTH_SECRET: "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e",
    AUTH_URL: "http://localhost:3000",
    EMAIL_SERVER: "smtp://localhost:1025",
    EMAIL_FROM: "sign-in@example.org",
  };
  return spawn(program, args, { cwd: folder, env: { ...working, ...env } });
}

/** Starts the server with settings that it should refuse, and waits for its exit. */
async function expectRefusal(env: Record<string, string>, words: string, prefix: string[] = []): Promise<void> {
  const child = spawnServer(env, prefix);
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  child.stderr.on("data", (chunk) => (said += chunk));
  const timer = setTimeout(() => child.kill("SIGKILL"), START_TIMEOUT_MS);
  const code = await new Promise((resolve) => child.once("close", resolve));
  clearTimeout(timer);
  expect(said.split(words), said).toHaveLength(2);
  expect(said).toContain("The server does not start");
  expect(said).not.toMatch(/^\s+at |Error:|Node\.js v/m);
  expect(code).toBe(1);
}

const WRONG: [string, Record<string, string>, string][] = [
  ["a host that is not this machine", { HOST: "192.0.2.250" }, "cannot listen on 192.0.2.250"],
  ["a host that is not a name", { HOST: "no-such-host.invalid" }, "cannot listen on no-such-host.invalid"],
  ["a port that is not a number", { PORT: "http" }, "PORT must be a number"],
  ["a port that is too high", { PORT: "99999" }, "PORT must be a number"],
  ["a database below a file", { DATABASE_URL: "file:./file/app.db" }, "file:./file/app.db cannot be used"],
  ["a database that is a folder", { DATABASE_URL: "file:./folder" }, "file:./folder cannot be used"],
  ["a database that is another file", { DATABASE_URL: "file:./file" }, "file:./file cannot be used"],
];

for (const [what, env, words] of WRONG)
  test(`a server with ${what} does not start, and reports it once`, async () => {
    writeFileSync(join(folder, "file"), "This is no database. ".repeat(100));
    mkdirSync(join(folder, "folder"));
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

test("a server with a folder that is not writable does not start, and reports it once", async () => {
  // Root may write everywhere, unless that right is taken away.
  const prefix = process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-dac_override"] : [];
  chmodSync(folder, 0o555);
  try {
    await expectRefusal({ DATABASE_URL: "file:./data/app.db" }, "file:./data/app.db cannot be used", prefix);
    await expectRefusal({ DATABASE_URL: "file:./app.db" }, "file:./app.db cannot be used", prefix);
  } finally {
    chmodSync(folder, 0o755);
  }
});

test("Node 18 gets a message instead of a crash", { tag: "@night" }, async () => {
  const { status, stderr } = spawnSync("npx", ["--yes", "node@18", join(root, ".output/server/index.mjs")], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stderr).toMatch(/^ {2}- Node 18\S+ is too old/m);
  expect(status).toBe(1);
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

test("a built server starts with the compiled code of the build, also in another folder", async () => {
  cpSync(join(root, ".output/server"), join(folder, ".output/server"), { recursive: true });
  const inFolder = { cwd: folder, encoding: "utf8", env: { PATH: process.env.PATH } } as const;
  const fill = spawnSync(process.execPath, [join(root, "scripts/compile-cache.mjs")], inFolder);
  expect([fill.status, fill.stdout, fill.stderr]).toEqual([0, "", ""]);
  const moved = join(folder, "moved");
  renameSync(join(folder, ".output"), moved);

  const child = spawnServer(
    { NODE_COMPILE_CACHE: join(moved, "cache"), NODE_COMPILE_CACHE_PORTABLE: "1", NODE_DEBUG_NATIVE: "COMPILE_CACHE" },
    [],
    join(moved, "server/index.mjs"),
  );
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  try {
    await expect.poll(() => fetch(`http://localhost:${port}/`).then(({ status }) => status, String)).toBe(200);
    const compiled = [...said.matchAll(/code cache for ESM \S+\/server\/(\S+) was (.*),/g)];
    expect(compiled.map(([, file]) => file)).toContain("index.mjs");
    expect(compiled.filter(([, , what]) => what !== "accepted").map(([, file]) => file)).toEqual([]);
  } finally {
    child.kill("SIGKILL");
    await ended(child);
  }
});

test("a server whose log reader is gone keeps responding, and stops on SIGTERM", async () => {
  const child = spawnServer({ AUTH_URL: `http://localhost:${port}` });
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve) => {
      let said = "";
      child.stdout.on("data", (chunk) => {
        said += chunk;
        if (/listening on/i.test(said)) resolve();
      });
    });
    child.stdout.destroy();
    child.stderr.destroy();
    const visitor = new Client(`http://localhost:${port}`, newClient());
    // Each is a line in the log.
    for (let times = 0; times < 5; times++)
      expect((await visitor.post("/api/auth/signin/email", {})).location?.searchParams.get("error")).toBe(
        "MissingCSRF",
      );

    const exit = new Promise<string>((resolve) => child.once("exit", () => resolve("stopped")));
    child.kill("SIGTERM");
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(resolve, STOP_TIMEOUT_MS, "still running");
    });
    expect(await Promise.race([exit, late])).toBe("stopped");
  } finally {
    clearTimeout(timer);
    child.kill("SIGKILL");
  }
});

/**
 * Runs in the server. Writes which files' code has run: a line when the server begins to listen, and at each signal.
 */
const REPORT_RUN = `
  import { subscribe } from "node:diagnostics_channel";
  import { appendFileSync, readFileSync } from "node:fs";
  import { Session } from "node:inspector";
  import { fileURLToPath } from "node:url";
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage");
  function report() {
    session.post("Profiler.takePreciseCoverage", (_error, { result }) => {
      const { url, functions } = result.find(({ url }) => url.endsWith("/server/index.mjs"));
      // The build marks where the code of each file begins.
      const marks = [...readFileSync(fileURLToPath(url), "utf8").matchAll(/^\\/\\/ (\\S+\\/\\S+)$/gm)];
      const fileOf = ({ startOffset }) => marks.findLast(({ index }) => index < startOffset)?.[1];
      const run = functions.filter(({ ranges: [{ count }] }) => count > 0).map(({ ranges: [range] }) => fileOf(range));
      appendFileSync(new URL("./run", import.meta.url), [...new Set(run)].join(" ") + "\\n");
    });
  }
  subscribe("tracing:net.server.listen:asyncStart", report);
  process.on("SIGUSR2", report);
`;

/** Starts the server with that report. */
function spawnReporting() {
  const report = join(folder, "report.mjs");
  writeFileSync(report, REPORT_RUN);
  const child = spawnServer({
    AUTH_URL: `http://localhost:${port}`,
    NODE_OPTIONS: `--import=${pathToFileURL(report)}`,
  });
  const lines = () => readFileSync(join(folder, "run"), "utf8").split("\n").slice(0, -1);
  return {
    child,
    ask: (path: string) => fetch(`http://localhost:${port}${path}`).then(({ status }) => status, String),
    lines,
    /** @returns what has run since the last report */
    async reported(): Promise<string> {
      const count = lines().length;
      child.kill("SIGUSR2");
      await expect.poll(() => lines().length).toBe(count + 1);
      return lines().at(-1) ?? "";
    },
  };
}

test("the first page is sent before the libraries for passkeys, mails and colours are loaded", async () => {
  const { child, ask, lines, reported } = spawnReporting();
  try {
    await expect.poll(() => ask("/")).toBe(200);
    const run = [...lines(), await reported()].join(" ");
    expect(run).toMatch(/node_modules.@auth/);
    expect(run).not.toMatch(/node_modules.(@simplewebauthn.server|nodemailer|culori)/);
    expect(await ask("/api/auth/webauthn-options/passkey")).toBe(200);
    expect(await reported()).toMatch(/node_modules.@simplewebauthn.server/);
  } finally {
    child.kill("SIGKILL");
    await ended(child);
  }
});

test("a server that listens has loaded its pages and API routes: no first visitor waits for them", async () => {
  const { child, ask, lines, reported } = spawnReporting();
  try {
    await expect.poll(() => ask("/")).toBe(200);
    const paths = ["/sign-in", "/protected", "/api/auth/session", "/api/auth/csrf", "/robots.txt", "/nothing-here"];
    for (const path of paths) await ask(path);
    const files = (line = "") => line.split(" ").filter((file) => file.includes("/ssr/"));
    const before = new Set(files(lines()[0]));
    const later = files(await reported());
    expect(later.join()).toMatch(/robots\.txt/);
    // The code of a file that is loaded runs then for the first time.
    expect(later.filter((file) => !before.has(file))).toEqual([]);
  } finally {
    child.kill("SIGKILL");
    await ended(child);
  }
});

test("a sign-in mail and a passkey's options leave no warning in the log", async ({ app }) => {
  const before = (await app.log()).length;
  const client = new Client(app.origin, newClient());
  const email = newEmail();
  await client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email });
  await mailTo(app, email);
  await client.get("/api/auth/webauthn-options/passkey");
  // Another test's warnings may be counted in a line of their own a minute later.
  expect((await app.log()).slice(before)).not.toMatch(/ warn |warning:/i);
});
