import { addPasskey, expect, signedIn, test } from "../../../tests/support/test.ts";

test("the welcome page offers a passkey until there is one, and then is done", async ({
  page,
  app,
  context,
  authenticator,
}) => {
  await signedIn(app, context);
  await page.goto("/welcome");
  await expect(page.getByText("Want to skip the email next time?")).toBeVisible();
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  await expect(page.getByRole("link", { name: "Continue" })).toBeVisible();
  await expect(page.getByText("Want to skip the email next time?")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add a passkey" })).toHaveCount(0);
  await expect(page.getByText("Skip for now")).toHaveCount(0);
  await page.getByRole("link", { name: "Done" }).click();
  await expect(page).toHaveURL("/");
});

test("the sign-out page of a signed-out visitor says so, and leads to sign-in", async ({ page }) => {
  await page.goto("/sign-out");
  await expect(page.getByRole("heading", { name: "You're signed out" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/sign-in");
});
