// What an action refuses: at its fields, with what was typed, with JavaScript and without, and for a form that was sent
// before the page's script ran.

import type { BrowserContext, Locator, Page } from "@playwright/test";
import { pressAgainText } from "../../src/messages/errors.ts";
import { claimed, expect, signedIn, test } from "../../tests/support/test.ts";
import { LAB } from "./support/variants.ts";

test.use({ variant: LAB });

const PAGE = "/protected/invoice";
const PASSWORD = "a-secret-password";
const FILE = { name: "scan.txt", mimeType: "text/plain", buffer: Buffer.from("a secret scan") };

/** What is typed. The note is longer than it may be, and begins with an empty line. */
const TEXTS: Record<string, string> = {
  Customer: "Ada & Co",
  "Text 1": "Apples",
  "Price 1": "12",
  "Text 2": "Pears",
  "Price 2": "many",
  Count: "7",
  Due: "2026-12-24",
  Note: `\nA note\n${"x".repeat(5000)}`,
};
const OWN_TEXTS = Object.fromEntries(Object.keys(TEXTS).map((name) => [name, ""]));

/** What is chosen, and what is without a choice. */
const CHOICES = { Paid: false, "Size s": false, "Size m": true, New: false, Old: true, Odd: true };
const OWN_CHOICES = { Paid: true, "Size s": true, "Size m": false, New: true, Old: false, Odd: false };

const box = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

async function fill(page: Page): Promise<void> {
  for (const [name, text] of Object.entries(TEXTS)) await field(page, name).fill(text);
  for (const [name, isTicked] of Object.entries(CHOICES))
    if (name !== "Size s") await field(page, name).setChecked(isTicked);
  await field(page, "Currency").selectOption("USD");
  await field(page, "Colours").selectOption(["green", "blue"]);
  await field(page, "Code").fill("typed anew");
  await field(page, "Password").fill(PASSWORD);
  await field(page, "Scan").setInputFiles(FILE);
}

/** Expects what `fill` has typed and chosen, or else the fields' own values. @param code is kept over no sign-in */
async function expectFields(page: Page, isTyped: boolean, code = isTyped, password = false): Promise<void> {
  for (const [name, text] of Object.entries(isTyped ? TEXTS : OWN_TEXTS))
    await expect(field(page, name), name).toHaveValue(text);
  for (const [name, isTicked] of Object.entries(isTyped ? CHOICES : OWN_CHOICES))
    await expect(field(page, name), name).toBeChecked({ checked: isTicked });
  await expect(field(page, "Currency")).toHaveValue(isTyped ? "USD" : "EUR");
  await expect(field(page, "Colours")).toHaveValues(isTyped ? ["green", "blue"] : ["red"]);
  await expect(field(page, "Code")).toHaveValue(code ? "typed anew" : "");
  await expect(field(page, "Password")).toHaveValue(password ? PASSWORD : "");
}

async function expectError(field: Locator, text: string): Promise<void> {
  await expect(field).toHaveAccessibleDescription(text);
  await expect(field).toHaveAttribute("aria-invalid", "true");
}

/** What the server sets as cookies from now on. */
function cookiesOf(page: Page): string[] {
  const cookies: string[] = [];
  page.on("response", async (response) => {
    for (const { name, value } of await response.headersArray())
      if (name.toLowerCase() === "set-cookie") cookies.push(value);
  });
  return cookies;
}

/** The errors of the page's own scripts. */
function failuresOf(page: Page): string[] {
  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(String(error)));
  return failures;
}

const MODES = {
  "with JavaScript": {},
  "without JavaScript": { javaScriptEnabled: false },
  "sent early": { early: true },
};

for (const [mode, options] of Object.entries(MODES))
  test.describe(mode, () => {
    test.use(options);
    const isPlain = mode !== "with JavaScript";

    /** Opens a page. Its scripts are held back if the form is to be sent early. @returns lets them through */
    async function open(page: Page, context: BrowserContext, path: string): Promise<() => void> {
      if (mode !== "sent early") {
        await page.goto(path);
        return () => {};
      }
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await context.route("**/*.js", async (route) => {
        await released;
        await route.continue();
      });
      await page.goto(path, { waitUntil: "commit" });
      return release;
    }

    test("each field says what is wrong with it, and keeps what was typed", async ({ page, app, context }) => {
      const [cookies, failures] = [cookiesOf(page), failuresOf(page)];
      await signedIn(app, context);
      const release = await open(page, context, PAGE);
      await fill(page);
      await page.getByRole("button", { name: "Save" }).click();

      await expectError(box(page, "Price 2"), "The price is no number.");
      release();
      if (mode !== "without JavaScript") await claimed(page);
      await expectError(box(page, "Price 2"), "The price is no number.");
      await expectError(box(page, "Note"), "The note is too long.");
      await expect(box(page, "Price 2")).toBeFocused();
      await expect(page.getByRole("alert")).toHaveCount(2);
      await expect(box(page, "Customer")).toHaveAccessibleDescription("As in the contract.");
      await expectFields(page, true, true, !isPlain);

      await box(page, "Price 2").fill("7");
      await box(page, "Note").fill("Short");
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByLabel("Scan").setInputFiles(FILE);
      await page.getByRole("button", { name: "Save" }).click();
      const saved = page.getByRole("list", { name: "Saved" }).getByRole("listitem");
      await expect(saved.last()).toHaveText(
        "Ada & Co; USD; ; a secret scan; Apples 12, Pears 7; m; old,odd; green,blue; 7; 2026-12-24; typed anew; R-7",
      );
      // The form is ready for the next one.
      await expectFields(page, false);
      await expect(page.getByRole("alert")).toHaveCount(0);
      // Nothing of it was stored.
      expect(cookies.filter((cookie) => !cookie.startsWith("authjs.csrf-token="))).toEqual([]);
      expect(failures).toEqual([]);
    });

    test("input of an ended session is there after the sign-in, or asked for again", async ({ page, app, context }) => {
      await signedIn(app, context);
      const own = await context.cookies();
      const release = await open(page, context, PAGE);
      await fill(page);
      await context.clearCookies();
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page).toHaveURL(/\/sign-in\?error=SessionRequired/);
      release();
      await context.addCookies(own);
      await page.goto(new URL(page.url()).searchParams.get("callbackUrl") ?? "");
      await expect(page.getByRole("alert")).toHaveText(pressAgainText.text);
      await expectFields(page, !isPlain, false);
    });

    test("a refusal needs no Referer, can be loaded again, and leaves nothing", async ({ page, app, context }) => {
      await signedIn(app, context);
      await page.goto("/");
      const release = await open(page, context, PAGE);
      await page.evaluate(() => {
        const policy = { name: "referrer", content: "no-referrer" };
        document.head.append(Object.assign(document.createElement("meta"), policy));
      });
      await fill(page);
      const sent = page.waitForRequest((request) => request.method() === "POST");
      await page.getByRole("button", { name: "Save" }).click();
      expect((await (await sent).allHeaders()).referer).toBeUndefined();
      await expectError(box(page, "Price 2"), "The price is no number.");
      release();
      if (mode !== "without JavaScript") await claimed(page);
      // The script gives the page its own address.
      if (mode !== "without JavaScript") await expect(page).toHaveURL(PAGE);
      await page.reload();
      // Without the script, the browser sends it again.
      const isSentAgain = mode === "without JavaScript";
      await expectFields(page, isSentAgain);
      await expect(page.getByText("The price is no number.")).toHaveCount(isSentAgain ? 1 : 0);
      await page.goBack();
      if (!isPlain) await page.goForward();
      await expect(page).toHaveURL(PAGE);
      await expect(box(page, "Customer")).toHaveValue(isPlain ? "Ada & Co" : "");
      await expect(page.getByRole("alert")).toHaveCount(0);
      await page.getByRole("button", { name: "Save" }).click();
      await expectError(field(page, "Password"), "The password is too short.");
      for (const become of [async () => {}, () => signedIn(app, context)]) {
        await become();
        await page.goto(PAGE);
        await expectFields(page, false);
        await expect(page.getByRole("alert")).toHaveCount(0);
      }
    });

    test("a form of SolidStart's documentation gets its result, and leaves no input", async ({ page, context }) => {
      const [cookies, failures] = [cookiesOf(page), failuresOf(page)];
      const release = await open(page, context, "/stock");
      await box(page, "Name").fill("Ada");
      await box(page, "Secret").fill("a secret");
      await page.getByRole("button", { name: "Subscribe" }).click();
      await expect(page.getByRole("alert")).toHaveText("No Ada");
      release();
      if (mode !== "without JavaScript") await claimed(page);
      await expect(page.getByRole("alert")).toHaveText("No Ada");
      await expect(box(page, "Name")).toHaveValue("Ada");
      expect(cookies).toEqual([]);
      // The result is shown once: the next visit has none.
      await page.goto("/stock");
      await expect(box(page, "Name")).toHaveValue("");
      await expect(page.getByRole("alert")).toHaveCount(0);
      expect(failures).toEqual([]);
    });
  });
