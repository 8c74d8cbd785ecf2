// The scripts that people type without reading package.json, and the files that tools look for.

import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { generateClients } from "database-engines/tools";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { project } from "../../../scripts/database/project.ts";
import { copyProject } from "../../../tests/support/copies.ts";
import { temporaryFolder } from "../../../tests/support/temporary.ts";

const read = (path: string) => readFileSync(path, "utf8");
const manifest = JSON.parse(read("package.json"));

/** Runs a script of a folder with this Node. */
function runIn(cwd: string, args: string[], env: NodeJS.ProcessEnv = process.env, prefix: string[] = []) {
  const [program = "", ...rest] = [...prefix, process.execPath, ...args];
  const { status, stdout, stderr } = spawnSync(program, rest, { cwd, encoding: "utf8", env });
  return { status, stdout, stderr };
}

describe("a script", () => {
  /** A copy with the scripts, and with this project's packages if it needs them. */
  function bareClone({ isInstalled = false, folder = temporaryFolder() } = {}) {
    for (const path of ["scripts", "package.json"]) cpSync(path, join(folder, path), { recursive: true });
    if (isInstalled) symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
    return { folder, run: (...args: string[]) => runIn(folder, args) };
  }

  it("a script without its packages names them", () => {
    const { status, stdout, stderr } = bareClone().run("scripts/run.mjs", "scripts/test.ts");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^\nThese packages for development are not installed: .*vite/);
    expect(stderr).toContain("Run `npm install --include=dev`.");
    expect(stderr).not.toMatch(/^ +at /m);
  });

  it("a script on an older Node names the one that it needs", () => {
    const { run } = bareClone({ isInstalled: true });
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

  it("each command refuses a .env whose variables it could not read", () => {
    const { folder, run } = bareClone({ isInstalled: true });
    mkdirSync(join(folder, ".output/server"), { recursive: true });
    writeFileSync(join(folder, ".output/server/index.mjs"), "");
    const line = "AUTH_URL=https://app.example.com\n";
    const expectRead = (script: string, bytes: string | Buffer, isRead: boolean) => {
      writeFileSync(join(folder, ".env"), bytes);
      const { status, stderr } = run(script);
      const refusal = expect.stringMatching(/^\n\.env is not plain UTF-8, [^\n]+\n\n$/);
      expect([status, stderr]).toEqual(isRead ? [0, ""] : [1, refusal]);
    };
    for (const begin of ["", "\ufeff# A copy of .env.example.\n"]) expectRead("scripts/start.mjs", begin + line, true);
    expectRead("scripts/run.mjs", `\ufeff${line}`, false);
    // As PowerShell writes it.
    for (const script of ["scripts/run.mjs", "scripts/start.mjs"])
      expectRead(script, Buffer.from(`\ufeff${line}`, "utf16le"), false);
  });

  it.skipIf(process.platform === "win32")("a script names the sign in its folder's path with which Vite fails", () => {
    for (const [name, sign] of Object.entries({ "C#": "#", "+(x)": "+(" })) {
      const { run } = bareClone({ isInstalled: true, folder: join(temporaryFolder(), name) });
      const { status, stderr } = run("scripts/run.mjs");
      expect([status, stderr]).toEqual([1, expect.stringContaining(`with "${sign}" in its path. Rename it: `)]);
    }
  });

  it("npm test takes the names of steps, and stops at the first that fails, such as one without a valid schema", () => {
    const said = { status: 1, stdout: "", stderr: expect.stringContaining('There is no step "none".') };
    expect(runIn(".", ["scripts/run.mjs", "scripts/test.ts", "none"])).toEqual(said);
    const folder = copyProject("mistake");
    appendFileSync(join(folder, "prisma/schema.prisma"), "\nmodel Invoice {\n  id Strin @id\n}\n");
    const { status, stdout, stderr } = runIn(folder, ["scripts/test.ts", "types"]);
    expect([status, stderr]).toEqual([1, '\nThe step "prepare" failed.\n']);
    expect(stdout).toMatch(/^\n> prepare\n[\s\S]*Type "Strin" is neither a built-in type/);
  });

  it("npm test runs each of the steps that run beside one another, and prints all that one says if it fails", () => {
    const step = (code: string) => ({ script: "--eval", args: [code], runsBeside: true });
    const steps = { one: step("console.log(1)"), two: step("console.log(2); process.exitCode = 1") };
    const code = `import { runSteps } from "./scripts/steps.ts"; await runSteps(${JSON.stringify(steps)}, []);`;
    const said = { status: 1, stdout: "\n> one, two\n2\n\n", stderr: '\nThe step "two" failed.\n' };
    expect(runIn(".", ["--input-type=module", "--eval", code])).toEqual(said);
  });

  // Where one reports, its maker's "check-point" keeps a name for this machine in the home.
  it("Prisma's commands, the one that generates the clients too, report nothing to its makers", () => {
    const [home, generated] = [temporaryFolder(), temporaryFolder()];
    const env = { HOME: home, USERPROFILE: home, LOCALAPPDATA: home, XDG_CACHE_HOME: "", CHECKPOINT_DISABLE: "" };
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    generateClients({ ...project, generated });
    const debug = ["node_modules/prisma/build/index.js", "debug", "--schema", join(generated, "sqlite.prisma")];
    expect(spawnSync(process.execPath, debug)).toMatchObject({ status: 0 });
    vi.unstubAllEnvs();
    const kept = readdirSync(home, { recursive: true, encoding: "utf8" });
    expect(kept.filter((path) => path.includes("checkpoint"))).toEqual([]);
  });
});

describe("Node's compile cache", () => {
  /** A copy of the scripts with a small build, whose server reports that it runs. */
  function builtClone() {
    const folder = temporaryFolder();
    cpSync("scripts", join(folder, "scripts"), { recursive: true });
    mkdirSync(join(folder, ".output/server/pages"), { recursive: true });
    writeFileSync(join(folder, ".output/server/index.mjs"), 'await import("./pages/home.mjs");');
    writeFileSync(join(folder, ".output/server/pages/home.mjs"), 'console.log("The server runs.");');
    expect(runIn(folder, ["scripts/compile-cache.mjs"], ENV)).toEqual({ status: 0, stdout: "", stderr: "" });
    return folder;
  }

  let built: string;
  beforeAll(() => {
    built = builtClone();
  });

  const ENV = { ...process.env, NODE_V8_COVERAGE: undefined };

  /** `NODE_DEBUG_NATIVE` lets Node say what it does with the cache of each module. */
  const start = (folder: string, prefix?: string[]) => {
    const env = { ...ENV, NODE_DEBUG_NATIVE: "COMPILE_CACHE" };
    const { status, stdout, stderr } = runIn(folder, ["scripts/start.mjs"], env, prefix);
    const taken = [...stderr.matchAll(/code cache for ESM \S+\/\.output\/(\S+) was accepted/g)];
    return { status, stdout, taken: taken.map(([, file]) => file) };
  };

  it("a start takes all modules of the server from the cache of the build, also in another folder", () => {
    const moved = join(temporaryFolder(), "moved");
    cpSync(built, moved, { recursive: true });
    const whole = { status: 0, stdout: "The server runs.\n", taken: ["server/index.mjs", "server/pages/home.mjs"] };
    expect(start(moved)).toEqual(whole);
  });

  it("another user than the one who made the build can read the cache", () => {
    const cache = join(built, ".output/cache");
    const files = readdirSync(cache, { encoding: "utf8", recursive: true });
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) expect(statSync(join(cache, file)).mode & 0o755, file).toBe(0o755);
  });

  it("a start without the cache, or with one that it cannot write, serves nevertheless", () => {
    const folder = join(temporaryFolder(), "without");
    cpSync(built, folder, { recursive: true });
    const cache = join(folder, ".output/cache");
    rmSync(cache, { recursive: true });
    chmodSync(join(folder, ".output"), 0o555);
    // Root may write everywhere, unless that right is taken away.
    const prefix = process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-dac_override"] : [];
    expect(start(folder, prefix)).toEqual({ status: 0, stdout: "The server runs.\n", taken: [] });
    expect(existsSync(cache)).toBe(false);
    chmodSync(join(folder, ".output"), 0o755);
  });

  it("a build goes on where Node's cache is turned off, and a build for a platform, which writes another folder, gets none", () => {
    const off = runIn(built, ["scripts/compile-cache.mjs"], { ...ENV, NODE_DISABLE_COMPILE_CACHE: "1" });
    expect([off.status, off.stderr]).toEqual([0, ""]);
    const folder = temporaryFolder();
    const { status, stderr } = runIn(folder, [join(process.cwd(), "scripts/compile-cache.mjs")], ENV);
    expect([status, stderr, existsSync(join(folder, ".output"))]).toEqual([0, "", false]);
  });

  it("the build and the start have the same flags, by npm and in the container", () => {
    const lines = [manifest.scripts.build, manifest.scripts.start, ...read("Dockerfile").split("\n")];
    const started = lines.filter((line) => /compile-cache\.mjs|scripts\/start\.mjs|^CMD/.test(line));
    const flags = started.map((line) => line.match(/node"?,? "?(--\S+?)"?,? (scripts|"\.output)/)?.[1]);
    expect(flags).toEqual(Array(4).fill("--max-semi-space-size=16"));
  });
});
