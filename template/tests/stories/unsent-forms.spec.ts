// A form that the server cannot take, with and without JavaScript: the page says so.

import { statusTexts } from "../../../src/messages/errors.ts";
import { expect, expectNotice, signedIn, test } from "../../../tests/support/test.ts";

const ABOVE_THE_LIMIT = 70_000;

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a form that is larger than the site accepts says so, stays as it was typed, and the next one is saved", async ({
      page,
      app,
      context,
    }) => {
      await signedIn(app, context);
      await page.goto("/account");
      const field = page.getByRole("textbox", { name: "Name", exact: true });
      await field.evaluate((input) => input.removeAttribute("maxlength"));
      await field.fill("x".repeat(ABOVE_THE_LIMIT));
      await page.getByRole("button", { name: "Save" }).click();
      const { title = "", text = "" } = statusTexts[413] ?? {};
      if (javaScriptEnabled) {
        await expect(page.getByRole("alert")).toHaveText(title + text);
        await expect(field).toHaveValue("x".repeat(ABOVE_THE_LIMIT));
      } else await expect(page.getByRole("heading", { name: title })).toBeVisible();
      await page.goto("/account");
      await field.fill("Ada");
      await page.getByRole("button", { name: "Save" }).click();
      await expectNotice(page, "nameSaved");
    });
  });
