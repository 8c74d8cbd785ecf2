// The plain page is the floor: no object of the browser that is missing, null or throws takes a page or a form away.

import type { Browser, BrowserContext } from "@playwright/test";
import { type App, root } from "../../tests/support/app.ts";
import {
  askForLink,
  claimed,
  codeIn,
  expect,
  expectNotice,
  mailTo,
  newClient,
  newEmail,
  signOut,
  test,
} from "../../tests/support/test.ts";
import { type BrowserObject, newObjects } from "./support/browser-objects.ts";

/** The objects that a browser's settings or an extension can take away, and whether each is null then, or throws. */
const OPTIONAL = { BroadcastChannel: false, sessionStorage: true, matchMedia: true, AbortController: true };

/** Runs in the page, before its own scripts. */
function remove({ name, interfaces }: BrowserObject): void {
  const [owner = "", member] = name.split(".");
  if (member) Reflect.deleteProperty(Reflect.get(window, owner) ?? {}, member);
  else if (name in window) Object.defineProperty(window, name, { configurable: true, value: undefined });
  else for (const each of interfaces) Reflect.deleteProperty(Reflect.get(window, each)?.prototype ?? {}, name);
}

/** Runs in the page, before its own scripts. Firefox and Chromium throw this where cookies are blocked. */
function breakIt({ name, isNull }: { name: string; isNull: boolean }): void {
  function throws(): never {
    throw new DOMException("The operation is insecure.", "SecurityError");
  }
  // A constructor exists, and throws when it is called.
  const isFunction = typeof Reflect.get(window, name) === "function";
  const throwing = isFunction ? { value: throws } : { get: throws };
  Object.defineProperty(window, name, { configurable: true, ...(isNull ? { value: null } : throwing) });
}

/** A visitor in a browser of their own walks through the application. */
async function walk(browser: Browser, app: App, prepare: (context: BrowserContext) => Promise<unknown>): Promise<void> {
  const context = await browser.newContext({
    baseURL: app.origin,
    extraHTTPHeaders: { "x-forwarded-for": newClient() },
  });
  await prepare(context);
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Sign in", exact: true })).toBeVisible();
  const address = newEmail();
  await page.goto("/sign-in");
  await askForLink(page, app, address);
  // The script sends a code that is complete.
  await claimed(page);
  await page.getByRole("textbox", { name: "Code" }).fill(codeIn(await mailTo(app, address)));
  await page.waitForURL(({ pathname }) => pathname === "/welcome");
  await page.goto("/account");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ada Lovelace");
  await page.getByRole("button", { name: "Save" }).click();
  await expectNotice(page, "nameSaved");
  await signOut(page);
  await context.close();
}

test("a visitor signs in, saves a name and signs out without what browsers of 2023 lack", async ({ browser, app }) => {
  const objects = newObjects(root);
  expect(objects.map(({ name }) => name)).toContain("hidePopover");
  await walk(browser, app, async (context) => {
    for (const object of objects) await context.addInitScript(remove, object);
  });
});

test("a visitor signs in, saves a name and signs out where BroadcastChannel throws, and sessionStorage and matchMedia are null", ({
  browser,
  app,
}) =>
  walk(browser, app, async (context) => {
    for (const [name, isNull] of Object.entries(OPTIONAL)) await context.addInitScript(breakIt, { name, isNull });
  }));

test("a form whose script fails is sent by the browser itself", ({ browser, app }) =>
  walk(browser, app, (context) => context.addInitScript(breakIt, { name: "FormData", isNull: false })));

/** An extension's or a proxy's change to the page, before its script runs. */
const CHANGES: [what: string, change: (html: string) => string][] = [
  ["an element put first into main", (html) => html.replace(/<main[^>]*>/, "$&<b>extension</b>")],
  ["comments taken out", (html) => html.replaceAll(/<!--.*?-->/g, "")],
];

for (const [what, change] of CHANGES)
  test(`the page works with ${what}`, async ({ page, app }) => {
    await page.route("**/sign-in", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: change(await response.text()) });
    });
    await page.goto("/sign-in");
    await claimed(page);
    await askForLink(page, app, newEmail());
  });
