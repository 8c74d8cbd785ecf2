// Installing the browser with installers that print a lot: apt-get is a script of the test, and Playwright finds no
// server.

import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, inject, it } from "vitest";

const BROWSERS = pathToFileURL("scripts/browser.ts").href;
const NOISE = Array.from({ length: 400 }, (_, line) => `Selecting previously unselected package lib${line}.`).join(
  "\n",
);
const AS_ROOT = `data:text/javascript,${encodeURIComponent("process.getuid = () => 0")}`;

/** Playwright tries five times. */
const TIMEOUT_MS = 60_000;

/** @param body the script of apt-get, after its output */
function ensureBrowser(body: string) {
  const folder = mkdtempSync(join(inject("folder"), "browser-"));
  const aptGet = join(folder, "apt-get");
  writeFileSync(aptGet, `#!/bin/sh\necho "${NOISE}"\n${body}\n`);
  chmodSync(aptGet, 0o755);
  const script = `import { ensureBrowser } from ${JSON.stringify(BROWSERS)}; console.log(ensureBrowser());`;
  const args = ["--import", AS_ROOT, "--input-type=module", "--eval", script];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    // Playwright downloads from this server only, and keeps its browsers in this folder.
    env: { PATH: folder, PLAYWRIGHT_BROWSERS_PATH: folder, PLAYWRIGHT_DOWNLOAD_HOST: "http://127.0.0.1:9" },
  });
  return { folder, stdout, stderr };
}

// Other systems have no apt-get, and keep browsers in other folders.
if (process.platform === "linux") {
  it("prints one line, and nothing of what the installers say", { timeout: TIMEOUT_MS }, () => {
    const { folder, stdout, stderr } = ensureBrowser('/bin/echo > "$(/usr/bin/dirname "$0")/chromium"');
    expect(stdout).toBe(`No browser found: installing Chromium for the tests.\n${join(folder, "chromium")}\n`);
    expect(stderr).not.toContain("Selecting");
  });

  it("that fails shows what the installers said, and what to do", { timeout: TIMEOUT_MS }, () => {
    const { stdout, stderr } = ensureBrowser("/bin/echo No space left on device. >&2; exit 1");
    expect(stdout).toBe("No browser found: installing Chromium for the tests.\nundefined\n");
    expect(stderr).toContain("No space left on device.");
    expect(stderr).toContain("set CHROMIUM_PATH to where it is");
  });
}
