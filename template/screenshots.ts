// `npm run screenshots -w template` takes the README's pictures anew, of the production build: docs/images. Build
// first.

import { join } from "node:path";
import { chromium } from "@playwright/test";
import { ensureBrowser } from "../scripts/browser.ts";
import { root, startApp } from "../tests/support/app.ts";
import { age, insertAccount, insertPasskey, insertSessionRow, signedIn } from "../tests/support/test.ts";

const ADDRESS = "ada.lovelace@example.com";
/** Of the user's other sessions. */
const AGENTS = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
  null,
];

const app = await startApp();
const browser = await chromium.launch({ executablePath: ensureBrowser() });
try {
  for (const colorScheme of ["light", "dark"] as const) {
    const viewport = { width: 1000, height: 640 };
    const context = await browser.newContext({ baseURL: app.origin, reducedMotion: "reduce", colorScheme, viewport });
    const page = await context.newPage();
    const show = async (path: string, name: string) => {
      await page.goto(path, { waitUntil: "networkidle" });
      const file = `${name}${colorScheme === "dark" ? "-dark" : ""}.png`;
      await page.screenshot({ path: join(root, "docs/images", file) });
    };
    await show("/sign-in", "sign-in");
    app.database.exec(`DELETE FROM "User"`);
    const user = await signedIn(app, context, ADDRESS);
    await age(app, context, user, 2);
    for (const agent of AGENTS) insertSessionRow(app, user.id, agent);
    insertAccount(app, user.id);
    for (const name of ["iCloud Keychain", "Passkey from Chrome on Windows"]) insertPasskey(app, user.id, name);
    await show("/account", "account");
    await context.close();
  }
} finally {
  await browser.close();
  await app.stop();
}
