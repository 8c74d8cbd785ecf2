import { expect, newEmail, signInByMail, test } from "../../../tests/support/test.ts";

test("a new user can continue without a name", async ({ page, app }) => {
  await page.goto("/sign-in?callbackUrl=/protected/client");
  await signInByMail(page, app, newEmail());
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page).toHaveURL("/protected/client");
});
