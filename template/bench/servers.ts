// The servers that are compared: this application, and two references. Each is a production server with a database file
// of its own.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import packageJson from "../../package.json" with { type: "json" };
import { ended, freePort, root, SECRET } from "../../tests/support/app.ts";
import { atExit, temporaryFolder } from "../../tests/support/temporary.ts";

const USERS = 1_000;
/** The first of them have what a user may have after years: a provider, passkeys, and sessions on several devices. */
export const RICH_USERS = 100;
export const RICH_SESSIONS = 10;
export const RICH_PASSKEYS = 3;
/** The sessions of other users in the crowded database. */
export const FURTHER_SESSIONS = 100_000;
const SESSION_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 5;

/** What was measured goes here. Git ignores it. */
export const output = join(import.meta.dirname, ".output");

/** Node's flags in `npm start`. */
const startFlags = packageJson.scripts.start.match(/--max-\S+/g) ?? [];
const application = {
  script: join(root, ".output/server/index.mjs"),
  flags: [...startFlags],
  // As `npm start` does.
  env: { NODE_COMPILE_CACHE: join(root, ".output/cache"), NODE_COMPILE_CACHE_PORTABLE: "1" },
};

export const SERVERS = {
  application: { label: "this application", ...application },
  crowded: { label: "with 101,000 sessions", ...application },
  stock: { label: "stock", script: join(import.meta.dirname, "stock/.output/server/index.mjs"), flags: [] },
  look: { label: "stock with our page", script: join(import.meta.dirname, "look/.output/server/index.mjs"), flags: [] },
  floor: { label: "floor", script: join(import.meta.dirname, "floor.ts"), flags: [] },
};

export type ServerName = keyof typeof SERVERS;

export const SERVER_NAMES = Object.keys(SERVERS) as ServerName[];

/** A user of the databases, signed in. */
export interface User {
  email: string;
  /** The value of the session cookie. */
  token: string;
}

export interface Server {
  origin: string;
  pid: number;
  /** The time from the start of the process to the first page, in milliseconds. */
  startMs: number;
  stop: () => Promise<void>;
}

/** Generates what both builds need. */
export function prepare(): void {
  runNode(root, join(root, "scripts/prepare.ts"));
}

/**
 * Builds this application and the references.
 *
 * @param isNew false builds only what has no build yet
 */
export function build(isNew: boolean): void {
  for (const folder of [root, join(import.meta.dirname, "stock"), join(import.meta.dirname, "look")])
    if (isNew || !existsSync(join(folder, ".output/server/index.mjs"))) {
      console.log(`building ${folder}`);
      runNode(folder, join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error");
      if (folder === root) runNode(root, ...startFlags, "scripts/compile-cache.mjs");
    }
}

function runNode(cwd: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`node ${args.join(" ")} failed in ${cwd}:\n${stdout}\n${stderr}`);
}

/**
 * Makes the databases, with the same users. The application stores only hashes of session tokens, Auth.js the tokens
 * themselves.
 *
 * @param application the script of its build
 * @param further how many more users and sessions the crowded database has
 */
export async function seedDatabases(
  application: string,
  further = 0,
): Promise<{ files: Record<ServerName, string>; users: User[] }> {
  const folder = temporaryFolder();
  const empty = join(folder, "empty.db");
  // The application applies its migrations when it starts.
  await (await startServer(application, empty)).stop();
  const users = Array.from({ length: USERS }, (_, index) => newUser(index));
  const others = Array.from({ length: further }, (_, index) => newUser(USERS + index));
  const copy = (name: string, rows: User[], store: (token: string) => string) => {
    const file = join(folder, `${name}.db`);
    const source = new DatabaseSync(empty);
    source.exec(`VACUUM INTO '${file}'`);
    source.close();
    insert(file, rows, store);
    return file;
  };
  const stock = copy("stock", users, (token) => token);
  const files = {
    application: copy("application", users, hash),
    crowded: copy("crowded", [...users, ...others], hash),
    stock,
    look: stock,
    floor: stock,
  };
  return { files, users };
}

function newUser(index: number): User {
  return { email: `user-${index}@bench.example`, token: randomBytes(32).toString("hex") };
}

function hash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function insert(file: string, users: User[], store: (token: string) => string): void {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; BEGIN");
  const addUser = database.prepare(`INSERT INTO "User" ("id", "email", "emailVerified") VALUES (?, ?, ?)`);
  const addSession = database.prepare(
    `INSERT INTO "Session"
     ("id", "sessionToken", "userId", "expires", "createdAt", "authenticatedAt", "lastSeenAt", "userAgent")
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addAccount = database.prepare(
    `INSERT INTO "Account" ("id", "userId", "type", "provider", "providerAccountId", "label") VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const addPasskey = database.prepare(
    `INSERT INTO "Authenticator" ("credentialID", "userId", "providerAccountId", "credentialPublicKey", "counter",
     "credentialDeviceType", "credentialBackedUp", "name", "createdAt") VALUES (?, ?, ?, '', 0, 'multiDevice', 1, ?, ?)`,
  );
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  const now = ago(0);
  const expires = ago(-SESSION_DAYS);
  for (const [index, { email, token }] of users.entries()) {
    const id = newId();
    addUser.run(id, email, now);
    addSession.run(id, store(token), id, expires, now, now, now, userAgent(0, index));
    if (index >= RICH_USERS) continue;
    for (let days = 1; days < RICH_SESSIONS; days++)
      addSession.run(newId(), newId(), id, expires, ago(days), ago(days), ago(days / 2), userAgent(days, index));
    addAccount.run(newId(), id, "oauth", "github", id, `user-${index}`);
    for (let number = 1; number <= RICH_PASSKEYS; number++) {
      const credential = randomBytes(32).toString("base64");
      addAccount.run(newId(), id, "webauthn", "passkey", credential, null);
      addPasskey.run(credential, id, credential, `Passkey ${number}`, ago(number));
    }
  }
  database.exec("COMMIT");
  database.close();
}

function newId(): string {
  return randomBytes(12).toString("hex");
}

/** Browsers say little more than their kind and a version, of which some dozens are about. */
function userAgent(device: number, user: number): string {
  const version = 100 + (user % 40);
  const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";
  const kinds = [
    `Windows NT 10.0; Win64; x64) ${webKit} Chrome/${version}.0.0.0 Safari/537.36`,
    `Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/${version}.0.0.0 Safari/537.36`,
    `X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`,
    `iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webKit} Version/18.${version % 10} Mobile/15E148 Safari/604.1`,
    `Linux; Android 10; K) ${webKit} Chrome/${version}.0.0.0 Mobile Safari/537.36`,
  ];
  return `Mozilla/5.0 (${kinds[device % kinds.length]}`;
}

/** @returns the variables of each server */
function environment(file: string, port: number): Record<string, string | undefined> {
  return {
    PATH: process.env.PATH,
    HOST: "127.0.0.1",
    PORT: String(port),
    AUTH_URL: `http://127.0.0.1:${port}`,
    AUTH_SECRET: SECRET,
    DATABASE_URL: `file:${file}`,
    // All sign-in methods are offered. Nothing is sent to either.
    EMAIL_SERVER: "smtp://127.0.0.1:1025",
    EMAIL_FROM: "sign-in@example.org",
    AUTH_GITHUB_ID: "bench",
    AUTH_GITHUB_SECRET: "bench",
  };
}

/**
 * Starts a server and waits for its first page.
 *
 * @param file of its database
 * @param options `flags` of Node; `env`: further variables
 */
export async function startServer(
  script: string,
  file: string,
  { flags = [], env: further = {} }: { flags?: string[]; env?: Record<string, string | undefined> } = {},
): Promise<Server> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = { ...environment(file, port), ...further };
  const begun = performance.now();
  const child = spawn(process.execPath, [...flags, script], { env, stdio: ["ignore", "pipe", "pipe"] });
  atExit(() => child.kill("SIGKILL"));
  let log = "";
  child.stdout.on("data", (chunk) => (log += chunk));
  child.stderr.on("data", (chunk) => (log += chunk));
  if (!(await hasAnswered(origin, child))) throw new Error(`${script} did not start:\n${log}`);
  return { origin, pid: child.pid ?? 0, startMs: performance.now() - begun, stop: () => ended(child) };
}

async function hasAnswered(origin: string, child: ChildProcess): Promise<boolean> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const response = await fetch(origin).catch(() => undefined);
    if (response?.ok && (await response.text()).includes("<h1")) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}
