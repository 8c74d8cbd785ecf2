// The look-up of a browser for the tests, on a machine that has none and cannot reach Playwright's server.

import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, inject, it } from "vitest";

const BROWSERS = pathToFileURL("scripts/browser.ts").href;
const AS_ROOT = `data:text/javascript,${encodeURIComponent("process.getuid = () => 0")}`;

/** Playwright tries five times. */
const TIMEOUT_MS = 60_000;

// Other systems have no apt-get, and keep browsers in other folders.
if (process.platform === "linux")
  it("a missing browser installs nothing in the system, also for root: it says what to run", {
    timeout: TIMEOUT_MS,
  }, () => {
    const folder = mkdtempSync(join(inject("folder"), "browser-"));
    const [aptGet, called] = [join(folder, "apt-get"), join(folder, "called")];
    writeFileSync(aptGet, `#!/bin/sh\n/bin/echo "$@" >> ${called}\n`);
    chmodSync(aptGet, 0o755);
    const script = `import { ensureBrowser } from ${JSON.stringify(BROWSERS)}; console.log(ensureBrowser());`;
    const args = ["--import", AS_ROOT, "--input-type=module", "--eval", script];
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      encoding: "utf8",
      // Playwright downloads from this server only, and keeps its browsers in this folder.
      env: { PATH: folder, PLAYWRIGHT_BROWSERS_PATH: folder, PLAYWRIGHT_DOWNLOAD_HOST: "http://127.0.0.1:9" },
    });
    expect(stdout).toBe("No browser found: Playwright downloads Chromium for the tests.\nundefined\n");
    expect(stderr).toContain("127.0.0.1:9");
    expect(stderr).toContain("apt-get install chromium");
    expect(stderr).toContain("set CHROMIUM_PATH to where it is");
    expect(existsSync(called)).toBe(false);
  });
