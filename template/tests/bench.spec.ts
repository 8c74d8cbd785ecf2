// What the benchmark (template/bench/) counts, in a run too short for meaningful times. Debian's package is called
// postgresql.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { root } from "../../tests/support/app.ts";
import { isPostgreSqlHere } from "../../tests/support/postgresql/server.ts";

if (isPostgreSqlHere())
  test("a sign-in and an action ask the database as often as the page says", () => {
    const command = ["template/bench/sign-ins.ts", "--quick"];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: "utf8" });
    expect(status, `${stdout}\n${stderr}`).toBe(0);
    const page = readFileSync(join(root, "template/performance.md"), "utf8");
    const counted = [
      ...stdout.matchAll(/^(an? .*?) {2,}(application|stock|better-auth) +[\d.]+ +([\d.]+) +([\d.]+)$/gm),
    ];
    expect(counted).toHaveLength(8);
    for (const [, what, server = "", statements, trips] of counted) {
      const row = page.match(new RegExp(`^\\| ${what} \\| (\\S+) \\| (\\S+) \\| (\\S+) \\|`, "m")) ?? [];
      const expected = row[1 + ["application", "stock", "better-auth"].indexOf(server)];
      expect([Number(statements), trips], `${what}, ${server}`).toEqual([Number(expected), statements]);
    }
  });
