// An edit to a page or its modules shows in an open browser without a reload.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { installedCopy } from "../../tests/support/copies.ts";
import { compiled, type DevServer, freePort, startDev } from "./support/dev-server.ts";

/** The development server compiles a page when it is first asked for. */
const COMPILE_TIMEOUT_MS = 60_000;

let folder: string;
let server: DevServer;

test.beforeAll(async () => {
  folder = installedCopy("dev-edits");
  server = await startDev(folder, { flags: ["--port", String(await freePort())] });
});

test.afterAll(() => server?.stop());

for (const file of ["src/routes/account/index.tsx", "src/components/Layout.tsx"])
  test(`edits to ${file} show, one after the other, also if the editor empties it before it writes`, async ({
    page,
  }) => {
    const origin = server.origins[0];
    await page.goto(`${origin}/sign-in`, { timeout: COMPILE_TIMEOUT_MS });
    await compiled(page);
    await page.getByRole("button", { name: "Continue with GitHub" }).click();
    await page.getByRole("button", { name: "Continue as Ada Lovelace" }).click();
    await expect(page).toHaveURL(/welcome|\/$/, { timeout: COMPILE_TIMEOUT_MS });
    await page.goto(`${origin}/account`, { timeout: COMPILE_TIMEOUT_MS });
    await compiled(page);
    await page.evaluate(() => Object.assign(window, { isFirst: true }));
    // The lines of the other file stay, and are on the same page.
    for (const words of [`A line of ${file}`, `Another line of ${file}`]) {
      const source = readFileSync(join(folder, file), "utf8");
      // At the end of the first component.
      const edited = source.replace(/\n *<\/[\w.]+>\n *\)+;/, (end) => `<p>${words}</p>${end}`);
      expect(edited, file).not.toBe(source);
      // Some editors empty a file before they write it. A slow disk takes this long, in which the server is told of it.
      writeFileSync(join(folder, file), "");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      writeFileSync(join(folder, file), edited);
      await expect(page.getByText(words, { exact: true })).toHaveCount(1);
      expect(await page.evaluate(() => "isFirst" in window), "still the page that was loaded").toBe(true);
    }
  });
