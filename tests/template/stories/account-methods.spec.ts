import {
  addPasskey,
  age,
  consent,
  expect,
  expectNotice,
  newAddress,
  newLogin,
  signedIn,
  test,
} from "../../support/test.ts";

test("a passkey's name is neither empty nor too long", async ({ page, app, context, authenticator }) => {
  await signedIn(app, context);
  await page.goto("/account");
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  const name = page.getByRole("textbox", { name: "Name of the passkey" });
  for (const value of ["   ", "x".repeat(51)]) {
    await page.getByRole("button", { name: "Rename" }).click();
    await name.evaluate((input: HTMLInputElement) => input.removeAttribute("maxlength"));
    await name.fill(value);
    await page.getByRole("button", { name: "Rename" }).click();
    await expectNotice(page, "passkeyNameInvalid");
  }
});

test("signing up with GitHub sends no mail about it", async ({ page, app }) => {
  const email = newAddress();
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await consent(page, { login: newLogin(), email });
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  expect(app.mailbox.mails.filter(({ to }) => to?.some(({ address }) => address === email))).toHaveLength(0);
});

test("changes that do not affect sign-in methods need no fresh sign-in", async ({ page, app, context }) => {
  const user = await signedIn(app, context);
  await age(app, context, user, 16);
  await page.goto("/account");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ada");
  await page.getByRole("button", { name: "Save" }).click();
  await expectNotice(page, "nameSaved");
});
