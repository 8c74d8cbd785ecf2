// `npm run db:backup`, where it cannot make a copy.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, inject, it } from "vitest";

const folder = mkdtempSync(join(inject("folder"), "backup-"));
const [file, damaged, copy] = ["app.db", "damaged.db", "copy.db"].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];

function backup(url: string, ...args: string[]) {
  const env = { ...process.env, DATABASE_URL: url };
  const options = { encoding: "utf8", env } as const;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["scripts/database/sqlite/backup.ts", ...args],
    options,
  );
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
