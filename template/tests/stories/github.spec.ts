import {
  consent,
  continueWithGitHub,
  expect,
  expectAuthError,
  expectRows,
  newLogin,
  rows,
  sessionCookie,
  signedIn,
  signInByMail,
  signOut,
  test,
} from "../../../tests/support/test.ts";

test("a known GitHub user gets the same account and lands on the page they came for", async ({ page, app }) => {
  const login = newLogin();
  await page.goto("/sign-in");
  await continueWithGitHub(page, { login });
  await expect(page).toHaveURL(/welcome/);
  await signOut(page);
  await page.goto("/sign-in?callbackUrl=/protected/client");
  await continueWithGitHub(page, { login });
  await expect(page).toHaveURL("/protected/client");
  await expectRows(app, "User", "email", `${login}@example.com`).toHaveLength(1);
});

test("returning from GitHub while signed in links nothing without Connect, and says why", async ({ page, app }) => {
  const { id, email, sessionToken } = await signedIn(app, page.context());
  await page.goto("/sign-in?fresh=1");
  await continueWithGitHub(page, { login: newLogin() });
  await expectAuthError(page, "OAuthAccountNotLinked", "signed_in");
  await expect(page.getByRole("link", { name: "Go to your account" })).toBeVisible();
  await expectRows(app, "Account", "userId", id).toHaveLength(0);
  expect((await sessionCookie(page.context()))?.value).toBe(sessionToken);
  await page.goto("/protected");
  await expect(page.getByRole("heading", { name: `Hello, ${email}` })).toBeVisible();
});

test("an account that belongs to another user is not connected", async ({ page, app, browser }) => {
  const login = newLogin();
  const other = await browser.newContext({ baseURL: app.origin });
  const owner = await other.newPage();
  await owner.goto("/sign-in");
  await continueWithGitHub(owner, { login });
  await expect(owner).toHaveURL(/welcome/);
  await other.close();

  const { id } = await signedIn(app, page.context());
  await page.goto("/account");
  await page.getByRole("button", { name: "Connect GitHub" }).click();
  await consent(page, { login });
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
  await expectAuthError(page, "OAuthAccountNotLinked", "other_user");
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByRole("alert")).toBeInViewport();
  await expect(page.getByRole("alert")).not.toContainText(login);
  await expectRows(app, "Account", "userId", id).toHaveLength(0);
});

test("an account without a verified address is not connected, and the account page says why", async ({ page, app }) => {
  const { id } = await signedIn(app, page.context());
  await page.goto("/account");
  await page.getByRole("button", { name: "Connect GitHub" }).click();
  await consent(page, { login: newLogin(), verified: false });
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
  await expectAuthError(page, "OAuthSignInError", "no_email");
  await expectRows(app, "Account", "userId", id).toHaveLength(0);
});

test("an abandoned Connect does not link a later sign-in of another user", async ({ page, app }) => {
  const { id } = await signedIn(app, page.context());
  await page.goto("/account");
  await page.getByRole("button", { name: "Connect GitHub" }).click();
  await expect(page.getByRole("heading", { name: "Who are you today?" })).toBeVisible();
  await signOut(page);
  const login = newLogin();
  await page.goto("/sign-in");
  await continueWithGitHub(page, { login });
  await expect(page).toHaveURL(/welcome/);
  await expectRows(app, "Account", "userId", id).toHaveLength(0);
  await expectRows(app, "User", "email", `${login}@example.com`).toHaveLength(1);
});

test("a user who signs in again gets a new session, and the old one ends", async ({ page, app }) => {
  const login = newLogin();
  await page.goto("/sign-in");
  await continueWithGitHub(page, { login });
  await expect(page).toHaveURL(/welcome/);
  const before = await sessionCookie(page.context());
  await page.goto("/sign-in?fresh=1&callbackUrl=/protected");
  await continueWithGitHub(page, { login });
  await expect(page).toHaveURL("/protected");
  const after = await sessionCookie(page.context());
  expect(after?.value).not.toBe(before?.value);
  const [user] = rows(app, "User", "email", `${login}@example.com`);
  await expectRows(app, "Session", "userId", String(user?.id)).toHaveLength(1);
});

test("a GitHub user who later signs in by mail is the same user, without a second account", async ({ page, app }) => {
  const login = newLogin();
  await page.goto("/sign-in");
  await continueWithGitHub(page, { login });
  await expect(page).toHaveURL(/welcome/);
  await signOut(page);
  await page.goto("/sign-in?callbackUrl=/protected");
  await signInByMail(page, app, `${login}@example.com`);
  await expect(page.getByRole("heading", { name: `Hello, ${login}` })).toBeVisible();
  await expectRows(app, "User", "email", `${login}@example.com`).toHaveLength(1);
});
