// The command that adds sign-in to other applications (packages/solid-authjs/init.mjs), in this one.

import { spawnSync } from "node:child_process";
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ownFiles } from "../../../tests/support/copies.ts";
import { temporaryFolder } from "../../../tests/support/temporary.ts";

it("npx solid-authjs init adds nothing to this application, and says where its sign-in is", () => {
  const folder = temporaryFolder();
  const files = ownFiles().filter((file) => /^(src|prisma)\/|^[^/]+$/.test(file));
  for (const file of files) cpSync(file, join(folder, file));
  const init = join(process.cwd(), "packages/solid-authjs/init.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [init, "init"], { cwd: folder, encoding: "utf8" });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toBe(
    "src/server/auth/config.ts calls bindAuth, so this application has sign-in already. Nothing is written.\n",
  );
  const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(left).toHaveLength(files.length);
});
