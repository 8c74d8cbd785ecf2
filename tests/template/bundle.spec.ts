// How much JavaScript a page loads (scripts/lean-start.ts).

import { gzipSync } from "node:zlib";
import { expect, test } from "../support/test.ts";

const KB = 1000;

/** The code of the scripts that a page loads. */
async function scriptsOf(url: string): Promise<string[]> {
  const html = await (await fetch(url)).text();
  const paths = [...html.matchAll(/"(\/_build\/[^"]+\.js)"/g)].map(([, path]) => path);
  return Promise.all([...new Set(paths)].map(async (path) => (await fetch(new URL(path ?? "", url))).text()));
}

const sizeOf = (scripts: string[]) => scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);

test("the home page loads at most 26 kB of JavaScript, in two files, and nothing of passkeys", async ({ app }) => {
  const scripts = await scriptsOf(app.origin);
  expect(scripts).toHaveLength(2);
  expect(sizeOf(scripts)).toBeLessThanOrEqual(26 * KB);
  expect(scripts.join("")).not.toMatch(/navigator\.credentials|PublicKeyCredential/);
});

test("the sign-in page loads at most 32 kB of JavaScript, in four files", async ({ app }) => {
  const scripts = await scriptsOf(`${app.origin}/sign-in`);
  expect(scripts).toHaveLength(4);
  expect(sizeOf(scripts)).toBeLessThanOrEqual(32 * KB);
});

test("the page about a sent mail loads nothing of passkeys", async ({ app }) => {
  const scripts = await scriptsOf(`${app.origin}/verify-request`);
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.join("")).not.toMatch(/navigator\.credentials|PublicKeyCredential/);
});
