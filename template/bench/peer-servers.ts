// The servers of the table beside other frameworks, with the same users. Two of them are installed on first use.

import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { copyFileSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SECRET } from "../../tests/support/app.ts";
import { sessionHeaders } from "./load.ts";
import { build, install, runNode, SERVERS, seedDatabases, type User } from "./servers.ts";

const SVELTEKIT = join(import.meta.dirname, "peers/sveltekit");
const TANSTACK = join(import.meta.dirname, "peers/tanstack");

interface Peer {
  label: string;
  script: string;
  flags: string[];
  env?: Record<string, string>;
  /** The route of the session. */
  session: string;
  headersOf: (user: User) => Record<string, string>;
}

export const PEERS = {
  application: { ...SERVERS.application, session: "/api/auth/session", headersOf: sessionHeaders },
  stock: { ...SERVERS.stock, session: "/api/auth/session", headersOf: sessionHeaders },
  sveltekit: {
    label: "SvelteKit 3 + Better Auth",
    script: join(SVELTEKIT, "build/index.js"),
    flags: [],
    // Without this header, SvelteKit takes each request for one to https, and refuses forms.
    env: { NODE_ENV: "production", PROTOCOL_HEADER: "x-forwarded-proto" },
    session: "/api/auth/get-session",
    headersOf: betterAuthHeaders,
  },
  tanstack: {
    label: "TanStack Start + Better Auth",
    script: join(TANSTACK, ".output/server/index.mjs"),
    flags: [],
    env: { NODE_ENV: "production" },
    session: "/api/auth/get-session",
    headersOf: betterAuthHeaders,
  },
} satisfies Record<string, Peer>;

export type PeerName = keyof typeof PEERS;

export const PEER_NAMES = Object.keys(PEERS) as PeerName[];

/**
 * Better Auth signs the cookie, and counts its limits by address: each user has an address of its own. It comes with
 * the protocol, as from a proxy.
 */
function betterAuthHeaders({ email, token }: User): Record<string, string> {
  const signature = createHmac("sha256", SECRET).update(token).digest("base64");
  const number = Number(email.match(/\d+/)?.[0]);
  return {
    cookie: `better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`,
    "x-forwarded-for": `10.0.${number >> 8}.${number & 255}`,
    "x-forwarded-proto": "http",
  };
}

/**
 * Installs and builds what is compared.
 *
 * @param isNew false installs and builds only what is not there yet
 */
export function buildPeers(isNew: boolean): void {
  build(isNew);
  for (const [folder, { script }] of [
    [SVELTEKIT, PEERS.sveltekit],
    [TANSTACK, PEERS.tanstack],
  ] as const) {
    install(folder, isNew);
    if (!isNew && existsSync(script)) continue;
    console.log(`building ${folder}`);
    runNode(folder, join(folder, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error");
  }
}

/** Makes a database for each server, with the same users and sessions. */
export async function seedPeers(): Promise<{ files: Record<PeerName, string>; users: User[] }> {
  const { files, users } = await seedDatabases(SERVERS.application.script);
  const tanstack = join(dirname(files.stock), "tanstack.db");
  seedBetterAuth(tanstack, files.stock);
  // Better Auth has the same tables in both.
  const sveltekit = join(dirname(files.stock), "sveltekit.db");
  copyFileSync(tanstack, sveltekit);
  return { files: { application: files.application, stock: files.stock, sveltekit, tanstack }, users };
}

/** @returns the ids of users in this application's database, whose forms say for whom they were shown */
export function idsOf(users: User[], file: string): string[] {
  const database = new DatabaseSync(file);
  const select = database.prepare(`SELECT "id" FROM "User" WHERE "email" = ?`);
  const ids = users.map(({ email }) => String(select.get(email)?.id));
  database.close();
  return ids;
}

function seedBetterAuth(file: string, stock: string): void {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: `file:${file}`,
    AUTH_URL: "http://127.0.0.1",
    AUTH_SECRET: SECRET,
  };
  const { status, stderr } = spawnSync(process.execPath, ["migrate.ts"], { cwd: TANSTACK, encoding: "utf8", env });
  if (status !== 0) throw new Error(`The tables of Better Auth were not made:\n${stderr}`);
  const database = new DatabaseSync(file);
  const now = new Date().toISOString();
  database.exec(`
    PRAGMA journal_mode = WAL;
    ATTACH '${stock}' AS stock;
    BEGIN;
    INSERT INTO user (id, name, email, emailVerified, createdAt, updatedAt)
      SELECT id, '', email, 1, '${now}', '${now}' FROM stock.User;
    INSERT INTO session (id, token, userId, userAgent, expiresAt, createdAt, updatedAt)
      SELECT id, sessionToken, userId, userAgent, expires, createdAt, createdAt FROM stock.Session;
    COMMIT`);
  database.close();
}
