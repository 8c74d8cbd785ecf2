// The name by which a page knows that the server has another build.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../tests/support/temporary.ts";
import { buildName } from "../src/version-skew.ts";

const FILES = ["src/a.ts", "packages/b/c.ts", "app.config.ts", "vite.config.ts", "package-lock.json"];

/** @returns the name of a project whose files have this text, or another one */
function nameOf(changes: Record<string, string> = {}): string {
  const root = temporaryFolder();
  for (const [file, text] of Object.entries({ ...Object.fromEntries(FILES.map((each) => [each, "1"])), ...changes })) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return buildName(root);
}

it("a build has another name after a change to any part of its code, its settings or the versions of its packages", () => {
  expect(new Set([nameOf(), ...FILES.map((file) => nameOf({ [file]: "2" }))]).size).toBe(FILES.length + 1);
});

it("a build has the same name wherever it is made, whatever else lies there", () => {
  expect(nameOf()).toMatch(/^[0-9a-f]{12}$/);
  expect(nameOf({ "README.md": "1", "packages/b/node_modules/d.js": "1" })).toBe(nameOf());
});
