import {
  addPasskey,
  expect,
  goToSignIn,
  newAddress,
  signedIn,
  signInByMail,
  signOut,
  test,
  withoutAutofill,
} from "../support/test.ts";

test("a new user adds a passkey on the welcome page and signs in with its button next time", async ({
  page,
  app,
  authenticator,
}) => {
  const address = newAddress();
  await page.goto("/sign-in");
  await signInByMail(page, app, address);
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);

  await withoutAutofill(page);
  await signOut(page);
  await page.goto("/sign-in?callbackUrl=/protected");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL("/protected");
  await expect(page.getByRole("heading", { name: `Hello, ${address}` })).toBeVisible();
});

test("the browser's autofill signs in without a click", async ({ page, app, authenticator }) => {
  const { email } = await signedIn(app, page.context());
  await page.goto("/account");
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  await signOut(page);
  await page.goto("/protected");
  await goToSignIn(page);
  await expect(page.getByRole("heading", { name: `Hello, ${email}` })).toBeVisible();
  await expect(page).toHaveURL("/protected");
});

test("cancelling is silent and leaves the page usable", async ({ page, app, authenticator }) => {
  const { email } = await signedIn(app, page.context());
  await page.goto("/account");
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  await withoutAutofill(page);
  await signOut(page);

  await page.goto("/sign-in?callbackUrl=/protected");
  await authenticator.setVerified(false);
  const button = page.getByRole("button", { name: "Sign in with a passkey" });
  await button.click();
  // The prompt is closed.
  await expect(button).toHaveAttribute("aria-busy", "false");
  await expect(page.getByRole("alert")).toHaveCount(0);

  await authenticator.setVerified(true);
  await button.click();
  await expect(page.getByRole("heading", { name: `Hello, ${email}` })).toBeVisible();
});
