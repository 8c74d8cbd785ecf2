// Finds a Chromium for the browser tests: the one in CHROMIUM_PATH, Playwright's, or the system's. If there is none,
// installs one, with Playwright or, as root on Debian, with apt.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome.exe", "msedge.exe"];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:/Program Files/Google/Chrome/Application/chrome.exe",
  "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
];

/** Large, because Playwright prints its progress many times. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** @returns the path of a Chromium, or undefined if there is none */
export function findBrowser(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  const onPath = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [chromium.executablePath(), ...onPath, ...PLACES].find((path) => existsSync(path));
}

/**
 * @returns the path of a Chromium, installed now if there was none; undefined, after saying what to do, if that failed
 */
export function ensureBrowser(): string | undefined {
  const found = findBrowser();
  if (found) return found;
  if (!process.env.CHROMIUM_PATH) install();
  const installed = findBrowser();
  if (!installed) console.error("The browser tests need Chromium: install one, or set CHROMIUM_PATH to where it is.");
  return installed;
}

/** Prints one line, and the installers' output only if they fail. */
function install(): void {
  console.log("No browser found: installing Chromium for the tests.");
  const playwright = join(import.meta.dirname, "../node_modules/@playwright/test/cli.js");
  let said = run(process.execPath, playwright, "install", "chromium");
  if (!findBrowser() && process.platform === "linux" && process.getuid?.() === 0)
    said += run("apt-get", "update", "-qq") + run("apt-get", "install", "-y", "-qq", "chromium");
  if (!findBrowser()) console.error(said);
}

function run(command: string, ...args: string[]): string {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8", maxBuffer: MAX_OUTPUT_BYTES, env });
  return `${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}`;
}
