// The steps of a test command (scripts/steps.ts), and what processes of the tests have one at a time.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../tests/support/temporary.ts";
import { waitFor } from "../../../tests/support/wait-for.ts";

const url = (path: string) => JSON.stringify(pathToFileURL(path).href);

/** Begins with what the scripts here use. */
const HEAD = `
  import { appendFileSync, existsSync, writeFileSync } from "node:fs";
  const until = async (file) => { while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 10)); };
`;

/** Runs scripts as steps, by their names. `beside` are those that run at the same time. */
function runSteps(folder: string, scripts: Record<string, string>, beside: string[] = []): ChildProcess {
  for (const [name, code] of Object.entries(scripts)) writeFileSync(join(folder, `${name}.mjs`), HEAD + code);
  const steps = Object.keys(scripts).map((name) => [
    name,
    { script: join(folder, `${name}.mjs`), args: [folder], runsBeside: beside.includes(name) },
  ]);
  const main = `import { runSteps } from ${url("scripts/steps.ts")};
    process.chdir(${JSON.stringify(folder)});
    await runSteps(${JSON.stringify(Object.fromEntries(steps))}, []);`;
  writeFileSync(join(folder, "main.mjs"), main);
  return spawn(process.execPath, [join(folder, "main.mjs")], { stdio: ["ignore", "pipe", "pipe"] });
}

/** @returns the exit code, and all that was said */
async function outcome(child: ChildProcess): Promise<[number | null, string]> {
  let said = "";
  child.stdout?.on("data", (text) => (said += text));
  child.stderr?.on("data", (text) => (said += text));
  const [code] = await once(child, "close");
  return [code, said];
}

/** A script that notes itself and waits for another one's note. */
const meeting = (own: string, other: string) =>
  `writeFileSync(process.argv[2] + "/${own}", ""); await until(process.argv[2] + "/${other}");`;

it("steps that need nothing of each other run at the same time, and the end says what each took", async () => {
  const folder = temporaryFolder();
  const scripts = { browser: meeting("b", "l"), layer: meeting("l", "b"), last: "" };
  const [code, said] = await outcome(runSteps(folder, scripts, ["browser", "layer"]));
  expect(said).toMatch(/All checks passed in \d+ seconds \((?=.*browser \d+ s)(?=.*layer \d+ s).*last \d+ s\)/);
  expect(code).toBe(0);
});

it("a step that fails interrupts the others, so that they stop what they have started", async () => {
  const folder = temporaryFolder();
  const scripts = {
    long: `process.once("SIGINT", () => { writeFileSync(process.argv[2] + "/interrupted", ""); process.exit(); });
      writeFileSync(process.argv[2] + "/begun", ""); setInterval(() => {}, 1000);`,
    failing: `await until(process.argv[2] + "/begun"); process.exit(1);`,
  };
  const [code, said] = await outcome(runSteps(folder, scripts, ["long", "failing"]));
  expect([code, said]).toEqual([1, expect.stringContaining('The step "failing" failed.')]);
  await waitFor("interrupted step", () => existsSync(join(folder, "interrupted")) || undefined);
});

it("a step that fails says all that it has to say, to a reader that is slow, too", async () => {
  const folder = temporaryFolder();
  const long = `console.log("a line\\n".repeat(100_000) + "the last line"); process.exitCode = 1;`;
  const child = runSteps(folder, { long });
  await once(child, "spawn");
  await waitFor("first line", () => child.stdout?.readableLength || undefined);
  const [code, said] = await outcome(child);
  expect([code, said.includes("the last line\n"), said.includes('The step "long" failed.')]).toEqual([1, true, true]);
});

it("what one process has reserved another one waits for, and gets from one that was killed", async () => {
  const folder = temporaryFolder();
  const [file, log] = [join(folder, "lock"), join(folder, "log")];
  // No process has this id: it is above the system's maximum.
  writeFileSync(file, String(2 ** 30));
  const code = `${HEAD}import { reserving } from ${url("tests/support/reserved.ts")};
    reserving(${JSON.stringify(file)}, () => {
      appendFileSync(${JSON.stringify(log)}, "begins ");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
      appendFileSync(${JSON.stringify(log)}, "ends ");
    });`;
  const args = ["--input-type=module", "--eval", code];
  const children = Array.from({ length: 4 }, () => spawn(process.execPath, args, { stdio: "ignore" }));
  await Promise.all(children.map((child) => once(child, "close")));
  expect(readFileSync(log, "utf8")).toBe("begins ends ".repeat(4));
});

it("a process that ends takes from no other what that one has reserved meanwhile", async () => {
  const file = join(temporaryFolder(), "lock");
  const code = `${HEAD}import { reserving } from ${url("tests/support/reserved.ts")};
    reserving(${JSON.stringify(file)}, () => {});
    writeFileSync(${JSON.stringify(file)}, String(process.ppid));`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], { stdio: "ignore" });
  expect(await once(child, "close")).toEqual([0, null]);
  expect(readFileSync(file, "utf8")).toBe(String(process.pid));
});

it("a browser test that fails leaves a trace, and says with which command it opens", async () => {
  const folder = temporaryFolder();
  const playwright = join("node_modules", "@playwright/test");
  const failing = `import { expect, test } from ${url(join(playwright, "index.mjs"))};
    test("fails", () => expect(1).toBe(2));`;
  writeFileSync(join(folder, "failing.spec.mjs"), failing);
  const config = `import base from ${url("playwright.config.ts")};
    export default { ...base, testDir: ".", testMatch: "*.spec.mjs", outputDir: "results" };`;
  writeFileSync(join(folder, "playwright.config.mjs"), config);
  const args = [join(playwright, "cli.js"), "test", "--config", join(folder, "playwright.config.mjs")];
  const [code, said] = await outcome(spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] }));
  expect(code).toBe(1);
  const [, trace = ""] = said.match(/playwright show-trace (\S+\.zip)/) ?? [];
  expect(existsSync(trace), said).toBe(true);
});
