// `npm run film -w template` films a first visit to the production build, in a real browser: the README's film. Build
// first.

import { join } from "node:path";
import { chromium, type Locator } from "@playwright/test";
import WebP from "node-webpmux";
import { ensureBrowser } from "../scripts/browser.ts";
import { root, startApp } from "../tests/support/app.ts";
import { serveFetch } from "../tests/support/peer.ts";
import { addAuthenticator, codeIn, mailTo, withoutAutofill } from "../tests/support/test.ts";

const ADDRESS = "ada@example.com";
const SIZE = { width: 960, height: 720 };
/** Of each picture, in percent. */
const QUALITY = 80;

/** How long pictures stay, in milliseconds. */
const KEYS = 120;
const PRESS = 600;
const GLANCE = 1200;
const READ = 2200;

const target = join(root, "docs/images/film.webp");
const app = await startApp();
const mailbox = await serveFetch(async (request) => app.mailbox.handler(request));
const browser = await chromium.launch({ executablePath: ensureBrowser() });
try {
  const page = await browser.newPage({ baseURL: app.origin, viewport: SIZE, reducedMotion: "reduce" });
  await withoutAutofill(page);
  // "Sign in" leads to the page with the button, as in browsers that cannot ask for a passkey at once.
  await page.addInitScript(() => {
    PublicKeyCredential.getClientCapabilities = async () => ({});
  });
  await addAuthenticator(page);
  const camera = await page.context().newCDPSession(page);
  const frames: { buffer: Buffer; delay: number }[] = [];

  /** Adds a picture of the page. */
  async function show(delay: number): Promise<void> {
    const { data } = await camera.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
    frames.push({ buffer: Buffer.from(data, "base64"), delay });
  }

  async function arriveAt(heading: string | RegExp, delay: number): Promise<void> {
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await page.waitForLoadState("networkidle");
    await show(delay);
  }

  /** Shows which button it is, then presses it. */
  async function press(button: Locator): Promise<void> {
    await button.scrollIntoViewIfNeeded();
    await button.hover();
    const outline = (value: string) =>
      button.evaluate((element, outline) => Object.assign((element as HTMLElement).style, { outline }), value);
    await outline("3px solid orange");
    await show(PRESS);
    await outline("");
    await button.click();
  }

  /** Types into a field, and shows every third key. */
  async function type(label: string, text: string): Promise<void> {
    const field = page.getByRole("textbox", { name: label, exact: true });
    for (let end = 3; end < text.length + 3; end += 3) {
      await field.fill(text.slice(0, end));
      await show(KEYS);
    }
    await show(PRESS);
  }

  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const link = (name: string) => page.getByRole("main").getByRole("link", { name, exact: true });

  await page.goto("/");
  await arriveAt("Sign-in for SolidStart", READ);
  await press(link("Get started"));
  await arriveAt("Sign in to", GLANCE);
  await type("Email", ADDRESS);
  await press(button("Email me a link"));
  await arriveAt("Check your inbox", GLANCE);
  const mail = await mailTo(app, ADDRESS);
  await page.goto(`${mailbox.url}/dev/mail/newest?to=${ADDRESS}`);
  await arriveAt("Sign in to", GLANCE);
  await page.frameLocator("iframe").getByText(codeIn(mail)).scrollIntoViewIfNeeded();
  await show(GLANCE);
  await page.goto("/verify-request");
  // A complete code is sent by the page.
  await type("Code", codeIn(mail));
  await arriveAt("Welcome", GLANCE);
  await type("Name", "Ada");
  await press(button("Save and continue"));
  await arriveAt("Good to see you, Ada", GLANCE);
  await press(page.getByRole("main").getByRole("link", { name: "Your account" }));
  await arriveAt("Your account", GLANCE);
  await press(button("Add a passkey"));
  await page.getByRole("status").filter({ hasText: "Your passkey is ready" }).waitFor();
  await show(READ);

  const header = page.getByRole("banner");
  await press(header.getByRole("button"));
  await press(header.getByRole("button", { name: "Sign out" }));
  await arriveAt("Sign-in for SolidStart", PRESS);
  await press(link("Protected page"));
  await arriveAt("Sign-in for SolidStart", READ);
  await press(link("Go to sign-in"));
  await arriveAt("Sign in to", GLANCE);
  await press(button("Sign in with a passkey"));
  await arriveAt("Hello, Ada", READ + GLANCE);

  const animation = frames.map(({ buffer, delay }) => WebP.Image.generateFrame({ buffer, delay }));
  await WebP.Image.save(target, { ...SIZE, loops: 0, frames: await Promise.all(animation) });
  const seconds = frames.reduce((sum, { delay }) => sum + delay, 0) / 1000;
  console.log(`${frames.length} pictures, ${seconds} seconds: ${target}`);
} finally {
  await browser.close();
  await mailbox.close();
  await app.stop();
}
