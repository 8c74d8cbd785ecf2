// What tests put into the system's temporary folder (tests/support/temporary.ts).

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { isRunning, removingFolders, temporaryFolder } from "../../../tests/support/temporary.ts";
import { waitFor } from "../../../tests/support/wait-for.ts";

const MODULE = pathToFileURL(join("tests", "support", "temporary.ts")).href;

const own = temporaryFolder();

/** A process with a folder, which ends as told. @returns the folder's path, once the process has ended */
async function folderOf(end: NodeJS.Signals | "itself"): Promise<string> {
  const script = `import { temporaryFolder } from ${JSON.stringify(MODULE)};
    console.log(temporaryFolder());
    ${end === "itself" ? "" : "setInterval(() => {}, 1000);"}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
    // Other tests remove what was left in the system's own.
    env: { ...process.env, TMPDIR: own, TEMP: own },
  });
  // Vitest waits for what has its output, also if the test has taken too long.
  onTestFinished(() => void child.kill("SIGKILL"));
  const closed = once(child, "close");
  const [said] = await once(child.stdout, "data");
  if (end !== "itself") child.kill(end);
  await closed;
  return String(said).trim();
}

it("a process that ends by itself, or as Vitest ends its own, leaves no folder", async () => {
  expect(existsSync(await folderOf("itself"))).toBe(false);
  expect(existsSync(await folderOf("SIGTERM"))).toBe(false);
});

it("a process that is killed leaves its folder to the next one, which has it removed", async () => {
  const left = await folderOf("SIGKILL");
  expect(existsSync(left)).toBe(true);
  await folderOf("itself");
  await waitFor("end of the folder", () => (existsSync(left) ? undefined : true));
});

it("a test that removes its folders when it ends leaves those from before", async () => {
  const before = temporaryFolder();
  let during = "";
  await removingFolders(async () => {
    during = temporaryFolder();
    expect(existsSync(during)).toBe(true);
  });
  expect([before, during].map((folder) => existsSync(folder))).toEqual([true, false]);
});

it("a process that ends in the middle of a test leaves no development server", async () => {
  const folder = temporaryFolder();
  const server = `console.log("  App  http://localhost\\n\\npid", process.pid); setInterval(() => {}, 1000);`;
  writeFileSync(join(folder, "server.mjs"), server);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { dev: "node server.mjs" } }));
  const script = `import { startDev } from ${JSON.stringify(pathToFileURL(join("tests", "support", "dev-server.ts")).href)};
    console.log((await startDev(${JSON.stringify(folder)})).output());
    process.exit();`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  await once(child, "close");
  const [, pid] = said.match(/^pid (\d+)$/m) ?? [];
  expect(Number(pid)).toBeGreaterThan(0);
  await waitFor("end of the server", () => (isRunning(Number(pid)) ? undefined : true));
});
