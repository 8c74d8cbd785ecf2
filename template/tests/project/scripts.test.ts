// The scripts that people type without reading package.json, and the files that tools look for.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const FILE = "tests/lib/url.test.ts";
const read = (path: string) => readFileSync(path, "utf8");
const manifest = JSON.parse(read("package.json"));

describe("npm run", () => {
  it.each([
    [["typecheck"], "types"],
    [["lint"], "lint"],
    [["test:unit", "--", FILE], FILE],
    [["test:watch", "--", "--run", FILE], FILE],
  ])("%s does what its name says, and nothing else", (args, done) => {
    const { status, stdout, stderr } = spawnSync("npm", ["run", ...args], { encoding: "utf8", env: withoutVitest() });
    expect(status, `${stdout}${stderr}`).toBe(0);
    expect(stdout).toContain(done);
    const others = ["types", "lint", "build", "e2e"].filter((step) => step !== done);
    for (const step of others) expect(stdout).not.toContain(`> ${step}\n`);
  });

  it("preview serves the build as start does, and test:e2e makes one first", () => {
    const { preview, "test:e2e": e2e } = manifest.scripts;
    expect([preview, e2e]).toEqual(["npm start", "npm run build && playwright test"]);
  });
});

/** Otherwise the inner Vitest would take itself for a worker of this one. */
function withoutVitest(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST")));
}

it("every file that names a version of Node names the one that the package `node` brings", () => {
  const [major] = manifest.devDependencies.node.match(/\d+/) ?? [];
  const { image } = JSON.parse(read(".devcontainer/devcontainer.json"));
  expect([read(".nvmrc").trim(), image.split(":").at(-1)]).toEqual([major, major]);
  expect(manifest.devDependencies["@types/node"]).toBe(`^${major}`);
});

it("assistants and reporters that look for a file of another name find the page", () => {
  expect(read("CLAUDE.md")).toContain("[AGENTS.md](AGENTS.md)");
  expect(read("SECURITY.md")).toContain("(docs/security.md#reporting-a-vulnerability)");
});
