// What an action refuses: at its fields, with what was typed, with JavaScript and without, and for a form that was sent
// before the page's script ran.

import type { BrowserContext, Locator, Page } from "@playwright/test";
import { claimed, expect, signedIn, test } from "../../tests/support/test.ts";
import { LAB } from "./support/variants.ts";

test.use({ variant: LAB });

const PASSWORD = "a-secret-password";
const FILE = { name: "scan.txt", mimeType: "text/plain", buffer: Buffer.from("a secret scan") };

/** Longer than it may be, and beginning with an empty line. */
const NOTE = `\nA note\n${"x".repeat(5000)}`;

const box = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

async function fill(page: Page): Promise<void> {
  await box(page, "Customer").fill("Ada & Co");
  await box(page, "Text 1").fill("Apples");
  await box(page, "Price 1").fill("12");
  await box(page, "Text 2").fill("Pears");
  await box(page, "Price 2").fill("many");
  await page.getByLabel("Currency").selectOption("USD");
  await box(page, "Note").fill(NOTE);
  await page.getByLabel("Paid").uncheck();
  await page.getByLabel("Size m").check();
  await page.getByLabel("New").uncheck();
  await page.getByLabel("Old").check();
  await page.getByLabel("Odd").check();
  await page.getByLabel("Colours").selectOption(["green", "blue"]);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByLabel("Scan").setInputFiles(FILE);
}

async function expectError(field: Locator, text: string): Promise<void> {
  await expect(field).toHaveAccessibleDescription(text);
  await expect(field).toHaveAttribute("aria-invalid", "true");
}

/** The choices and the long text of `fill`. */
async function expectChosen(page: Page): Promise<void> {
  await expect(box(page, "Note")).toHaveValue(NOTE);
  await expect(page.getByLabel("Paid")).not.toBeChecked();
  await expect(page.getByLabel("Size m")).toBeChecked();
  await expect(page.getByLabel("New")).not.toBeChecked();
  await expect(page.getByLabel("Old")).toBeChecked();
  await expect(page.getByLabel("Odd")).toBeChecked();
  await expect(page.getByLabel("Colours")).toHaveValues(["green", "blue"]);
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
      const release = await open(page, context, "/protected/invoice");
      await fill(page);
      await page.getByRole("button", { name: "Save" }).click();

      await expectError(box(page, "Price 2"), "The price is no number.");
      release();
      if (mode !== "without JavaScript") await claimed(page);
      await expectError(box(page, "Price 2"), "The price is no number.");
      await expectError(box(page, "Note"), "The note is too long.");
      await expect(box(page, "Price 2")).toBeFocused();
      await expect(page.getByRole("alert")).toHaveCount(2);
      await expect(box(page, "Customer")).toHaveValue("Ada & Co");
      await expect(box(page, "Customer")).toHaveAccessibleDescription("As in the contract.");
      await expect(box(page, "Text 2")).toHaveValue("Pears");
      await expect(box(page, "Price 2")).toHaveValue("many");
      await expect(page.getByLabel("Currency")).toHaveValue("USD");
      await expectChosen(page);
      await expect(page.getByLabel("Password")).toHaveValue(isPlain ? "" : PASSWORD);

      await box(page, "Price 2").fill("7");
      await box(page, "Note").fill("Short");
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByLabel("Scan").setInputFiles(FILE);
      await page.getByRole("button", { name: "Save" }).click();
      const saved = page.getByRole("list", { name: "Saved" }).getByRole("listitem");
      await expect(saved.last()).toHaveText(
        "Ada & Co; USD; ; a secret scan; Apples 12, Pears 7; m; old,odd; green,blue",
      );
      // The form is ready for the next one.
      await expect(box(page, "Customer")).toHaveValue("");
      await expect(page.getByLabel("Currency")).toHaveValue("EUR");
      await expect(page.getByLabel("Paid")).toBeChecked();
      await expect(page.getByLabel("Size s")).toBeChecked();
      await expect(page.getByLabel("New")).toBeChecked();
      await expect(page.getByLabel("Old")).not.toBeChecked();
      await expect(page.getByLabel("Colours")).toHaveValues(["red"]);
      await expect(page.getByRole("alert")).toHaveCount(0);
      // Nothing of it was stored.
      expect(cookies.filter((cookie) => !cookie.startsWith("authjs.csrf-token="))).toEqual([]);
      expect(failures).toEqual([]);
    });

    test("the row that was sent says what is wrong, of two with the same action", async ({ page, app, context }) => {
      await signedIn(app, context);
      const release = await open(page, context, "/protected/invoice");
      const rename = page.getByRole("button", { name: "Rename 2" });
      await rename.click();
      await box(page, "Name of 2").fill("Ada");
      await rename.click();
      await expectError(box(page, "Name of 2"), "Not Ada.");
      release();
      if (mode !== "without JavaScript") await claimed(page);
      await expect(box(page, "Name of 2")).toHaveValue("Ada");
      await expect(page.getByRole("alert")).toHaveCount(1);
      await expect(box(page, "Name of 1")).toBeHidden();
    });

    test("a limit that an action throws stands above its form", async ({ page, app, context }) => {
      await signedIn(app, context);
      const release = await open(page, context, "/protected/invoice");
      const send = page.getByRole("button", { name: "Send" });
      const form = page.locator("form").filter({ has: send });
      for (let sent = 0; sent <= 10; sent++) {
        await box(page, "To").fill("Grace");
        const answer = page.waitForResponse((response) => response.request().method() === "POST");
        await send.click();
        await expect(form).not.toHaveAttribute("aria-busy", "true");
        expect((await answer).status()).toBe(sent === 10 ? 429 : isPlain ? 302 : 200);
      }
      await expect(form.getByRole("alert")).toHaveText("Please wait 10 minutes, then try again.");
      await expect(box(page, "To")).toHaveValue("Grace");
      release();
      await expect(page.getByRole("alert")).toHaveCount(1);
    });

    test("a form as SolidStart's documentation has it gets its result, and leaves no input behind", async ({
      page,
      context,
    }) => {
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
