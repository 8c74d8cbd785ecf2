// The look-up of a browser for the tests, on a machine that has none and cannot reach Playwright's server.

import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, inject, it } from "vitest";

const BROWSERS = pathToFileURL("scripts/browser.ts").href;
/** Root, with a terminal or without one. */
const asRoot = (isTTY: boolean) =>
  `data:text/javascript,${encodeURIComponent(`process.getuid = () => 0; process.stdin.isTTY = ${isTTY}`)}`;

/** Playwright tries five times. */
const TIMEOUT_MS = 60_000;

/** Playwright downloads from this server only, and keeps its browsers in the folder. */
function ensureBrowser({ isTTY }: { isTTY: boolean }) {
  const folder = mkdtempSync(join(inject("folder"), "browser-"));
  const [aptGet, called, chromium] = ["apt-get", "called", "chromium-headless-shell"].map((name) => join(folder, name));
  writeFileSync(String(aptGet), `#!/bin/sh\n/bin/echo "$@" >> ${called}\n/bin/echo > ${chromium}\n`);
  chmodSync(String(aptGet), 0o755);
  const script = `import { ensureBrowser } from ${JSON.stringify(BROWSERS)}; console.log(ensureBrowser());`;
  const args = ["--import", asRoot(isTTY), "--input-type=module", "--eval", script];
  const env = { PATH: folder, PLAYWRIGHT_BROWSERS_PATH: folder, PLAYWRIGHT_DOWNLOAD_HOST: "http://127.0.0.1:9" };
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env });
  const installed = existsSync(String(called)) ? readFileSync(String(called), "utf8") : "";
  return { stdout, stderr, installed, chromium };
}

// Other systems have no apt-get, and keep browsers in other folders.
if (process.platform === "linux") {
  it("the message at a terminal without a browser says what to run, and nothing is installed in the system, even as root", {
    timeout: TIMEOUT_MS,
  }, () => {
    const { stdout, stderr, installed } = ensureBrowser({ isTTY: true });
    expect(stdout).toBe("No browser found: Playwright downloads Chromium for the tests.\nundefined\n");
    expect(stderr).toContain("127.0.0.1:9");
    expect(stderr).toContain("apt-get install chromium");
    expect(stderr).toContain("set CHROMIUM_PATH to where it is");
    expect(installed).toBe("");
  });

  it("root without a terminal gets Debian's browser if Playwright's server cannot be reached", {
    timeout: TIMEOUT_MS,
  }, () => {
    const { stdout, installed, chromium } = ensureBrowser({ isTTY: false });
    expect(installed).toBe("-qq update\n-qq install -y chromium-headless-shell\n");
    expect(stdout).toContain(chromium);
  });
}
