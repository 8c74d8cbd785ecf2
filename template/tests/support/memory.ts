// How much memory another process holds, as the operating system counts it.

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** @returns the resident set of a process, in megabytes */
export async function residentMegabytes(pid: number): Promise<number> {
  return (await residentKilobytes(pid)) / 1024;
}

async function residentKilobytes(pid: number): Promise<number> {
  if (process.platform === "linux") {
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    return Number(status.match(/^VmRSS:\s+(\d+) kB$/m)?.[1]);
  }
  if (process.platform === "win32") {
    const { stdout } = await run("powershell", ["-NoProfile", "-Command", `(Get-Process -Id ${pid}).WorkingSet64`]);
    return Number(stdout) / 1024;
  }
  const { stdout } = await run("ps", ["-o", "rss=", "-p", String(pid)]);
  return Number(stdout);
}
