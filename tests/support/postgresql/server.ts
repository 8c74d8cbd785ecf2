// A throw-away PostgreSQL server in a temporary folder, from the programs on this machine.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "../free-port.ts";
import { atExit, temporaryFolder } from "../temporary.ts";

const START_TIMEOUT_MS = 30_000;

/** The variable in which a run of the tests keeps the URL of its server. */
export const POSTGRESQL_VARIABLE = "TEST_POSTGRESQL_URL";

const NO_PROGRAMS =
  `The tests need PostgreSQL, and it is not on this machine. On Debian: apt-get install postgresql. ` +
  `Or name a server on which they may create databases: ${POSTGRESQL_VARIABLE}=postgresql://user:password@host:5432/postgres`;

export interface PostgreSql {
  /** The URL of the database "postgres", for the superuser. */
  url: string;
  /** Starts the server again after `stop`. */
  start: () => Promise<void>;
  /** Ends it as an operator does: connections are cut, nothing is lost. */
  stop: () => Promise<void>;
  /** Stops all its processes where they are: connections stay open, and nothing is answered. */
  freeze: () => void;
  /** Lets the connections go on after `freeze`. */
  thaw: () => void;
}

const DEBIAN_FOLDER = "/usr/lib/postgresql";

/** @returns the folder of initdb and postgres; undefined if PostgreSQL is not on this machine */
function postgreSqlPrograms(): string | undefined {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a)) : [];
  const config = spawnSync("pg_config", ["--bindir"], { encoding: "utf8" }).stdout?.trim() ?? "";
  return [...versions.map((version) => join(DEBIAN_FOLDER, version, "bin")), config].find(
    (folder) => folder && ["initdb", "postgres"].every((program) => existsSync(join(folder, program))),
  );
}

/** PostgreSQL refuses to run as root. @returns the user of Debian's package in that case */
function postgreSqlUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

export const isPostgreSqlHere = () => postgreSqlPrograms() !== undefined;

/** @returns the names of Debian's packages that the tests on PostgreSQL need and this machine lacks */
export function missingPackages(): string[] {
  const missing = ["nginx", "pgbouncer"].filter((program) => spawnSync(program, ["-V"]).error);
  return postgreSqlPrograms() ? missing : ["postgresql", ...missing];
}

/**
 * @param settings in addition, such as `fsync=on`, which is slower, but keeps committed data through a power failure
 */
export async function startPostgreSql(...settings: string[]): Promise<PostgreSql> {
  const programs = postgreSqlPrograms();
  if (!programs) throw new Error(NO_PROGRAMS);
  const user = postgreSqlUser();
  const folder = join(temporaryFolder(), "cluster");
  mkdirSync(folder, { mode: 0o700 });
  openParents(folder, user);
  const init = spawnSync(
    join(programs, "initdb"),
    ["-D", folder, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync"],
    { ...user, encoding: "utf8", cwd: folder },
  );
  if (init.status !== 0) throw new Error(`initdb failed:\n${init.stdout}\n${init.stderr}`);

  const port = await freePort();
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const all = [
    "fsync=off",
    // Autovacuum would connect to the database that the tests copy, and PostgreSQL copies none that is in use.
    "autovacuum=off",
    "max_connections=300",
    "unix_socket_directories=",
    "listen_addresses=127.0.0.1",
    ...settings,
  ];
  let child: ChildProcess;

  async function start() {
    const args = ["-D", folder, "-p", String(port), ...all.flatMap((setting) => ["-c", setting])];
    child = spawn(join(programs ?? "", "postgres"), args, {
      ...user,
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let log = "";
    child.stderr?.on("data", (chunk) => (log += chunk));
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await answers(url))) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${log}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function stop() {
    if (child.exitCode !== null) return;
    const exit = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGINT");
    await exit;
  }

  /** Each connection has a process of its own. */
  function signalAll(signal: "SIGSTOP" | "SIGCONT"): void {
    const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(child.pid)], { encoding: "utf8" });
    for (const pid of [child.pid, ...stdout.split("\n")]) if (Number(pid)) process.kill(Number(pid), signal);
  }

  atExit(() => child?.kill("SIGQUIT"));
  await start();
  return { url, start, stop, freeze: () => signalAll("SIGSTOP"), thaw: () => signalAll("SIGCONT") };
}

/** Gives the folder, and the temporary one that it is in, to the user of the server. */
function openParents(folder: string, { uid, gid }: { uid?: number; gid?: number }): void {
  if (uid === undefined || gid === undefined) return;
  for (const path of [folder, join(folder, "..")]) chownSync(path, uid, gid);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Several processes, and several lives of this module in one, share a server. */
const newName = (kind: string) => `${kind}_${randomBytes(8).toString("hex")}`;

/**
 * @param server the URL of any database of the server
 * @param template the name of the database to copy, to which nothing may be connected
 * @returns the URL of a new database
 */
export async function newPostgreSqlDatabase(server: string, template = "template0"): Promise<string> {
  const name = newName("test");
  const at = (database: string) => Object.assign(new URL(server), { pathname: `/${database}` }).href;
  const client = new pg.Client({ connectionString: at("postgres") });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  } finally {
    await client.end();
  }
  return at(name);
}

/**
 * @returns the URL of a database for a new role, which may only use a schema of its own name, as hosting services give
 */
export async function asRoleWithSchema(url: string): Promise<string> {
  const name = newName("role");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `CREATE ROLE "${name}" LOGIN PASSWORD '${name}'; CREATE SCHEMA "${name}" AUTHORIZATION "${name}"`,
    );
  } finally {
    await client.end();
  }
  return Object.assign(new URL(url), { username: name, password: name }).href;
}
