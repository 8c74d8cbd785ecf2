// solid-authjs as others get it, in applications that were not made from this template.

import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, type Page } from "@playwright/test";
import { migrationBetween } from "database-engines/tools";
import { simulatedGitHub } from "../../../scripts/dev/github.ts";
import { type Mailbox, openMailbox } from "../../../scripts/dev/mailbox.ts";
import { CREDENTIALS, ended, freePort, killGroup, root, SECRET } from "../../../tests/support/app.ts";
import { type Peer, serveFetch } from "../../../tests/support/peer.ts";
import { atExit } from "../../../tests/support/temporary.ts";

export const EXAMPLE = join(root, "packages/solid-authjs/example");
export const INSTALL = "npm install --prefer-offline --no-audit --no-fund --ignore-scripts";
/** The line of the example that signs in at github.com, and the same at the simulation. */
const GITHUB = ["[GitHub", "[GitHub({ enterprise: { baseUrl: process.env.GITHUB_URL } })"] as const;
const DATABASE = "app.db";

const ENV: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  // Prisma generates without its schema engine, but would download it. Any other file as the engine avoids that.
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
};

interface Outcome {
  status: number | null;
  said: string;
}

/** Runs a command as in a shell. */
export function run(command: string, cwd: string): Outcome {
  const { status, stdout, stderr } = spawnSync(command, { cwd, env: ENV, shell: true, encoding: "utf8" });
  return { status, said: `${stdout}${stderr}` };
}

export function mustRun(command: string, cwd: string): string {
  const { status, said } = run(command, cwd);
  if (status !== 0) throw new Error(`${command} failed:\n${said.slice(-8000)}`);
  return said;
}

/** Adds files of the example, without those that change it further, and with the simulation in place of github.com. */
export function addFiles(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  for (const further of ["solid-2", "with-prisma"]) rmSync(join(to, further), { recursive: true, force: true });
  if (existsSync(join(from, "src/auth.ts"))) edit(join(to, "src/auth.ts"), GITHUB);
}

export function edit(file: string, [from, to]: readonly [string, string]): void {
  const source = readFileSync(file, "utf8");
  expect(source).toContain(from);
  writeFileSync(file, source.replace(from, to));
}

/** The servers at which a bare application signs in. */
export interface Peers {
  gitHub: Peer;
  mailbox: Mailbox;
}

export async function openPeers(): Promise<Peers> {
  return {
    gitHub: await serveFetch(simulatedGitHub({ basePath: "", ...CREDENTIALS })),
    mailbox: await openMailbox(),
  };
}

/** @param peers undefined if they could not be opened */
export async function closePeers(peers: Peers | undefined): Promise<void> {
  await peers?.gitHub.close();
  await peers?.mailbox.close();
}

/** Starts an application, and stops it after the calls. */
export async function withServer(
  folder: string,
  { gitHub, mailbox }: Peers,
  use: (origin: string) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const child = spawn("npm start", {
    cwd: folder,
    shell: true,
    detached: process.platform !== "win32",
    env: {
      ...ENV,
      NODE_ENV: "",
      HOST: "localhost",
      PORT: String(port),
      AUTH_URL: origin,
      AUTH_SECRET: SECRET,
      AUTH_GITHUB_ID: CREDENTIALS.clientId,
      AUTH_GITHUB_SECRET: CREDENTIALS.clientSecret,
      GITHUB_URL: gitHub.url,
      EMAIL_SERVER: mailbox.url,
      EMAIL_FROM: "sign-in@example.org",
      DATABASE_URL: `file:${join(folder, DATABASE)}`,
    },
  });
  atExit(() => killGroup(child));
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  child.stderr.on("data", (chunk) => (said += chunk));
  try {
    await expect.poll(() => fetch(origin).then(({ status }) => status, String), { timeout: 60_000 }).toBe(200);
    await use(origin);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\nThe server said:\n${said}`, { cause: error });
  } finally {
    killGroup(child);
    await ended(child);
  }
}

/** Creates the tables of an application's Prisma schema. */
export async function createTables(folder: string): Promise<void> {
  const database = new DatabaseSync(join(folder, DATABASE));
  const schema = readFileSync(join(folder, "prisma/schema.prisma"), "utf8");
  database.exec((await migrationBetween("sqlite", "", schema)) ?? "");
  database.close();
}

/** Signs in with the form of the example's page. */
export async function signInWithGitHub(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await page.getByRole("button", { name: "Sign in with GitHub" }).click();
  await page.getByRole("button", { name: "Continue as Ada Lovelace" }).click();
  await expect(page.getByText("Signed in as ada@example.com")).toBeVisible();
  expect(await (await page.request.get(origin)).text()).toContain("ada@example.com");
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Sign in with GitHub" })).toBeVisible();
  expect(await (await page.request.get(new URL("/api/auth/session", page.url()).href)).json()).toBeNull();
}
