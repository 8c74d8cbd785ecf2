// What a failing step of `npm test` says, and stops (scripts/steps.ts).

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../tests/support/temporary.ts";
import { waitFor } from "../../../tests/support/wait-for.ts";

const url = (path: string) => JSON.stringify(pathToFileURL(path).href);

/** Begins with what the scripts here use. */
const HEAD = `
  import { existsSync, writeFileSync } from "node:fs";
  const until = async (file) => { while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 10)); };
`;

/** Runs scripts as steps, at the same time. */
function runSteps(folder: string, scripts: Record<string, string>): ChildProcess {
  for (const [name, code] of Object.entries(scripts)) writeFileSync(join(folder, `${name}.mjs`), HEAD + code);
  const step = (name: string) => ({ script: join(folder, `${name}.mjs`), args: [folder], runsBeside: true });
  const steps = Object.keys(scripts).map((name) => [name, step(name)]);
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

it("a step that fails interrupts the others, so that they stop what they have started", async () => {
  const folder = temporaryFolder();
  const scripts = {
    long: `process.once("SIGINT", () => { writeFileSync(process.argv[2] + "/interrupted", ""); process.exit(); });
      writeFileSync(process.argv[2] + "/begun", ""); setInterval(() => {}, 1000);`,
    failing: `await until(process.argv[2] + "/begun"); process.exit(1);`,
  };
  const [code, said] = await outcome(runSteps(folder, scripts));
  expect([code, said]).toEqual([1, expect.stringContaining('The step "failing" failed.')]);
  await waitFor("interrupted step", () => existsSync(join(folder, "interrupted")) || undefined);
});
