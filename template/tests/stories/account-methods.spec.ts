import {
  age,
  consent,
  expect,
  expectAuthError,
  expectNotice,
  expectRows,
  insertPasskey,
  newEmail,
  newLogin,
  signedIn,
  signInByMail,
  test,
} from "../../../tests/support/test.ts";

test.describe("before the page's script runs", () => {
  test.use({ early: true });

  test("a press before the page's script runs opens the form, and does not rename a passkey, and Cancel closes it", async ({
    page,
    app,
    context,
  }) => {
    const { id } = await signedIn(app, context);
    insertPasskey(app, id, "My laptop");
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/*.js", async (route) => {
      await released;
      await route.continue();
    });
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    await page.goto("/account", { waitUntil: "commit" });
    await page.getByRole("button", { name: "Rename" }).click();
    const name = page.getByRole("textbox", { name: "Name of the passkey" });
    await expect(name).toBeVisible();
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(name).toBeHidden();
    expect(sent).toEqual([]);
    release();
  });
});

test("signing up with GitHub sends no mail about it", async ({ page, app }) => {
  const email = newEmail();
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

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const [button, section, field] of [
    ["Connect GitHub", "Sign-in methods"],
    ["Delete account", "Delete account", "Your email"],
  ])
    test(`"${button}" returns to its section after a fresh sign-in`, async ({ page, app, context }) => {
      const user = await signedIn(app, context);
      await age(app, context, user, 16);
      await page.goto("/account");
      if (field) await page.getByRole("textbox", { name: field }).fill(user.email);
      await page.getByRole("button", { name: button }).click();
      await signInByMail(page, app, user.email);
      const heading = page.getByRole("heading", { name: section, exact: true });
      await expect(heading).toBeFocused();
      await expect(heading).toBeInViewport();
      await expectRows(app, "User", "id", user.id).toHaveLength(1);
    });
});

test("deleting the account asks to sign in first after the session has ended, and forgets what was typed", async ({
  page,
  app,
  context,
}) => {
  const { id, email } = await signedIn(app, context);
  await page.goto("/account");
  await page.getByRole("textbox", { name: "Your email" }).fill(email);
  app.database.prepare(`DELETE FROM "Session" WHERE "userId" = ?`).run(id);
  await page.getByRole("button", { name: "Delete account" }).click();
  await expectAuthError(page, "SessionRequired", "signed_out");
  await expectRows(app, "User", "id", id).toHaveLength(1);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});
