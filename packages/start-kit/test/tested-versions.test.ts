// An application that moves SolidStart or Nitro by itself (src/tested-versions.ts).

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { TESTED_VERSIONS, untestedVersions } from "../src/tested-versions.ts";

const folder = mkdtempSync(join(tmpdir(), "start-kit-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("the versions that are installed here are the tested ones, so the build warns of none", () => {
  expect(untestedVersions(join(import.meta.dirname, ".."))).toEqual([]);
});

it("a build with another version of Nitro names both versions", () => {
  for (const [name, version] of Object.entries({ ...TESTED_VERSIONS, nitro: "3.0.261231-beta" })) {
    const path = join(folder, "node_modules", name);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "package.json"), JSON.stringify({ name, version, main: "index.js" }));
    writeFileSync(join(path, "index.js"), "");
  }
  expect(untestedVersions(folder)).toEqual([
    "start-kit was tested with nitro 3.0.260903-beta, and this is 3.0.261231-beta. Run your tests before you deploy it.",
  ]);
});
