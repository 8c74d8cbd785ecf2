// What tests put into the system's temporary folder (tests/support/temporary.ts).

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { removingFolders, temporaryFolder } from "../../../tests/support/temporary.ts";

const MODULE = pathToFileURL(join("tests", "support", "temporary.ts")).href;

/** A process with a folder, which ends as told. @returns the folder's path, once the process has ended */
async function folderOf(end: NodeJS.Signals | "itself"): Promise<string> {
  const script = `import { temporaryFolder } from ${JSON.stringify(MODULE)};
    console.log(temporaryFolder());
    ${end === "itself" ? "" : "setInterval(() => {}, 1000);"}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
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

it("a process that is killed leaves its folder to the next one, which removes it", async () => {
  const left = await folderOf("SIGKILL");
  expect(existsSync(left)).toBe(true);
  await folderOf("itself");
  expect(existsSync(left)).toBe(false);
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
