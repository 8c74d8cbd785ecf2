// Forms that the server cannot take, or does not get: the page says so, with and without JavaScript.

import { expect, expectNotice, signedIn, test } from "../../../tests/support/test.ts";

const ABOVE_THE_LIMIT = 70_000;

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a form that is larger than the site accepts says so, and the next one is saved", async ({
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
      if (javaScriptEnabled) await expectNotice(page, "tooLarge");
      else await expect(page.getByRole("heading", { name: "This request is too large" })).toBeVisible();
      await page.goto("/account");
      await field.fill("Ada");
      await page.getByRole("button", { name: "Save" }).click();
      await expectNotice(page, "nameSaved");
    });
  });

test("a form that is sent without a network says so, and can be sent again", async ({ page, app, context }) => {
  await signedIn(app, context);
  await page.goto("/account");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ada");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toHaveText("That couldn't be sent. Check your connection, then try again.");
  await expect(page.locator('form[aria-busy="true"]')).toHaveCount(0);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Save" }).click();
  await expectNotice(page, "nameSaved");
});
