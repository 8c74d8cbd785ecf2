// Finds a Chromium for the browser tests: the one in CHROMIUM_PATH, then Playwright's, then the system's. If there is
// none, Playwright downloads one into its own folder. The system's packages are only used without a terminal, as in the
// containers of CI.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

/** Chromium draws no window around its pages, so the tests take a quarter less time. */
const WINDOWLESS = "chromium-headless-shell";
const NAMES = [WINDOWLESS, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:/Program Files/Google/Chrome/Application/chrome.exe",
  "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
];

/** The limit is large, because Playwright prints its progress many times. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

const MISSING =
  "The browser tests need Chromium: install one (on Debian, `apt-get install chromium`), or set CHROMIUM_PATH to where it is.";

/** @returns the path of a Chromium, or undefined if there is none */
export function findBrowser(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  const onPath = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [chromium.executablePath(), ...onPath, ...PLACES].find((path) => existsSync(path));
}

/**
 * The browser for browser tests. By default, Playwright starts the browser without windows that it downloaded beside
 * its Chromium.
 * @returns the path to start, or undefined for Playwright's own
 */
export function browserOfTests(): string | undefined {
  const found = findBrowser();
  return found === chromium.executablePath() ? undefined : found;
}

/**
 * @returns the path of a Chromium, downloaded now if there was none; undefined, with advice, if the download failed
 */
export function ensureBrowser(): string | undefined {
  const found = findBrowser();
  if (found) return found;
  if (!process.env.CHROMIUM_PATH) download();
  if (!process.env.CHROMIUM_PATH && !findBrowser() && isUnattended()) installPackage();
  const downloaded = findBrowser();
  if (!downloaded) console.error(MISSING);
  return downloaded;
}

/** Root on Linux, without a terminal: no user reads advice there. */
function isUnattended(): boolean {
  return process.platform === "linux" && process.getuid?.() === 0 && !process.stdin.isTTY;
}

/** Installs Debian's browser, on machines that reach Debian's packages, but not Playwright's server. */
function installPackage(): void {
  console.log("Nobody is at a terminal: apt-get installs Chromium.");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", WINDOWLESS]])
    spawnSync("apt-get", ["-qq", ...args], { stdio: ["ignore", "ignore", "inherit"], env });
}

/** Prints one line, and Playwright's output only if it fails. */
function download(): void {
  console.log("No browser found: Playwright downloads Chromium for the tests.");
  const playwright = join(import.meta.dirname, "../node_modules/@playwright/test/cli.js");
  const args = [playwright, "install", "chromium"];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: MAX_OUTPUT_BYTES });
  if (!findBrowser()) console.error(`${stdout}${stderr}`);
}
