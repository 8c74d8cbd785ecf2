// SQLite on a full disk, and on a read-only disk.

import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type App, startApp } from "../../tests/support/app.ts";
import { type Client, clientOf, signInByMailAs } from "../../tests/support/client.ts";
import { temporaryFolder } from "../../tests/support/temporary.ts";
import { expect, newEmail, test } from "../../tests/support/test.ts";

interface SignedUp {
  email: string;
  client: Client;
}

async function askForLink(client: Client, email: string): Promise<number> {
  return (await client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email })).status;
}

async function signUp(app: App, email = newEmail("kept")): Promise<SignedUp> {
  const client = clientOf(app);
  await signInByMailAs(client, app, email);
  if (!client.sessionToken) throw new Error("Not signed in.");
  return { email, client };
}

async function isSignedIn(app: App, { email, client }: SignedUp): Promise<boolean> {
  const visitor = clientOf(app, { sessionToken: client.sessionToken ?? "" });
  return JSON.parse((await visitor.get("/api/auth/session")).body)?.user?.email === email;
}

/** Runs a test's body beside an application whose database is on a disk. */
async function withApp(disk: string, use: (app: App) => Promise<void>): Promise<void> {
  const app = await startApp(undefined, onDisk(disk));
  try {
    await use(app);
  } finally {
    await app.stop();
  }
}

const onDisk = (disk: string) => ({ DATABASE_URL: `file:${join(disk, "data/app.db")}` });

test("sign-ins get a clear page with 503 on a full disk, sessions work on, and all works again with room", async () => {
  const disk = temporaryFolder();
  asRoot("mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", disk);
  try {
    await withApp(disk, async (app) => {
      const user = await signUp(app);
      const filler = join(disk, "filler");
      // The file grows until the disk is full.
      spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=4k"]);
      const statuses = [];
      for (let tries = 0; tries < 20; tries++) statuses.push(await askForLink(clientOf(app), newEmail()));
      expect(statuses).toContain(503);
      expect(await isSignedIn(app, user)).toBe(true);
      expect(await app.log()).toMatch(/the database is unavailable: .*database or disk is full/);
      rmSync(filler);
      expect(await isSignedIn(app, await signUp(app))).toBe(true);
    });
  } finally {
    asRoot("umount", disk);
  }
});

test("sign-ins get 503 on a disk that has become read-only, and sessions work on; a server starts there only when it is writable", async () => {
  const [image, disk] = [join(temporaryFolder(), "image"), temporaryFolder()];
  asRoot("mkfs.ext4", "-q", image, "16m");
  asRoot("mount", "-o", "loop", image, disk);
  try {
    let user: SignedUp;
    await withApp(disk, async (app) => {
      user = await signUp(app);
      // Makes the disk read-only, as the system does after a fault of it. Files that are open cannot be written either.
      asRoot("mount", "-o", "remount,abort", disk);
      expect(await askForLink(clientOf(app), newEmail())).toBe(503);
      expect(await app.log()).toMatch(/the database is unavailable: .*disk I\/O error/);
      expect(await isSignedIn(app, user)).toBe(true);
    });
    asRoot("umount", disk);
    asRoot("mount", "-o", "loop", image, disk);
    asRoot("mount", "-o", "remount,ro", disk);
    const problem = "app.db cannot be used: EROFS: read-only file system";
    await expect(startApp(undefined, onDisk(disk))).rejects.toThrow(problem);

    asRoot("mount", "-o", "remount,rw", disk);
    await withApp(disk, async (app) => {
      expect(await isSignedIn(app, user)).toBe(true);
      expect(await isSignedIn(app, await signUp(app))).toBe(true);
    });
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
