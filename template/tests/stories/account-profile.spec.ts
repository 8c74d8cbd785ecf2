import {
  age,
  askForEmail,
  askForLink,
  expect,
  expectAuthError,
  expectErrorPage,
  expectNotice,
  insertSession,
  linkIn,
  mailTo,
  newEmail,
  rows,
  signedIn,
  signInByMail,
  signOut,
  test,
} from "../../../tests/support/test.ts";

/** Text that an attacker could put instead of an address. */
const NO_ADDRESSES = [
  "Call +1 555 0100 to keep your account",
  "ada@example.com, or write to eve@evil.example",
  "@",
  "a@",
];

test("the user's own address is not changed to itself", async ({ page, app, context }) => {
  const { email } = await signedIn(app, context);
  await page.goto("/account");
  await askForEmail(page, email);
  await expectNotice(page, "emailSame");
});

test("a mail to the address alone reveals that it already has an account", async ({ page, app, context, browser }) => {
  const other = await browser.newContext();
  const { email: taken } = await signedIn(app, other);
  await other.close();
  const { id, email } = await signedIn(app, context);
  await page.goto("/account");
  await askForEmail(page, taken);
  await expectNotice(page, "emailAsked");
  const mail = await mailTo(app, taken);
  expect(mail.subject).toContain("Someone asked to use your email for another account");
  expect(linkIn(mail)).not.toContain("token");
  await expect.poll(() => rows(app, "User", "id", id)[0]?.email).toBe(email);
});

test("the link to a new address works for its user only, and asks signed-out visitors to sign in first", async ({
  page,
  app,
  context,
  browser,
}) => {
  const { id, email } = await signedIn(app, context);
  const address = newEmail("moved");
  await page.goto("/account");
  await askForEmail(page, address);
  const link = linkIn(await mailTo(app, address));

  const other = await browser.newContext({ baseURL: app.origin });
  const stranger = await signedIn(app, other);
  const theirs = await other.newPage();
  await theirs.goto(link);
  await theirs.getByRole("button", { name: "Change the email" }).click();
  await expectNotice(theirs, "emailLinkSpent");
  await expect.poll(() => rows(app, "User", "id", stranger.id)[0]?.email).toBe(stranger.email);
  await signOut(theirs);
  await theirs.goto(link);
  await expect(theirs.getByRole("status")).toContainText(new URL(link).pathname);
  await other.close();
  await expect.poll(() => rows(app, "User", "id", id)[0]?.email).toBe(email);

  await page.goto(link);
  await page.getByRole("button", { name: "Change the email" }).click();
  await expectNotice(page, "emailChanged");
});

test("a sign-in link sent to the old address no longer works after the change", async ({ page, app, context }) => {
  const { email: old } = await signedIn(app, context);
  const address = newEmail("moved");
  await page.goto("/sign-in?fresh=1");
  const signInLink = await askForLink(page, app, old);
  await page.goto("/account");
  await askForEmail(page, address);
  await page.goto(linkIn(await mailTo(app, address)));
  await page.getByRole("button", { name: "Change the email" }).click();
  await expectNotice(page, "emailChanged");
  await page.goto(signInLink);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expectErrorPage(page, "Verification");
});

test("an earlier link to a new address no longer works once another address was requested", async ({
  page,
  app,
  context,
}) => {
  const { id, email } = await signedIn(app, context);
  const [mistyped, meant] = [newEmail("mistyped"), newEmail("meant")];
  const { email: taken } = await insertSession(app);
  const askFor = async (address: string) => {
    await page.goto("/account");
    await askForEmail(page, address);
    await expectNotice(page, "emailAsked");
    return linkIn(await mailTo(app, address));
  };
  const confirm = async (link: string) => {
    await page.goto(link);
    await page.getByRole("button", { name: "Change the email" }).click();
  };
  const first = await askFor(mistyped);
  const second = await askFor(meant);
  await confirm(first);
  await expectNotice(page, "emailLinkSpent");
  await expect.poll(() => rows(app, "User", "id", id)[0]?.email).toBe(email);

  await askFor(taken);
  await confirm(second);
  await expectNotice(page, "emailLinkSpent");

  const [third] = [await askFor(meant), await askFor(meant)];
  await confirm(third);
  await expectNotice(page, "emailChanged");
  await expect.poll(() => rows(app, "User", "id", id)[0]?.email).toBe(meant);
});

test("a link to the user's current address says that it is already theirs, even when it is used twice", async ({
  page,
  app,
  context,
}) => {
  const { email } = await signedIn(app, context);
  await page.goto(`/account/email?${new URLSearchParams({ email, token: "x" })}`);
  await expect(page.getByRole("main")).toContainText("this is already your email");

  const address = newEmail("moved");
  await page.goto("/account");
  await askForEmail(page, address);
  const link = linkIn(await mailTo(app, address));
  const twice = await context.newPage();
  for (const each of [page, twice]) await each.goto(link);
  await page.getByRole("button", { name: "Change the email" }).click();
  await expectNotice(page, "emailChanged");
  await twice.getByRole("button", { name: "Change the email" }).click();
  await expectNotice(twice, "emailSame");
});

test("a new address needs a fresh sign-in when it is confirmed, not only when it is requested", async ({
  page,
  app,
  context,
}) => {
  const user = await signedIn(app, context);
  const address = newEmail("moved");
  await page.goto("/account");
  await askForEmail(page, address);
  const link = linkIn(await mailTo(app, address));
  await age(app, context, user, 16);
  await page.goto(link);
  await page.getByRole("button", { name: "Change the email" }).click();
  await expectAuthError(page, "FreshSignInRequired");
  await expect.poll(() => rows(app, "User", "id", user.id)[0]?.email).toBe(user.email);

  await signInByMail(page, app, user.email);
  await page.getByRole("button", { name: "Change the email" }).click();
  await expectNotice(page, "emailChanged");
  await expect.poll(() => rows(app, "User", "id", user.id)[0]?.email).toBe(address);
});

test("the page behind a link shows only a valid address, in its normalised spelling", async ({
  page,
  app,
  context,
}) => {
  await signedIn(app, context);
  for (const email of NO_ADDRESSES) {
    const response = await page.goto(`/account/email?${new URLSearchParams({ email, token: "x" })}`);
    expect(response?.status(), email).toBe(400);
    await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText(email.trim().slice(0, 12));
  }
  await page.goto(`/account/email?${new URLSearchParams({ email: " NEW@Example.com", token: "x" })}`);
  await expect(page.getByRole("main").getByText("new@example.com", { exact: true })).toBeVisible();
});

test("scripts get a user's picture only as an http(s) URL", async ({ app, context, page }) => {
  const { id } = await signedIn(app, context);
  const setImage = app.database.prepare(`UPDATE "User" SET "image" = ? WHERE "id" = ?`);
  const shown = async (image: string) => {
    setImage.run(image, id);
    return (await (await page.request.get("/api/auth/session")).json()).user.image;
  };
  for (const image of ["javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "/relative", "blob:x", ""])
    expect(await shown(image), image).toBeNull();
  expect(await shown("https://example.com/ada.png")).toBe("https://example.com/ada.png");
});
