// The application as in production: the build, started with its own database, mail server and GitHub. Nothing here
// touches the project's .env or data/.

import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { simulatedGitHub } from "../../scripts/dev/github.ts";
import { type Mailbox, openMailbox } from "../../scripts/dev/mailbox.ts";
import { engine, openRows } from "./engines.ts";
import { freePort } from "./free-port.ts";
import { serveFetch } from "./peer.ts";
import { readLog, type ServerLog } from "./server-log.ts";
import { atExit, temporaryFolder } from "./temporary.ts";
import type { Rows } from "./test-engine.ts";
import { waitFor } from "./wait-for.ts";

export { freePort, waitFor };

export const root = join(import.meta.dirname, "../..");
const START_TIMEOUT_MS = 60_000;

/** The server's message when it listens. */
const LISTENING = /listening on/i;

/** The application's. */
export const SECRET = "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e";

/** The application's credentials at its GitHub. */
export const CREDENTIALS = { clientId: "tests", clientSecret: "a secret between the tests and their GitHub" };

export interface App extends ServerLog {
  origin: string;
  /** The server's process. */
  pid: number;
  /** Reads and writes the rows of its database. */
  database: Rows;
  databaseUrl: string;
  mailbox: Mailbox;
  /** Whether the mail server refuses every mail. */
  refuseMail: boolean;
  /** The exit code, once the server has ended by itself; null if a signal has ended it. */
  exit: Promise<number | null>;
  /** Stops the server as an operator does, and waits for its exit. */
  terminate: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * @param folder the folder of the build's `.output`
 * @param env variables added to a working environment; undefined removes one
 */
export async function startApp(folder = root, env: Record<string, string | undefined> = {}): Promise<App> {
  const mailbox = await openMailbox({ reject: () => (app.refuseMail ? "550 Refused" : undefined) });
  const gitHub = await serveFetch(simulatedGitHub({ basePath: "", ...CREDENTIALS }));
  const data = temporaryFolder();
  const databaseUrl = env.DATABASE_URL ?? (await engine.newDatabase(join(data, "users")));
  const common = {
    PATH: process.env.PATH,
    HOST: "localhost",
    AUTH_SECRET: SECRET,
    DATABASE_URL: databaseUrl,
    EMAIL_SERVER: mailbox.url,
    EMAIL_FROM: "sign-in@example.org",
    AUTH_GITHUB_ID: CREDENTIALS.clientId,
    AUTH_GITHUB_SECRET: CREDENTIALS.clientSecret,
    AUTH_GITHUB_URL: gitHub.url,
    // Each test has its own client IP, as visitors do, so tests do not share rate limits.
    TRUST_PROXY: "1",
  };
  const { child, origin, ...log } = await startServer(folder, data, (origin) => ({
    ...common,
    AUTH_URL: origin,
    ...env,
  }));

  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const database = openRows(databaseUrl);
  const app: App = {
    origin,
    pid: child.pid ?? 0,
    database,
    databaseUrl,
    mailbox,
    refuseMail: false,
    ...log,
    exit,
    async terminate() {
      child.kill("SIGTERM");
      await exit;
    },
    async stop() {
      database.close();
      await ended(child);
      await gitHub.close();
      await mailbox.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
  return app;
}

interface Server extends ServerLog {
  child: ChildProcess;
  origin: string;
}

/** Starts on a free port, unless the test has chosen one. */
async function startServer(
  folder: string,
  cwd: string,
  env: (origin: string) => Record<string, string | undefined>,
): Promise<Server> {
  const port = Number(env("").PORT) || (await freePort());
  const origin = `http://localhost:${port}`;
  // Outside of the project: `.output` must not need other files, nor find a .env.
  const command = [join(folder, ".output/server/index.mjs")];
  const child = spawn(process.execPath, command, { cwd, env: { ...env(origin), PORT: String(port) } });
  atExit(() => child.kill("SIGKILL"));
  const log = readLog(child, origin);
  if (await isUp(`${origin}/api/health`, child, log.arrived)) return { child, origin, ...log };
  await ended(child);
  throw new Error(`The server did not come up:\n${log.arrived()}`);
}

/**
 * Whether the server responds, after waiting. Before it reports that it listens, another server on the port might
 * respond.
 */
async function isUp(url: string, server: ChildProcess, log: () => string): Promise<boolean> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline && server.exitCode === null) {
    if (LISTENING.test(log()) && (await fetch(url).catch(() => undefined))?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

/** @returns the entries of a part of the log, without the line that each request has */
export function withoutRequests(log: string): string[] {
  return log.split(/^(?=\S)/m).filter((entry) => !/^\S+ info [A-Z]+ \S+ \d{3} in /.test(entry));
}

/**
 * Kills a command of npm's with the processes below it. It was started "detached", so they are a group of their own.
 */
export function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid && exitCode === null && signalCode === null && process.platform !== "win32") process.kill(-pid, "SIGKILL");
}

/** Ends a process and waits for it. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await exit;
}
