// `npm run db:migration` with a change that loses data: it asks in a terminal, refuses without one, and writes nothing
// before the answer.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { installedCopy } from "../../tests/support/copies.ts";

let folder: string;

test.beforeAll(() => {
  folder = installedCopy("migration-question");
});

const RENAME = `ALTER TABLE "User" RENAME COLUMN "name" TO "fullName";`;

/** @param answer what is typed in a terminal; without one, there is no terminal */
function migration(name: string, { flag = "", answer }: { flag?: string; answer?: string } = {}) {
  const command = `npm run db:migration -- ${name} ${flag}`;
  // `script` gives a program a terminal.
  const [program, args] = answer === undefined ? [command, []] : ["script", ["-qec", command, "/dev/null"]];
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    shell: answer === undefined,
    input: answer,
    encoding: "utf8",
  });
  return { status, said: stdout + stderr };
}

function written(): string[] {
  return ["sqlite", "postgresql"].flatMap((engine) => readdirSync(join(folder, "prisma/migrations", engine)));
}

test("a renamed column is asked about, and written only on a yes or with the flag", () => {
  const schema = join(folder, "prisma/schema.prisma");
  const first = readFileSync(schema, "utf8");
  const edit = (to: string) => writeFileSync(schema, first.replace(/^ +name +String\?$/m, `  ${to} String?`));
  const before = written();
  edit("fullName");
  for (const options of [{ answer: undefined }, { answer: "\n" }]) {
    const { status, said } = migration("full_name", options);
    expect(said).toContain(RENAME);
    expect(said).toContain("Nothing is written.");
    if (!options.answer) expect(said).toContain("npm run db:migration -- full_name --allow-data-loss");
    expect(status).toBe(1);
    expect(written()).toEqual(before);
  }
  expect(migration("full_name", { answer: "y\n" })).toMatchObject({ status: 0 });
  expect(written()).toHaveLength(before.length + 2);
  edit("legalName");
  const { status, said } = migration("legal_name", { flag: "--allow-data-loss" });
  expect([status, said]).toEqual([0, expect.stringContaining('"legalName"')]);
  expect(written()).toHaveLength(before.length + 4);
});
