// `npm run screenshots -w template` and `npm run film -w template`, as in the README.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { root } from "../../tests/support/app.ts";

const FOLDER = join(root, "screenshots");

/** The largest image that a page of the docs shows, in bytes. */
const MAX_FILM_BYTES = 2_000_000;

test.describe.configure({ mode: "serial" });

test("npm run screenshots -w template takes screenshots of the pages, in both themes and two widths", () => {
  rmSync(FOLDER, { recursive: true, force: true });
  run("template/screenshots.ts");
  const pictures = readdirSync(FOLDER);
  for (const page of ["home", "sign-in", "account", "last-resort"])
    for (const variant of ["phone-light", "phone-dark", "desktop-light", "desktop-dark"])
      expect(pictures).toContain(`${page}-${variant}.png`);
});

test("npm run film -w template films a visit, from sign-up to a passkey, of half a minute and less than 2 MB", () => {
  const [, pictures, seconds] = run("template/film.ts").match(/^(\d+) pictures, ([\d.]+) seconds/) ?? [];
  expect(Number(pictures)).toBeGreaterThan(30);
  expect(Number(seconds)).toBeGreaterThan(20);
  expect(Number(seconds)).toBeLessThan(40);
  for (const film of [join(FOLDER, "film.webp"), join(root, "docs/images/film.webp")]) {
    expect(statSync(film).size).toBeLessThan(MAX_FILM_BYTES);
    expect(readFileSync(film, "latin1").slice(0, 100)).toMatch(/^RIFF.{4}WEBP[\s\S]*ANIM/s);
  }
});

/** @returns the output */
function run(script: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { cwd: root, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return stdout;
}
