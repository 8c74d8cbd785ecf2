import { expect, newEmail, signedIn, signInByMail, test } from "../../../tests/support/test.ts";

test("cookies of other programs on the same host do no harm, with any name", async ({ page, app, context }) => {
  const { email } = await signedIn(app, context);
  await page.goto("/");
  for (const name of ["café", "two words", ""]) {
    await page.evaluate((name) => {
      // biome-ignore lint/suspicious/noDocumentCookie: any program may.
      document.cookie = `${name}=x; path=/`;
    }, name);
    const response = await page.goto("/protected");
    expect(response?.status(), name).toBe(200);
    await expect(page.getByRole("heading", { name: `Hello, ${email}` })).toBeVisible();
  }
  expect((await page.goto("/sign-in?fresh=1"))?.status()).toBe(200);
  await signInByMail(page, app, newEmail());
  await expect(page).toHaveURL(/welcome/);
});
