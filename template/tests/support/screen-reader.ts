// A screen reader's ear: a screen in memory, a bus, and a program that listens to what a browser tells by AT-SPI
// (screen-reader.py). A browser without a window tells nothing.

import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ended } from "../../../tests/support/app.ts";
import { atExit } from "../../../tests/support/temporary.ts";

export interface ScreenReader {
  /** Variables for the browser. */
  env: Record<string, string>;
  /** The texts so far, in order. */
  heard: () => string[];
  close: () => Promise<void>;
}

/** Starts a program. @returns it, its first line, and all of its lines, which grow */
async function start(command: string, args: string[], env: Record<string, string> = {}) {
  const stdio = ["ignore", "pipe", "ignore"] as const;
  const child: ChildProcess = spawn(command, args, { stdio: [...stdio], env: { ...process.env, ...env } });
  atExit(() => child.kill("SIGKILL"));
  const lines: string[] = [];
  const first = await new Promise<string>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${command} ended with ${code}.`)));
    if (child.stdout) createInterface(child.stdout).on("line", (line) => resolve(lines[lines.push(line) - 1] ?? ""));
  });
  return { child, first, lines };
}

export async function openScreenReader(): Promise<ScreenReader> {
  const screen = await start("Xvfb", ["-displayfd", "1"]);
  const bus = await start("dbus-daemon", ["--session", "--nofork", "--print-address=1"]);
  const env = { DISPLAY: `:${screen.first}`, DBUS_SESSION_BUS_ADDRESS: bus.first, GNOME_ACCESSIBILITY: "1" };
  // Debian's own Python has the bindings.
  const ear = await start("/usr/bin/python3", [join(import.meta.dirname, "screen-reader.py")], env);
  return {
    env,
    heard: () => ear.lines.slice(1).map((line) => JSON.parse(line)),
    async close() {
      for (const { child } of [ear, bus, screen]) await ended(child);
    },
  };
}
