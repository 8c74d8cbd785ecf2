// `npm run dev` in a copy of the project, started like from a shell.

import { type ChildProcess, spawn } from "node:child_process";
import type { Page } from "@playwright/test";
import { ended, freePort, killGroup } from "../../../tests/support/app.ts";
import { atExit } from "../../../tests/support/temporary.ts";

/** Long, because the first start of a copy optimises its dependencies, and the machine may be busy. */
const START_TIMEOUT_MS = 5 * 60_000;

export interface DevServer {
  /** The URL in its summary. */
  origins: string[];
  /** The server's output. */
  output: () => string;
  stop: () => Promise<void>;
}

export interface DevOptions {
  /** The flags after `npm run dev --`. */
  flags?: string[];
  env?: Record<string, string>;
}

/** @returns a server that has started */
export async function startDev(folder: string, options: DevOptions = {}): Promise<DevServer> {
  const { child, output } = run(folder, options);
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`npm run dev ${why}:\n${output()}`));
    const timer = setTimeout(() => fail("did not come up"), START_TIMEOUT_MS);
    const look = () => {
      if (!/^ {2}App .*\n\n/ms.test(output())) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on("data", look);
    child.once("exit", (code) => fail(`ended with ${code}`));
  });
  const origins = [...output().matchAll(/^ {2}App +(\S+)/gm)].map(([, origin = ""]) => origin);
  return { origins, output, stop: () => stop(child) };
}

/** Waits until a page asks for nothing more: Vite compiles what it asks for first, and may load it again then. */
export async function compiled(page: Page): Promise<void> {
  // biome-ignore lint/plugin: no request may be under way.
  await page.waitForLoadState("networkidle");
}

/** Starts a server that should refuse to start. */
export async function refusedDev(folder: string, options: DevOptions): Promise<{ code: number | null; said: string }> {
  const { child, output } = run(folder, options);
  const timer = setTimeout(() => void stop(child), START_TIMEOUT_MS);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearTimeout(timer);
  return { code, said: output() };
}

export { freePort };

function run(folder: string, { flags = [], env = {} }: DevOptions) {
  // Tests set some of these variables; a user's shell has none of them.
  const { AUTH_SECRET: _, AUTH_URL: __, NODE_ENV: ___, PORT: ____, ...shell } = process.env;
  const child = spawn(["npm run dev --", ...flags].join(" "), {
    cwd: folder,
    env: { ...shell, ...env },
    shell: true,
    detached: process.platform !== "win32",
  });
  atExit(() => killGroup(child));
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  return { child, output: () => output };
}

/** npm, its shell, and Vite below them. */
async function stop(child: ChildProcess): Promise<void> {
  child.removeAllListeners("exit");
  if (child.pid && process.platform !== "win32") process.kill(-child.pid, "SIGKILL");
  await ended(child);
}
