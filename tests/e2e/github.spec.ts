import {
  consent,
  continueWithGitHub,
  expect,
  rows,
  sessionCookie,
  signedIn,
  signInByMail,
  signOut,
  test,
} from "../support/test.ts";

let logins = 0;
const newLogin = () => `octo-${process.pid}-${++logins}`;

test("a new visitor signs in with GitHub: a verified user, one account without tokens, one session", async ({
  page,
  app,
}) => {
  const login = newLogin();
  await page.goto("/protected");
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await continueWithGitHub(page, { login });
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: `Hello, ${login}` })).toBeVisible();

  const [user] = rows(app, "User", "email", `${login}@example.com`);
  expect(user?.emailVerified).toBeTruthy();
  const accounts = rows(app, "Account", "userId", String(user?.id));
  expect(accounts).toHaveLength(1);
  expect(accounts[0]).toMatchObject({
    provider: "github",
    type: "oauth",
    access_token: null,
    refresh_token: null,
    id_token: null,
  });
  expect(rows(app, "Session", "userId", String(user?.id))).toHaveLength(1);
});

test("a known GitHub user comes back to the same account and where they were going", async ({ page, app }) => {
  const login = newLogin();
  await page.goto("/sign-in");
  await continueWithGitHub(page, { login });
  await expect(page).toHaveURL(/welcome/);
  await signOut(page);
  await page.goto("/sign-in?callbackUrl=/protected/client");
  await continueWithGitHub(page, { login });
  await expect(page).toHaveURL("/protected/client");
  expect(rows(app, "User", "email", `${login}@example.com`)).toHaveLength(1);
});

test("refusing consent leads back to the sign-in page with a plain message", async ({ page }) => {
  await page.goto("/sign-in?callbackUrl=/protected");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/sign-in\?error=OAuthCallbackError/);
  await expect(page.getByRole("alert")).toContainText("You were not signed in");
  await continueWithGitHub(page, { login: newLogin() });
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page).toHaveURL("/protected");
});

test("an address GitHub has not verified makes no account", async ({ page, app }) => {
  const login = newLogin();
  await page.goto("/sign-in");
  await continueWithGitHub(page, { login, verified: false });
  await expect(page.getByRole("alert")).toContainText("Your GitHub account shares no e-mail address");
  expect(rows(app, "User", "email", `${login}@example.com`)).toHaveLength(0);
});

test("an address that already signs in another way is explained, not taken over", async ({ page, app }) => {
  const { id, email } = await signedIn(app, page.context());
  await signOut(page);
  await page.goto("/sign-in");
  await continueWithGitHub(page, { login: newLogin(), email });
  await expect(page.getByRole("alert")).toContainText("You already have an account here");
  expect(rows(app, "Account", "userId", id)).toHaveLength(0);
});

test("Connect links GitHub to the signed-in user, changes the session's token, and GitHub then signs in", async ({
  page,
  app,
}) => {
  const { id, email, sessionToken } = await signedIn(app, page.context());
  const login = newLogin();
  await page.goto("/account");
  await page.getByRole("button", { name: "Connect GitHub" }).click();
  await consent(page, { login });
  await expect(page).toHaveURL("/account");
  await expect(page.getByText("Connected.", { exact: true })).toBeVisible();
  expect(rows(app, "Account", "userId", id)).toHaveLength(1);
  expect(rows(app, "Session", "userId", id)).toHaveLength(1);
  expect((await sessionCookie(page.context()))?.value).not.toBe(sessionToken);

  await signOut(page);
  await page.goto("/sign-in?callbackUrl=/protected");
  await continueWithGitHub(page, { login });
  await expect(page.getByRole("heading", { name: `Hello, ${email}` })).toBeVisible();
});

test("without Connect, coming back from GitHub while signed in links nothing and says why", async ({ page, app }) => {
  const { id, email, sessionToken } = await signedIn(app, page.context());
  await page.goto("/sign-in?fresh=1");
  await continueWithGitHub(page, { login: newLogin() });
  await expect(page.getByRole("alert")).toContainText("This account is not connected to yours");
  await expect(page.getByRole("link", { name: "Go to your account" })).toBeVisible();
  expect(rows(app, "Account", "userId", id)).toHaveLength(0);
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
  await expect(page.getByRole("alert")).toContainText("belongs to another user");
  expect(rows(app, "Account", "userId", id)).toHaveLength(0);
});

test("Connect that was begun and left does not catch a later sign-in of somebody else", async ({ page, app }) => {
  const { id } = await signedIn(app, page.context());
  await page.goto("/account");
  await page.getByRole("button", { name: "Connect GitHub" }).click();
  await expect(page.getByRole("heading", { name: "Who are you today?" })).toBeVisible();
  await signOut(page);
  const login = newLogin();
  await page.goto("/sign-in");
  await continueWithGitHub(page, { login });
  await expect(page).toHaveURL(/welcome/);
  expect(rows(app, "Account", "userId", id)).toHaveLength(0);
  expect(rows(app, "User", "email", `${login}@example.com`)).toHaveLength(1);
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
  expect(rows(app, "Session", "userId", String(user?.id))).toHaveLength(1);
});

test("a callback that GitHub did not send signs nobody in", async ({ page }) => {
  await page.goto("/api/auth/callback/github?code=abc&state=def");
  await expect(page.getByRole("alert")).toContainText("This sign-in has run out");
  expect(await sessionCookie(page.context())).toBeUndefined();
});

test("a GitHub user who signs in by mail later is the same user: no second account beside GitHub's", async ({
  page,
  app,
}) => {
  const login = newLogin();
  await page.goto("/sign-in");
  await continueWithGitHub(page, { login });
  await expect(page).toHaveURL(/welcome/);
  await signOut(page);
  await page.goto("/sign-in?callbackUrl=/protected");
  await signInByMail(page, app, `${login}@example.com`);
  await expect(page.getByRole("heading", { name: `Hello, ${login}` })).toBeVisible();
  expect(rows(app, "User", "email", `${login}@example.com`)).toHaveLength(1);
});
