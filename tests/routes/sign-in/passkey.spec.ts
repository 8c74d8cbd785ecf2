import { startApp } from "../../support/app.ts";
import {
  addPasskey,
  expect,
  expectUser,
  goToSignIn,
  newEmail,
  signedIn,
  signInByMail,
  signOut,
  test,
  withoutAutofill,
} from "../../support/test.ts";

test("a new user adds a passkey on the welcome page and signs in with its button next time", {
  tag: "@email",
}, async ({ page, app, authenticator }) => {
  const address = newEmail();
  await page.goto("/sign-in");
  await signInByMail(page, app, address);
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);

  await withoutAutofill(page);
  await signOut(page);
  await page.goto("/sign-in?callbackUrl=/account");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL("/account");
  await expectUser(page, address);
});

// The autofill belongs to the field for the address.
test("the browser's autofill signs in without a click", { tag: "@email" }, async ({ page, app, authenticator }) => {
  const { email } = await signedIn(app, page.context());
  await page.goto("/account");
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  await signOut(page);
  await page.goto("/account");
  await goToSignIn(page);
  await expectUser(page, email);
  await expect(page).toHaveURL("/account");
});

test("cancelling is silent and leaves the page usable", async ({ page, app, authenticator }) => {
  const { email } = await signedIn(app, page.context());
  await page.goto("/account");
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  await withoutAutofill(page);
  await signOut(page);

  await page.goto("/sign-in?callbackUrl=/account");
  await authenticator.setVerified(false);
  const button = page.getByRole("button", { name: "Sign in with a passkey" });
  await button.click();
  // The prompt is closed.
  await expect(button).toHaveAttribute("aria-busy", "false");
  await expect(page.getByRole("alert")).toHaveCount(0);

  await authenticator.setVerified(true);
  await button.click();
  await expectUser(page, email);
});

test("without sign-in by email there is no autofill, and the sign-in page shows no error", {
  tag: "@github",
}, async ({ page }) => {
  const app = await startApp(undefined, { EMAIL_SERVER: undefined, EMAIL_FROM: undefined });
  try {
    await page.goto(`${app.origin}/sign-in`, { waitUntil: "networkidle" });
    await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeEnabled();
    await expect(page.getByRole("alert")).toHaveCount(0);
  } finally {
    await app.stop();
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the passkey button is not shown", async ({ page }) => {
    await page.goto("/sign-in");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toHaveCount(0);
  });
});
