// `npm run screenshots` takes screenshots of the production build's pages, in both themes and two widths, into screenshots/ (ignored by
// git). Build first. `npm run screenshots -- docs` also updates those in the README.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { type App, root, startApp } from "../tests/support/app.ts";
import { askForLink, signedIn } from "../tests/support/test.ts";
import { ensureBrowser } from "./browser.ts";

const ADDRESS = "ada.lovelace@example.com";
const WIDTHS = { phone: 390, desktop: 1280 };
const THEMES = ["light", "dark"] as const;

/** A path, or the steps to a page. */
const SIGNED_OUT: Record<string, string | ((page: Page, app: App) => Promise<unknown>)> = {
  home: "/",
  "sign-in": "/sign-in",
  "sign-in-error": "/sign-in?error=OAuthCallbackError",
  "check-your-inbox": async (page, app) => {
    await page.goto("/sign-in");
    await askForLink(page, app, ADDRESS);
  },
  error: "/error?error=Verification",
  "last-resort": "/%ff",
};

const SIGNED_IN: typeof SIGNED_OUT = {
  "home-signed-in": "/",
  welcome: "/welcome",
  protected: "/protected",
  account: "/account",
};

const isForReadme = process.argv.includes("docs");
const target = join(root, "screenshots");
rmSync(target, { recursive: true, force: true });
const app = await startApp();
const browser = await chromium.launch({ executablePath: ensureBrowser() });
try {
  for (const colorScheme of THEMES)
    for (const [device, width] of Object.entries(WIDTHS)) {
      const open = () =>
        browser.newContext({
          baseURL: app.origin,
          colorScheme,
          viewport: { width, height: 844 },
          reducedMotion: "reduce",
        });
      await take(await open(), SIGNED_OUT, `${device}-${colorScheme}`);
      const context = await open();
      app.database.exec(`DELETE FROM "User"`);
      await signedIn(app, context, ADDRESS);
      await take(context, SIGNED_IN, `${device}-${colorScheme}`);
    }
  if (isForReadme)
    for (const colorScheme of THEMES) {
      const viewport = { width: 1000, height: 640 };
      const page = await browser.newPage({ baseURL: app.origin, colorScheme, viewport });
      await page.goto("/sign-in");
      await page.screenshot({ path: join(root, "docs", `sign-in${colorScheme === "dark" ? "-dark" : ""}.png`) });
    }
} finally {
  await browser.close();
  await app.stop();
}

async function take(context: BrowserContext, scenes: typeof SIGNED_OUT, suffix: string): Promise<void> {
  for (const [name, scene] of Object.entries(scenes)) {
    const page = await context.newPage();
    if (typeof scene === "string") await page.goto(scene, { waitUntil: "networkidle" });
    else await scene(page, app);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.screenshot({ path: join(target, `${name}-${suffix}.png`) });
    await page.close();
  }
  await context.close();
}
