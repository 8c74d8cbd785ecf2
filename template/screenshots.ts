// `npm run screenshots -w template` takes screenshots of the production build's pages, in both themes and two widths,
// into screenshots/ (ignored by git). Pages are shown in full length. Build first. `npm run screenshots -w template --
// docs` also updates those in the README.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { ensureBrowser } from "../scripts/browser.ts";
import { type App, root, startApp } from "../tests/support/app.ts";
import { serveFetch } from "../tests/support/peer.ts";
import {
  age,
  askForEmail,
  askForLink,
  insertAccount,
  insertPasskey,
  insertSessionRow,
  type SignedInUser,
  signedIn,
} from "../tests/support/test.ts";

const ADDRESS = "ada.lovelace@example.com";
const WIDTHS = { phone: 390, desktop: 1280 };
const HEIGHT = 844;
const THEMES = ["light", "dark"] as const;

/** The steps to a page. */
type Scene = (page: Page, app: App) => Promise<unknown>;
type Scenes = Record<string, string | Scene>;

/** A path, or the steps to a page. */
const SIGNED_OUT: Scenes = {
  home: "/",
  "home-sent-away": "/protected",
  "sign-in": "/sign-in",
  "sign-in-error": "/sign-in?error=OAuthCallbackError",
  "check-your-inbox": async (page, app) => {
    await page.goto("/sign-in");
    await askForLink(page, app, ADDRESS);
  },
  "code-mistyped": async (page) => {
    await page.goto("/verify-request");
    await page.getByRole("textbox", { name: "Code" }).fill("BBBB-BBBB");
    await page.getByRole("alert").waitFor();
  },
  report: "/sign-in/report?token=x",
  undo: "/sign-in/undo?token=x",
  confirm: `/sign-in/confirm?token=x&email=${ADDRESS}`,
  mail: async (page, app) => {
    const mailbox = await serveFetch(async (request) => app.mailbox.handler(request));
    await page.goto(`${mailbox.url}/dev/mail/newest?to=${ADDRESS}`);
    await mailbox.close();
  },
  github: async (page) => {
    await page.goto("/sign-in");
    await page.getByRole("button", { name: "Continue with GitHub" }).click();
    await page.getByLabel("Username").waitFor();
  },
  error: "/error?error=Verification",
  "last-resort": "/%ff",
};

const SIGNED_IN: Scenes = {
  "home-signed-in": "/",
  welcome: "/welcome",
  protected: "/protected",
  "protected-client": "/protected/client",
  "account-new": "/account",
  "connect-cancelled": "/account?error=OAuthCallbackError&code=connect",
  "sign-out": "/sign-out",
};

/** The pages of a user with passkeys, a provider and several sessions. */
const AT_HOME: Scenes = {
  account: "/account",
  "account-menu": async (page) => {
    await page.goto("/account");
    await page.getByRole("banner").getByRole("button").click();
  },
  "account-renaming": async (page) => {
    await page.goto("/account");
    await page.getByRole("button", { name: "Rename" }).first().click();
    await page.getByRole("button", { name: "Change email" }).click();
  },
  "account-asking": async (page) => {
    await page.goto("/account", { waitUntil: "networkidle" });
    for (const name of ["Disconnect GitHub", "Remove", "Sign out other sessions"])
      await page.getByRole("button", { name }).first().click();
  },
  "account-refused": async (page) => {
    await page.goto("/account");
    await askForEmail(page, `${"x".repeat(250)}@example.com`);
    await page.getByRole("alert").waitFor();
  },
  "account-notice": async (page) => {
    await page.goto("/account");
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ada Lovelace");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("status").waitFor();
  },
  "sign-in-again": "/sign-in?error=FreshSignInRequired&callbackUrl=/account",
};

const AGENTS = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
  null,
];

const isForReadme = process.argv.includes("docs");
const target = join(root, "screenshots");
rmSync(target, { recursive: true, force: true });
const app = await startApp();
const browser = await chromium.launch({ executablePath: ensureBrowser() });
try {
  const open = () => browser.newContext({ baseURL: app.origin, reducedMotion: "reduce" });
  const visitor = await open();
  await take(visitor, SIGNED_OUT);
  await visitor.close();

  const context = await open();
  const user = await signedIn(app, context, ADDRESS);
  await take(context, SIGNED_IN);
  await furnish(context, user);
  await take(context, AT_HOME);
  await context.close();
  if (isForReadme)
    for (const colorScheme of THEMES) {
      const viewport = { width: 1000, height: 640 };
      const context = await browser.newContext({ baseURL: app.origin, colorScheme, viewport });
      const page = await context.newPage();
      const show = async (name: string) => {
        const file = `${name}${colorScheme === "dark" ? "-dark" : ""}.png`;
        await page.screenshot({ path: join(root, "docs/images", file) });
      };
      await page.goto("/sign-in", { waitUntil: "networkidle" });
      await show("sign-in");
      app.database.exec(`DELETE FROM "User"`);
      await furnish(context, await signedIn(app, context, ADDRESS));
      await page.goto("/account", { waitUntil: "networkidle" });
      await show("account");
      await context.close();
    }
} finally {
  await browser.close();
  await app.stop();
}

/** Gives a user two passkeys, a GitHub account, and sessions on other devices. */
async function furnish(context: BrowserContext, user: SignedInUser): Promise<void> {
  await age(app, context, user, 2);
  for (const agent of AGENTS) insertSessionRow(app, user.id, agent);
  insertAccount(app, user.id);
  for (const name of ["iCloud Keychain", "Passkey from Chrome on Windows"]) insertPasskey(app, user.id, name);
}

/** Takes each page in both themes and two widths: all that depends on these is in the stylesheet. */
async function take(context: BrowserContext, scenes: Scenes): Promise<void> {
  for (const [name, scene] of Object.entries(scenes)) {
    const page = await context.newPage();
    if (typeof scene === "string") await page.goto(scene, { waitUntil: "networkidle" });
    else await scene(page, app);
    await page.getByRole("heading", { level: 1 }).waitFor();
    for (const colorScheme of THEMES)
      for (const [device, width] of Object.entries(WIDTHS)) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: HEIGHT });
        await page.screenshot({ path: join(target, `${name}-${device}-${colorScheme}.png`), fullPage: true });
      }
    await page.close();
  }
}
