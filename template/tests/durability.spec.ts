// SQLite in bad conditions: a killed process, a full disk, a read-only disk, a copy of the file during writes.

import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type App, root, startApp } from "../../tests/support/app.ts";
import { Client, signInByLink } from "../../tests/support/client.ts";
import { temporaryFolder } from "../../tests/support/temporary.ts";
import { expect, linkIn, mailTo, newClient, newEmail, test } from "../../tests/support/test.ts";
import { atNight } from "../night.ts";

const KILLS = atNight(20, 5);
const SIGN_UPS = atNight(200, 50);
const AT_ONCE = 10;

interface SignedUp {
  email: string;
  client: Client;
}

async function askForLink(client: Client, email: string): Promise<number> {
  return (await client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email })).status;
}

async function signUp(app: App, email = newEmail("kept")): Promise<SignedUp> {
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

test("a server that is killed again and again while users sign up loses no acknowledged user", async () => {
  const file = join(temporaryFolder(), "app.db");
  const env = { DATABASE_URL: `file:${file}` };
  const acknowledged: SignedUp[] = [];
  const cut: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const app = await startApp(undefined, env);
    const goal = acknowledged.length + SIGN_UPS / KILLS;
    const signUps = async () => {
      for (;;) {
        const email = newEmail("kept");
        try {
          const signedUp = await signUp(app, email);
          // Answers that were on their way may follow the last one.
          if (acknowledged.push(signedUp) === goal) process.kill(app.pid, "SIGKILL");
        } catch {
          cut.push(email);
          return;
        }
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
  const child = spawn(process.execPath, [join(root, "scripts/database/sqlite/backup.ts"), backup], {
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

test("sign-ins get a clear page with 503 on a full disk, sessions work on, and all works again with room", async () => {
  const disk = temporaryFolder();
  asRoot("mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", disk);
  try {
    const filler = join(disk, "filler");
    const app = await startApp(undefined, { DATABASE_URL: `file:${join(disk, "data/app.db")}` });
    try {
      const user = await signUp(app);
      // The file grows until the disk is full.
      spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=4k"]);
      const statuses = [];
      for (let tries = 0; tries < 20; tries++)
        statuses.push(await askForLink(new Client(app.origin, newClient()), newEmail()));
      expect(statuses).toContain(503);
      expect(await isSignedIn(app, user)).toBe(true);
      expect(await app.log()).toMatch(/the database is unavailable: .*database or disk is full/);
      rmSync(filler);
      expect(await isSignedIn(app, await signUp(app))).toBe(true);
    } finally {
      await app.stop();
    }
  } finally {
    asRoot("umount", disk);
  }
});

test("sign-ins get 503 on a disk that has become read-only, and sessions work on; a server starts there only when it is writable", async () => {
  const [image, disk] = [join(temporaryFolder(), "image"), temporaryFolder()];
  const env = { DATABASE_URL: `file:${join(disk, "data/app.db")}` };
  asRoot("mkfs.ext4", "-q", image, "16m");
  asRoot("mount", "-o", "loop", image, disk);
  try {
    const app = await startApp(undefined, env);
    let user: SignedUp;
    try {
      user = await signUp(app);
      // Makes the disk read-only, as the system does after a fault of it. Files that are open cannot be written either.
      asRoot("mount", "-o", "remount,abort", disk);
      expect(await askForLink(new Client(app.origin, newClient()), newEmail())).toBe(503);
      expect(await app.log()).toMatch(/the database is unavailable: .*disk I\/O error/);
      expect(await isSignedIn(app, user)).toBe(true);
    } finally {
      await app.stop();
    }
    asRoot("umount", disk);
    asRoot("mount", "-o", "loop", image, disk);
    asRoot("mount", "-o", "remount,ro", disk);
    await expect(startApp(undefined, env)).rejects.toThrow("app.db cannot be used: EROFS: read-only file system");

    asRoot("mount", "-o", "remount,rw", disk);
    const mended = await startApp(undefined, env);
    try {
      expect(await isSignedIn(mended, user)).toBe(true);
      expect(await isSignedIn(mended, await signUp(mended))).toBe(true);
    } finally {
      await mended.stop();
    }
  } finally {
    asRoot("umount", disk);
  }
});

/** Changes what is mounted. */
function asRoot(...command: string[]): void {
  const [program = "", ...args] = process.getuid?.() === 0 ? command : ["sudo", "-n", ...command];
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  expect(status, `This test mounts a disk, as root: ${stderr}`).toBe(0);
}
