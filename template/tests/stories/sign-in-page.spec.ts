// The states of the sign-in pages: refused, sent; and what they remember of this browser.

import type { Page } from "@playwright/test";
import {
  askForLink,
  expect,
  expectAuthError,
  newEmail,
  test,
  withAndWithoutScript,
} from "../../../tests/support/test.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name });

withAndWithoutScript((javaScriptEnabled) => {
  test("a refused address stays in the field once", async ({ page }) => {
    const field = page.getByRole("textbox", { name: "Email" });
    await page.goto("/sign-in?callbackUrl=/protected");
    // An address that the browser accepts and the server refuses.
    const tooLong = `${"x".repeat(250)}@example.com`;
    await field.fill(tooLong);
    await button(page, "Email me a link").click();
    await expectAuthError(page, "EmailSignInError", "address");
    if (javaScriptEnabled) await expect(page.getByRole("alert")).toBeFocused();
    await expect(field).toHaveValue(tooLong);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await page.goto("/sign-in?error=OAuthCallbackError");
    await expect(field).toHaveValue("");
  });

  test("a mail can be sent again, and the page says so once, and not of a mail to another address", async ({
    page,
    app,
  }) => {
    await page.clock.install();
    await page.goto("/sign-in");
    const address = newEmail();
    await askForLink(page, app, address);
    await expect(page.getByText(address)).toBeVisible();
    await expect(page.getByRole("status")).toHaveCount(0);
    if (javaScriptEnabled) {
      await page.clock.runFor(10_000);
      await expect(button(page, "Send it again")).toBeDisabled();
      await expect(button(page, "Send it again")).toHaveText(/in (1?\d|20) s/);
      // A phone fires no timers of a page behind another app.
      await page.clock.fastForward(21_000);
    }
    await button(page, "Send it again").click();
    await expect(page.getByRole("status")).toContainText("We sent the link again");
    if (javaScriptEnabled) await expect(page.getByRole("status")).toBeFocused();
    expect(app.mailbox.mails.filter(({ to }) => to?.[0]?.address === address)).toHaveLength(2);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
    await expect(page.getByRole("status")).toHaveCount(0);
    await page.goto("/sign-in");
    const other = newEmail();
    await askForLink(page, app, other);
    await expect(page.getByText(other)).toBeVisible();
    await expect(page.getByRole("status")).toHaveCount(0);
  });
});
