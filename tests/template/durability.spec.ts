// SQLite in bad conditions: a killed process, a full disk, a copy of the file during writes.

import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type App, root, startApp } from "../support/app.ts";
import { Client, signInByLink } from "../support/client.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { expect, linkIn, mailTo, newAddress, newClient, test } from "../support/test.ts";

const KILLS = 20;
const SIGN_UPS = 200;
const AT_ONCE = 10;
const INSTANCES = 10;

interface SignedUp {
  email: string;
  client: Client;
}

async function askForLink(client: Client, email: string): Promise<number> {
  return (await client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email })).status;
}

async function signUp(app: App, email = newAddress("kept")): Promise<SignedUp> {
  const client = new Client(app.origin, newClient());
  if ((await askForLink(client, email)) !== 302) throw new Error("No link.");
  await signInByLink(client, linkIn(await mailTo(app, email)));
  if (!client.sessionToken) throw new Error("Not signed in.");
  return { email, client };
}

async function isSignedIn(app: App, { email, client }: SignedUp): Promise<boolean> {
  const visitor = new Client(app.origin, newClient());
  visitor.cookies.set("authjs.session-token", client.sessionToken ?? "");
  return JSON.parse((await visitor.get("/api/auth/session")).body)?.user?.email === email;
}

const integrity = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true });
  const [row] = database.prepare("PRAGMA integrity_check").all();
  database.close();
  return row?.integrity_check;
};

test("a server that is killed twenty times while users sign up loses no acknowledged user", async () => {
  const file = join(temporaryFolder(), "app.db");
  const env = { DATABASE_URL: `file:${file}` };
  const acknowledged: SignedUp[] = [];
  const cut: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const app = await startApp(undefined, env);
    const goal = acknowledged.length + SIGN_UPS / KILLS;
    const signUps = async () => {
      for (;;) {
        const email = newAddress("kept");
        try {
          acknowledged.push(await signUp(app, email));
        } catch {
          cut.push(email);
          return;
        }
        if (acknowledged.length >= goal) process.kill(app.pid, "SIGKILL");
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, signUps));
    await app.stop();
    expect(integrity(file)).toBe("ok");
  }

  const app = await startApp(undefined, env);
  try {
    for (const each of acknowledged) expect(await isSignedIn(app, each), each.email).toBe(true);
    // Whatever rows the kill has left, the next sign-in works.
    for (const email of cut) expect(await isSignedIn(app, await signUp(app, email)), email).toBe(true);
  } finally {
    await app.stop();
  }
});

test("a backup of a running server is whole: restored, it has every user from before", async () => {
  const folder = temporaryFolder();
  const [file, backup] = [join(folder, "app.db"), join(folder, "backup/copy.db")];
  const app = await startApp(undefined, { DATABASE_URL: `file:${file}` });
  const before = await Promise.all(Array.from({ length: AT_ONCE }, () => signUp(app)));
  let isOver = false;
  const writes = (async () => {
    while (!isOver) await signUp(app);
  })();
  const child = spawn(process.execPath, [join(root, "scripts/backup.ts"), backup], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: `file:${file}` },
  });
  expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(0);
  isOver = true;
  await writes;
  await app.stop();
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  expect(integrity(backup)).toBe("ok");

  for (const name of [file, `${file}-wal`, `${file}-shm`]) rmSync(name, { force: true });
  copyFileSync(backup, file);
  const restored = await startApp(undefined, { DATABASE_URL: `file:${file}` });
  try {
    for (const each of before) expect(await isSignedIn(restored, each)).toBe(true);
  } finally {
    await restored.stop();
  }
});

test("with a full disk, sign-ins get a clear page with 503, sessions work on, and all works again with room", async () => {
  const disk = temporaryFolder();
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=3m", "tmpfs", disk]);
  expect(mounted.status, `This test mounts a small disk, as root: ${mounted.stderr}`).toBe(0);
  try {
    const filler = join(disk, "filler");
    const app = await startApp(undefined, { DATABASE_URL: `file:${join(disk, "data/app.db")}` });
    try {
      const user = await signUp(app);
      // Until the disk is full.
      spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=4k"]);
      const statuses = [];
      for (let tries = 0; tries < 20; tries++)
        statuses.push(await askForLink(new Client(app.origin, newClient()), newAddress()));
      expect(statuses).toContain(503);
      expect(await isSignedIn(app, user)).toBe(true);
      expect(app.log()).toMatch(/the database is unavailable: .*database or disk is full/);
      rmSync(filler);
      expect(await isSignedIn(app, await signUp(app))).toBe(true);
    } finally {
      await app.stop();
    }
  } finally {
    spawnSync("umount", [disk]);
  }
});

test("ten instances that start at once apply each migration once", async () => {
  const env = { DATABASE_URL: `file:${join(temporaryFolder(), "app.db")}` };
  const migrations = readdirSync(join(root, "prisma/migrations/sqlite"), { withFileTypes: true });
  expect(await applyAtOnce(env)).toBe(migrations.filter((entry) => entry.isDirectory()).length);
});

/** Starts instances that only migrate. @returns how many migrations they have applied in all */
async function applyAtOnce(more: Record<string, string>): Promise<number> {
  const env = {
    PATH: process.env.PATH,
    AUTH_SECRET: "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e",
    AUTH_URL: "http://localhost:3000",
    EMAIL_SERVER: "smtp://localhost:1025",
    EMAIL_FROM: "sign-in@example.org",
    PORT: "0",
    DATABASE_MIGRATIONS: "only",
    ...more,
  };
  const outputs = Array.from({ length: INSTANCES }, async () => {
    const child = spawn(process.execPath, [join(root, ".output/server/index.mjs")], { env });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    expect(await new Promise((resolve) => child.once("close", resolve)), output).toBe(0);
    return output.match(/applied migration/g)?.length ?? 0;
  });
  return (await Promise.all(outputs)).reduce((sum, count) => sum + count, 0);
}
