// `npm run paint -w template` measures the largest contentful paint of /sign-in on a slow network: a first visit and a
// later one, to the build as it is and through nginx as docs/deploy/server.md configures it. Build first. Another
// build is measured by its folder: `npm run paint -w template -- /path/to/project`.

import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Browser, chromium } from "@playwright/test";
import { ensureBrowser } from "../scripts/browser.ts";
import { ended, freePort, root, startApp } from "../tests/support/app.ts";
import { plainConfiguration, startNginx } from "./tests/support/nginx.ts";

const RUNS = 3;
const POLL_MS = 50;

/** Slow 3G, as Chromium's tools define it: two seconds before each answer, 50 kB a second. */
const SLOW = { offline: false, latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** @returns the paints of a first visit and of a later one, in milliseconds */
async function paintsOf(browser: Browser, origin: string): Promise<[first: number, later: number]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", SLOW);
  const paint = async () => {
    await page.goto(`${origin}/sign-in`, { timeout: 60_000 });
    return page.evaluate(
      () =>
        new Promise<number>((found) => {
          new PerformanceObserver((list) => found(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
            type: "largest-contentful-paint",
            buffered: true,
          });
        }),
    );
  };
  const paints: [number, number] = [await paint(), await paint()];
  await context.close();
  return paints;
}

const folder = resolve(process.argv[2] ?? root);
const app = await startApp(folder);
const proxied = `http://localhost:${await freePort()}`;
// A server of its own: another origin than AUTH_URL's would redirect.
const behind = await startApp(folder, { AUTH_URL: proxied });
const nginx = startNginx(plainConfiguration(Number(new URL(proxied).port), [new URL(behind.origin).host]));
const browser = await chromium.launch({ executablePath: ensureBrowser() });
try {
  while (!(await fetch(proxied).catch(() => undefined))?.ok) await setTimeout(POLL_MS);
  for (const [name, origin] of [
    ["as it is", app.origin],
    ["through nginx", proxied],
  ] as const) {
    const runs: [number, number][] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await paintsOf(browser, origin));
    for (const [index, visit] of ["first", "later"].entries()) {
      const seconds = runs.map((paints) => (paints[index] ?? 0) / 1000).sort((one, other) => one - other);
      console.log(`${name}, ${visit} visit: ${seconds.map((value) => value.toFixed(2)).join(" ")} s`);
    }
  }
} finally {
  await browser.close();
  await ended(nginx);
  await behind.stop();
  await app.stop();
}
