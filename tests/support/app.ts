// The application as it runs in production: the build, started by itself with a database file, a mail server and a GitHub of
// its own. Nothing here touches the project's .env or data/.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { simulatedGitHub } from "../../scripts/dev/github.ts";
import { type Mailbox, openMailbox } from "../../scripts/dev/mailbox.ts";
import { serveFetch } from "./peer.ts";

export const root = join(import.meta.dirname, "../..");
const START_TIMEOUT_MS = 20_000;
const WAIT_TIMEOUT_MS = 5_000;

/** Of the application at its GitHub. */
export const CREDENTIALS = { clientId: "tests", clientSecret: "a secret between the tests and their GitHub" };

export interface App {
  origin: string;
  /** The server's process. */
  pid: number;
  database: DatabaseSync;
  mailbox: Mailbox;
  /** While true, the mail server refuses every mail. */
  refuseMail: boolean;
  /** All that the server has written to standard output and standard error. */
  log: () => string;
  /** Asks the server to stop, as an operator does, and waits until it has. */
  terminate: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * @param folder where the build's `.output` is
 * @param env variables on top of a working environment; undefined takes one out
 */
export async function startApp(folder = root, env: Record<string, string | undefined> = {}): Promise<App> {
  const data = mkdtempSync(join(tmpdir(), "solid-auth-"));
  const mailbox = await openMailbox({ reject: () => app.refuseMail });
  const gitHub = await serveFetch(simulatedGitHub({ basePath: "", ...CREDENTIALS }));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const file = join(data, "app.db");

  const server = spawn(process.execPath, [join(folder, ".output/server/index.mjs")], {
    // Elsewhere than the project: `.output` must not need anything beside it, nor find a .env.
    cwd: data,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: "localhost",
      AUTH_SECRET: "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e",
      AUTH_URL: origin,
      DATABASE_URL: `file:${file}`,
      EMAIL_SERVER: mailbox.url,
      EMAIL_FROM: "sign-in@example.org",
      AUTH_GITHUB_ID: CREDENTIALS.clientId,
      AUTH_GITHUB_SECRET: CREDENTIALS.clientSecret,
      AUTH_GITHUB_URL: gitHub.url,
      // Each test comes from an address of its own, as visitors do: what is counted for one is not for another.
      TRUST_PROXY: "1",
      ...env,
    },
  });
  let log = "";
  server.stdout.on("data", (chunk) => (log += chunk));
  server.stderr.on("data", (chunk) => (log += chunk));
  await untilItAnswers(`${origin}/api/health`, server, () => log);

  const database = new DatabaseSync(file);
  database.exec("PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON");
  const app: App = {
    origin,
    pid: server.pid ?? 0,
    database,
    mailbox,
    refuseMail: false,
    log: () => log,
    async terminate() {
      const exit = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await exit;
    },
    async stop() {
      database.close();
      await ended(server);
      await gitHub.close();
      await mailbox.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
  return app;
}

async function untilItAnswers(url: string, server: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline && server.exitCode === null) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The server did not come up:\n${log()}`);
}

/** @returns what a look-up finds, as soon as it finds something */
export async function waitFor<T>(what: string, find: () => T | undefined): Promise<T> {
  const deadline = Date.now() + WAIT_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const found = find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`There is no ${what}.`);
}

/** Ends a process and waits for it. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await exit;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "localhost");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
