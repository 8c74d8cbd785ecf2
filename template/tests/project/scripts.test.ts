// The scripts that people type without reading package.json, and the files that tools look for.

import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../tests/support/temporary.ts";

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

describe("a script", () => {
  /** A copy with the scripts and no packages. */
  function bareClone() {
    const folder = temporaryFolder();
    for (const path of ["scripts", "package.json"]) cpSync(path, join(folder, path), { recursive: true });
    const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    return { folder, run };
  }

  it("a script without its packages names them", () => {
    const { status, stdout, stderr } = bareClone().run("scripts/run.mjs", "scripts/test.ts");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^\nThese packages for development are not installed: .*vite/);
    expect(stderr).toContain("Run `npm install --include=dev`.");
    expect(stderr).not.toMatch(/^ +at /m);
  });

  it("a script on an older Node names the one that it needs", () => {
    const { folder, run } = bareClone();
    symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
    // Node 20 does not strip types.
    const { status, stdout, stderr } = run("--no-experimental-strip-types", "scripts/run.mjs", "scripts/test.ts");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^\nNode [\d.]+ cannot run TypeScript: this needs Node 24\.\n/);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  it("the start without a build says that there is none", () => {
    const { status, stderr } = bareClone().run("scripts/start.mjs");
    expect([status, stderr]).toEqual([1, "\nThere is no build yet. Run `npm run build`.\n\n"]);
  });

  // A package's own scripts know nothing of the application's. npm finds the Node that they need beside its packages.
  it("each script of npm's begins with the check", () => {
    const manifests = ["package.json", "template/package.json"].map((path) => JSON.parse(read(path)));
    const commands = manifests.flatMap(({ scripts }) => Object.values<string>(scripts));
    expect(commands.length).toBeGreaterThan(25);
    for (const command of commands)
      expect(command).toMatch(
        /^(node (--\S+ )*(\.\.\/)?scripts\/(run|start|audit|template-update|setup\/index|database\/keep)\.mjs\b|npm )/,
      );
  });

  it("a script gets its arguments", () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/run.mjs", "scripts/test.ts", "none"], {
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain('There is no step "none".');
  });
});

/** The environment without Vitest's variables: the inner Vitest would take itself for a worker of this one. */
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
  expect(read("CLAUDE.md")).toBe("@AGENTS.md\n");
  expect(read("SECURITY.md")).toContain("(docs/security.md#reporting-a-vulnerability)");
});
