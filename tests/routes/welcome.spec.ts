import { welcomeText } from "../../src/messages/account.ts";
import {
  expect,
  expectUser,
  goToSignIn,
  newEmail,
  rows,
  signInByMail,
  test,
  withAndWithoutScript,
} from "../support/test.ts";

withAndWithoutScript(() => {
  test("a new user enters a name and continues to the page they came for", {
    tag: "@email",
  }, async ({ page, app }) => {
    const address = newEmail();
    await page.goto("/account?tab=2");
    await goToSignIn(page);
    await signInByMail(page, app, address);
    await expect(page.getByRole("heading", { name: welcomeText.title })).toBeVisible();
    await page.getByRole("textbox", { name: welcomeText.name }).fill("Ada");
    await page.getByRole("button", { name: welcomeText.save }).click();
    await expect(page).toHaveURL("/account?tab=2");
    await expectUser(page, "Ada");
    expect(rows(app, "User", "email", address)[0]?.name).toBe("Ada");
  });
});

test("a new user who came for the welcome page itself goes on to the home page", async ({ page, user: _ }) => {
  await page.goto("/welcome?callbackUrl=/welcome");
  await page.getByRole("link", { name: welcomeText.andContinue }).click();
  await expect(page).toHaveURL("/");
});

test("the welcome page redirects after 15 minutes, and never to another site", async ({ page, app, user: { id } }) => {
  await page.goto("/welcome");
  await expect(page.getByRole("heading", { name: welcomeText.title })).toBeVisible();
  const then = new Date(Date.now() - 16 * 60_000).toISOString();
  app.database.prepare(`UPDATE "User" SET "createdAt" = ? WHERE "id" = ?`).run(then, id);
  await page.goto("/welcome?callbackUrl=/account");
  await expect(page).toHaveURL("/account");
  await page.goto("/welcome?callbackUrl=https://evil.example/x");
  await expect(page).toHaveURL("/x");
});
