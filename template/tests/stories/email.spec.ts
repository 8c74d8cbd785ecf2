import {
  askForLink,
  expect,
  expectAuthError,
  expectErrorPage,
  expectRows,
  goToSignIn,
  linkIn,
  mailTo,
  newEmail,
  sessionCookie,
  signInByMail,
  signOut,
  test,
} from "../../../tests/support/test.ts";

test("a known user skips the welcome page and lands on the page they came for", async ({ page, app }) => {
  const address = newEmail();
  await page.goto("/sign-in");
  await signInByMail(page, app, address);
  await expect(page).toHaveURL(/\/welcome/);
  await signOut(page);
  await page.goto("/protected/client?tab=2");
  await goToSignIn(page);
  await signInByMail(page, app, address);
  await expect(page).toHaveURL("/protected/client?tab=2");
  await expect(page.getByRole("heading", { name: `Hello, ${address}` })).toBeVisible();
});

test('"Check your inbox" names the address and can send the mail again', async ({ page, app }) => {
  await page.clock.install();
  const address = newEmail();
  await page.goto("/sign-in");
  const first = await askForLink(page, app, address);
  await expect(page.getByText(address)).toBeVisible();
  await expect(page.getByRole("link", { name: /mailbox/ })).toHaveCount(0);
  await page.clock.runFor(31_000);
  await page.getByRole("button", { name: "Send it again" }).click();
  await expect.poll(() => app.mailbox.mails.filter(({ to }) => to?.[0]?.address === address).length).toBe(2);
  expect(linkIn(await mailTo(app, address))).not.toBe(first);
});

test("an address in capitals belongs to the same user", async ({ page, app }) => {
  const address = newEmail();
  await page.goto("/sign-in");
  await signInByMail(page, app, address);
  await signOut(page);
  await page.goto("/sign-in");
  await page.getByRole("textbox", { name: "Email" }).fill(address.toUpperCase());
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByText(address)).toBeVisible();
  await page.goto(linkIn(await mailTo(app, address)));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  // The page that welcomes a new user would be wrong here.
  await expect(page).toHaveURL("/");
  await expectRows(app, "User", "email", address).toHaveLength(1);
});

test("an expired link signs no user in and offers a new one", async ({ page, app }) => {
  const address = newEmail();
  await page.goto("/sign-in");
  const link = await askForLink(page, app, address);
  const past = new Date(Date.now() - 1000).toISOString();
  app.database.prepare(`UPDATE "VerificationToken" SET "expires" = ? WHERE "identifier" = ?`).run(past, address);
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expectErrorPage(page, "Verification");
  expect(await sessionCookie(page.context())).toBeUndefined();
});

for (const [what, alter] of [
  ["token", (link: URL) => link.searchParams.set("token", "0".repeat(64))],
  ["address", (link: URL) => link.searchParams.set("email", "somebody-else@example.com")],
] as const)
  test(`a link with an altered ${what} signs no user in`, async ({ page, app }) => {
    await page.goto("/sign-in");
    const link = new URL(await askForLink(page, app, newEmail()));
    alter(link);
    await page.goto(link.href);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expectErrorPage(page, "Verification");
    expect(await sessionCookie(page.context())).toBeUndefined();
  });

test("a link without its token says that it is incomplete", async ({ page, app }) => {
  await page.goto("/sign-in");
  const link = new URL(await askForLink(page, app, newEmail()));
  link.searchParams.delete("token");
  const response = await page.goto(link.href);
  expect(response?.status()).toBe(403);
  await expectErrorPage(page, "Verification");
});

for (const typo of [
  "nobody",
  "a@b@c.example",
  "a b@example.com",
  '"a"@example.com',
  "a@example.com,b@example.com",
  `${"x".repeat(250)}@example.com`,
])
  test(`"${typo.slice(0, 30)}" is refused as an address, with a plain message on the form`, async ({ page }) => {
    await page.goto("/sign-in?callbackUrl=/protected");
    const field = page.getByRole("textbox", { name: "Email" });
    // The browser's check is only a convenience. The server has to check.
    await field.evaluate((input: HTMLInputElement) => {
      input.type = "text";
    });
    await field.fill(typo);
    await page.getByRole("button", { name: "Email me a link" }).click();
    await expectAuthError(page, "EmailSignInError", "address");
    await expect(page).toHaveURL(/callbackUrl=/);
  });

test("a new visitor signs in by mail, sees the welcome page, and continues to the page they asked for", async ({
  page,
  app,
}) => {
  const address = newEmail();
  await page.goto("/protected");
  await goToSignIn(page);
  await signInByMail(page, app, address);
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page).toHaveURL("/protected");
  await expect(page.getByRole("heading", { name: `Hello, ${address}` })).toBeVisible();
});

test("the page behind a link shows only a valid address, in its normalised spelling", async ({ page }) => {
  for (const email of ["Call +1 555 0100 to keep your account", "ada@example.com, or write to eve@evil.example", "@"]) {
    const response = await page.goto(`/sign-in/confirm?${new URLSearchParams({ email, token: "x" })}`);
    expect(response?.status(), email).toBe(403);
    await expectErrorPage(page, "Verification");
    await expect(page.getByRole("main")).not.toContainText(email.slice(0, 12));
  }
  await page.goto(`/sign-in/confirm?${new URLSearchParams({ email: " ADA@Example.com", token: "x" })}`);
  await expect(page.getByRole("main").getByText("ada@example.com", { exact: true })).toBeVisible();
});
