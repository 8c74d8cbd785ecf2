// What an action refuses: at its fields, with what was typed, with JavaScript and without, and for a form that was sent
// before the page's script ran.

import type { Locator, Page } from "@playwright/test";
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

/** Expects the input of `fill`, or else the fields' own values. @param password the script alone keeps it */
async function expectFields(page: Page, isTyped: boolean, password = false, code = isTyped): Promise<void> {
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

const MODES = {
  "with JavaScript": {},
  "without JavaScript": { javaScriptEnabled: false },
  "sent early": { early: true },
};

for (const [mode, options] of Object.entries(MODES))
  test.describe(mode, () => {
    test.use(options);

    test("each field says what is wrong with it, and keeps what was typed", async ({ page, app, context }) => {
      await signedIn(app, context);
      const cookies: string[] = [];
      page.on("response", async (response) => {
        for (const { name, value } of await response.headersArray())
          if (name.toLowerCase() === "set-cookie") cookies.push(value);
      });
      const failures: string[] = [];
      page.on("pageerror", (error) => failures.push(String(error)));
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      if (mode === "sent early") await context.route("**/*.js", (route) => released.then(() => route.continue()));
      await page.goto(PAGE, { waitUntil: mode === "sent early" ? "commit" : "load" });
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
      await expectFields(page, true, mode === "with JavaScript");

      await box(page, "Price 2").fill("7");
      await box(page, "Note").fill("Short");
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByLabel("Scan").setInputFiles(FILE);
      await page.getByRole("button", { name: "Save" }).click();
      const saved = page.getByRole("list", { name: "Saved" }).getByRole("listitem");
      await expect(saved.last()).toHaveText(
        "Ada & Co; USD; ; a secret scan; Apples 12, Pears 7; m; old,odd,all; green,blue; 7; 2026-12-24; typed anew; R-7",
      );
      // The form is ready for the next one.
      await expectFields(page, false);
      await expect(page.getByRole("alert")).toHaveCount(0);
      // Nothing of it was stored.
      expect(cookies.filter((cookie) => !cookie.startsWith("authjs.csrf-token="))).toEqual([]);
      expect(failures).toEqual([]);
    });
  });

test("each kind of field has what was typed when the session ended after the sign-in, but secrets and codes", async ({
  page,
  app,
  context,
}) => {
  await signedIn(app, context);
  const own = await context.cookies();
  await page.goto(PAGE);
  await fill(page);
  await context.clearCookies();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/sign-in\?error=SessionRequired/);
  await context.addCookies(own);
  await page.goto(new URL(page.url()).searchParams.get("callbackUrl") ?? "");
  await expect(page.getByRole("alert")).toHaveText(pressAgainText.text);
  await expectFields(page, true, false, false);
  await expect(page.locator("[name=tags][type=hidden]")).toHaveValue("all");
});
