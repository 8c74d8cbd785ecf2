// `npm run screenshots -w template`, as in the README.

import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { root } from "../../tests/support/app.ts";

const FOLDER = join(root, "screenshots");

test("npm run screenshots -w template takes screenshots of the pages, in both themes and two widths", () => {
  rmSync(FOLDER, { recursive: true, force: true });
  const { status, stderr } = spawnSync(process.execPath, ["template/screenshots.ts"], { cwd: root, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  const pictures = readdirSync(FOLDER);
  for (const page of ["home", "sign-in", "account", "last-resort"])
    for (const variant of ["phone-light", "phone-dark", "desktop-light", "desktop-dark"])
      expect(pictures).toContain(`${page}-${variant}.png`);
});
