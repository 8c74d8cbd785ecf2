// `npm run db:backup`, where it cannot make a copy, and beside a server that writes.

import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, inject, it } from "vitest";

const folder = mkdtempSync(join(inject("folder"), "backup-"));
const [file, damaged, copy] = [join(folder, "app.db"), join(folder, "damaged.db"), join(folder, "copy.db")];

function backup(url: string, ...args: string[]) {
  const options = { encoding: "utf8", env: { ...process.env, DATABASE_URL: url } } as const;
  const command = ["scripts/database/sqlite/backup.ts", ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, options);
  return { status, said: `${stdout}${stderr}` };
}

it("a backup that fails leaves no file of its name, so the next one can be made", () => {
  writeFileSync(damaged, "no database, but long enough to be taken for one. ".repeat(100));
  const failed = backup(`file:${damaged}`, copy);
  expect(failed).toEqual({ status: 1, said: expect.stringMatching(/^The backup failed: [^\n]+\n$/) });
  expect(readdirSync(folder)).toEqual(["damaged.db"]);

  const database = new DatabaseSync(file);
  database.exec("CREATE TABLE note (text); INSERT INTO note VALUES ('kept')");
  database.close();
  expect(backup(`"file:${file}"`, copy)).toEqual({ status: 0, said: `Wrote ${copy}.\n` });
  expect(readdirSync(folder).sort()).toEqual(["app.db", "copy.db", "damaged.db"]);
  // Windows has no such modes.
  if (process.platform !== "win32") expect(statSync(copy).mode & 0o777, "readers of the copy").toBe(0o600);
  expect(new DatabaseSync(copy, { readOnly: true }).prepare("SELECT text FROM note").all()).toEqual([{ text: "kept" }]);
  expect(backup(`file:${file}`, copy)).toMatchObject({ status: 1, said: expect.stringContaining("not overwritten") });
});

it("db:backup refuses options after the file's name, which would be another file, and unknown flags, in one line", () => {
  for (const [url, ...args] of [[`file:${file}?connection_limit=1`], [`file:${file}`, "--to", "x"]] as [string][]) {
    const { status, said } = backup(url, ...args);
    expect(status).toBe(1);
    expect(said).toMatch(/^[^\n]+\n$/);
  }
  expect(backup(`file:${file}`, join(file, "copies/copy.db"))).toEqual({
    status: 1,
    said: expect.stringMatching(/^The backup failed: [^\n]+\n$/),
  });
  expect(existsSync(`${file}?connection_limit=1`)).toBe(false);
});

it("a backup ends while another process writes all the time, and is whole", async () => {
  const busy = join(folder, "busy.db");
  const whole = join(folder, "whole.db");
  const database = new DatabaseSync(busy);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; CREATE TABLE note (id INTEGER PRIMARY KEY, text);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
    INSERT INTO note SELECT i, hex(randomblob(2000)) FROM n`);
  // Longer than the command takes, and shorter than a copy would that begins again after each write.
  const options = { env: { ...process.env, DATABASE_URL: `file:${busy}` }, timeout: 120_000 };
  const update = database.prepare("UPDATE note SET text = ? WHERE id = 1");
  const writing = setInterval(() => update.run(String(performance.now())), 1);
  const failure = await new Promise((resolve) =>
    execFile(process.execPath, ["scripts/database/sqlite/backup.ts", whole], options, resolve),
  );
  clearInterval(writing);
  database.close();
  expect(failure).toBe(null);
  expect(new DatabaseSync(whole, { readOnly: true }).prepare("SELECT COUNT(*) AS notes FROM note").all()).toEqual([
    { notes: 10_000 },
  ]);
});
