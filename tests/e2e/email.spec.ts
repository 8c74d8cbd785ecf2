import {
  askForLink,
  continueWithGitHub,
  expect,
  linkIn,
  mailTo,
  newAddress,
  rows,
  sessionCookie,
  signInByMail,
  signOut,
  test,
} from "../support/test.ts";

test("a new visitor signs in by mail, is welcomed, and goes on to the page they asked for", async ({ page, app }) => {
  const address = newAddress();
  await page.goto("/protected");
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await signInByMail(page, app, address);
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page).toHaveURL("/protected");
  await expect(page.getByRole("heading", { name: `Hello, ${address}` })).toBeVisible();
});

test("a known user is not welcomed again and lands where they were going", async ({ page, app }) => {
  const address = newAddress();
  await page.goto("/sign-in");
  await signInByMail(page, app, address);
  await expect(page).toHaveURL(/\/welcome/);
  await signOut(page);
  await page.goto("/protected/client?tab=2");
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await signInByMail(page, app, address);
  await expect(page).toHaveURL("/protected/client?tab=2");
  await expect(page.getByRole("heading", { name: `Hello, ${address}` })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("signing in by mail works from the first page to signing out", async ({ page, app }) => {
    const address = newAddress();
    await page.goto("/protected");
    await page.getByRole("link", { name: "Go to sign-in" }).click();
    await signInByMail(page, app, address);
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
    await page.getByRole("link", { name: "Continue" }).click();
    await expect(page.getByRole("heading", { name: `Hello, ${address}` })).toBeVisible();
    await signOut(page);
    await page.goto("/protected");
    await expect(page).toHaveURL("/");
  });

  test("signing in with GitHub works", async ({ page }) => {
    await page.goto("/sign-in");
    await continueWithGitHub(page, { login: `no-script-${process.pid}` });
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  });

  test("no passkey button is shown that could not work", async ({ page }) => {
    await page.goto("/sign-in");
    await expect(page.getByRole("button", { name: "Email me a link" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toHaveCount(0);
  });
});

test("the mail comes from the configured sender, as text and HTML with the same link", async ({ page, app }) => {
  const address = newAddress();
  await page.goto("/sign-in");
  const link = await askForLink(page, app, address);
  const mail = await mailTo(app, address);
  expect(mail.from?.address).toBe("sign-in@example.org");
  expect(mail.subject).toBe("Sign in to Solid Auth Starter");
  expect(mail.html).toContain(link.replaceAll("&", "&amp;"));
  expect(mail.text).toContain("10 minutes");
});

test("the page that says the mail was sent names the address and sends it again", async ({ page, app }) => {
  await page.clock.install();
  const address = newAddress();
  await page.goto("/sign-in");
  const first = await askForLink(page, app, address);
  await expect(page.getByText(address)).toBeVisible();
  await expect(page.getByRole("link", { name: /mailbox/ })).toHaveCount(0);
  await page.clock.runFor(31_000);
  await page.getByRole("button", { name: "Send it again" }).click();
  await expect.poll(() => app.mailbox.mails.filter(({ to }) => to?.[0]?.address === address).length).toBe(2);
  expect(linkIn(await mailTo(app, address))).not.toBe(first);
});

test("an address in capitals is the same user", async ({ page, app }) => {
  const address = newAddress();
  await page.goto("/sign-in");
  await signInByMail(page, app, address);
  await signOut(page);
  await page.goto("/sign-in");
  await page.getByRole("textbox", { name: "Email" }).fill(address.toUpperCase());
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByText(address)).toBeVisible();
  await page.goto(linkIn(await mailTo(app, address)));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).not.toHaveURL(/welcome/);
  expect(rows(app, "User", "email", address)).toHaveLength(1);
});

test("opening the link spends nothing; the button does, once", async ({ page, app, browser, request }) => {
  const address = newAddress();
  await page.goto("/sign-in");
  const link = await askForLink(page, app, address);
  // A mail scanner opens it twice, the second time at the endpoint it would have led to in plain Auth.js.
  await request.get(link);
  await request.get(link.replace("/sign-in/confirm", "/api/auth/callback/email"));
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/welcome/);

  const other = await browser.newContext();
  const second = await other.newPage();
  await second.goto(link);
  await second.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(second.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await expect(second.getByRole("link", { name: "Get a new link" })).toBeVisible();
  expect(await sessionCookie(other)).toBeUndefined();
  await other.close();
});

test("in another browser than the one that asked, the page says so, names the address, and still lets the person in", async ({
  page,
  app,
  browser,
}) => {
  const address = newAddress();
  await page.goto("/sign-in");
  const link = await askForLink(page, app, address);
  await page.goto(link);
  await expect(page.getByText("asked for in another browser")).toHaveCount(0);

  const other = await browser.newContext();
  const second = await other.newPage();
  await second.goto(link);
  await expect(second.getByText("This link was asked for in another browser")).toBeVisible();
  await expect(second.getByText(address)).toBeVisible();
  await second.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(second).toHaveURL(/\/welcome/);
  await other.close();
});

test("an expired link signs nobody in and offers a new one", async ({ page, app }) => {
  const address = newAddress();
  await page.goto("/sign-in");
  const link = await askForLink(page, app, address);
  const past = new Date(Date.now() - 1000).toISOString();
  app.database.prepare(`UPDATE "VerificationToken" SET "expires" = ? WHERE "identifier" = ?`).run(past, address);
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  expect(await sessionCookie(page.context())).toBeUndefined();
});

test("the token in the database is not the one in the link, and dies within ten minutes", async ({ page, app }) => {
  const address = newAddress();
  await page.goto("/sign-in");
  const token = new URL(await askForLink(page, app, address)).searchParams.get("token");
  const [stored] = rows(app, "VerificationToken", "identifier", address);
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(stored?.token).not.toBe(token);
  const lifetime = new Date(String(stored?.expires)).valueOf() - Date.now();
  expect(lifetime).toBeLessThanOrEqual(10 * 60 * 1000);
  expect(lifetime).toBeGreaterThan(9 * 60 * 1000);
});

for (const [what, alter] of [
  ["token", (link: URL) => link.searchParams.set("token", "0".repeat(64))],
  ["address", (link: URL) => link.searchParams.set("email", "somebody-else@example.com")],
  ["address that is none", (link: URL) => link.searchParams.set("email", "nonsense")],
] as const)
  test(`a link with an altered ${what} signs nobody in`, async ({ page, app }) => {
    await page.goto("/sign-in");
    const link = new URL(await askForLink(page, app, newAddress()));
    alter(link);
    await page.goto(link.href);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    expect(await sessionCookie(page.context())).toBeUndefined();
  });

test("a link without its token says that it is not whole", async ({ page, app }) => {
  await page.goto("/sign-in");
  const link = new URL(await askForLink(page, app, newAddress()));
  link.searchParams.delete("token");
  const response = await page.goto(link.href);
  expect(response?.status()).toBe(403);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
});

for (const typo of [
  "nobody",
  "a@b@c.example",
  "a b@example.com",
  '"a"@example.com',
  "a@example.com,b@example.com",
  `${"x".repeat(250)}@example.com`,
])
  test(`"${typo.slice(0, 30)}" is refused as an address, in plain words, on the form`, async ({ page }) => {
    await page.goto("/sign-in?callbackUrl=/protected");
    const field = page.getByRole("textbox", { name: "Email" });
    // The browser's own check is a courtesy; what counts is the server's.
    await field.evaluate((input: HTMLInputElement) => {
      input.type = "text";
    });
    await field.fill(typo);
    await page.getByRole("button", { name: "Email me a link" }).click();
    await expect(page.getByRole("alert")).toContainText("That is not an e-mail address");
    await expect(page).toHaveURL(/callbackUrl=/);
  });

test("a mail server that refuses is said to the visitor, and nothing breaks", async ({ page, app }) => {
  app.refuseMail = true;
  try {
    await page.goto("/sign-in");
    await page.getByRole("textbox", { name: "Email" }).fill(newAddress());
    await page.getByRole("button", { name: "Email me a link" }).click();
    await expect(page.getByRole("alert")).toContainText("We could not send the mail");
  } finally {
    app.refuseMail = false;
  }
  expect(app.log()).not.toMatch(/unhandled/i);
  await askForLink(page, app, newAddress());
});

test("whoever is signed in already is sent on from the sign-in page", async ({ page, app }) => {
  await page.goto("/sign-in");
  await signInByMail(page, app, newAddress());
  await expect(page).toHaveURL(/\/welcome/);
  await page.goto("/sign-in?callbackUrl=/protected/client");
  await expect(page).toHaveURL("/protected/client");
  await page.goto("/sign-in");
  await expect(page).toHaveURL("/");
});
