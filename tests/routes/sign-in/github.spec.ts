import appConfig from "../../../app.config.ts";
import { accountText, signOutText, welcomeText } from "../../../src/messages/account.ts";
import { describeAuthError } from "../../../src/messages/auth-errors.ts";
import { signInText } from "../../../src/messages/sign-in.ts";
import { type Answer, Client, consentAtGitHub, textsOf } from "../../support/client.ts";
import {
  consent,
  continueWithGitHub,
  expect,
  expectAuthError,
  expectRows,
  expectUser,
  goToSignIn,
  hash,
  hasSessionRows,
  insertPasskey,
  insertSession,
  newClient,
  newLogin,
  rows,
  sessionCookie,
  signedIn,
  signOut,
  test,
} from "../../support/test.ts";

/** Signs in as a browser does. @returns the first page after that */
async function signInWithGitHub(client: Client, person: Parameters<typeof consentAtGitHub>[1]): Promise<Answer> {
  return client.open(await consentAtGitHub(client, person));
}

test("a new visitor signs in with GitHub: a verified user, one account without readable tokens, one session", async ({
  page,
  app,
}) => {
  const login = newLogin();
  await page.goto("/account");
  await goToSignIn(page);
  await continueWithGitHub(page, { login });
  await expect(page.getByRole("heading", { name: welcomeText.title })).toBeVisible();
  await page.getByRole("link", { name: welcomeText.andContinue }).click();
  await expectUser(page, login);

  const [user] = rows(app, "User", "email", `${login}@example.com`);
  expect(user?.emailVerified).toBeTruthy();
  const accounts = rows(app, "Account", "userId", String(user?.id));
  expect(accounts).toHaveLength(1);
  expect(accounts[0]).toMatchObject({
    provider: "github",
    type: "oauth",
    access_token: appConfig.storeProviderTokens ? expect.any(String) : null,
    refresh_token: null,
    id_token: null,
  });
  await expectRows(app, "Session", "userId", String(user?.id)).toHaveLength(hasSessionRows ? 1 : 0);
  expect(app.mailbox.mails.filter(({ to }) => to?.some(({ address }) => address === user?.email))).toEqual([]);
});

test("signing in with GitHub works without JavaScript", async ({ app, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.origin });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await continueWithGitHub(page, { login: newLogin() });
  await expect(page.getByRole("heading", { name: welcomeText.title })).toBeVisible();
  await context.close();
});

test("refusing consent leads back to the sign-in page with a plain message", async ({ page }) => {
  await page.goto("/sign-in?callbackUrl=/account");
  await page.getByRole("button", { name: signInText.byProvider("GitHub") }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/sign-in\?error=OAuthCallbackError/);
  await expectAuthError(page, "OAuthCallbackError");
  await continueWithGitHub(page, { login: newLogin() });
  await page.getByRole("link", { name: welcomeText.andContinue }).click();
  await expect(page).toHaveURL("/account");
});

test("GitHub's proof of an address gives its owner the account that an attacker registered, and ends the attacker's access", async ({
  app,
}) => {
  const login = newLogin();
  const attacker = await insertSession(app, `${login}@example.com`);
  app.database.prepare(`UPDATE "User" SET "emailVerified" = NULL WHERE "id" = ?`).run(attacker.id);
  insertPasskey(app, attacker.id, "The attacker's");
  const client = new Client(app.origin, newClient());
  expect((await signInWithGitHub(client, { login })).to).toBe("GET /");
  expect(textsOf(await client.open("/account"), "h1")).toEqual([accountText.title]);
  expect(rows(app, "User", "id", attacker.id)[0]?.emailVerified).toBeTruthy();
  expect(rows(app, "Account", "userId", attacker.id)).toHaveLength(1);
  expect(rows(app, "Authenticator", "userId", attacker.id)).toEqual([]);
  if (!hasSessionRows) return;
  expect(rows(app, "Session", "userId", attacker.id)).toHaveLength(1);
  expect(rows(app, "Session", "sessionToken", hash(attacker.sessionToken))).toEqual([]);
});

test("a later sign-in with GitHub proves the address that an earlier one has left unverified, and removes nothing", async ({
  app,
}) => {
  const login = newLogin();
  expect((await signInWithGitHub(new Client(app.origin, newClient()), { login })).to).toBe("GET /welcome");
  const [user] = rows(app, "User", "email", `${login}@example.com`);
  const id = String(user?.id);
  app.database.prepare(`UPDATE "User" SET "emailVerified" = NULL WHERE "id" = ?`).run(id);
  insertPasskey(app, id, "The owner's");
  const client = new Client(app.origin, newClient());
  await signInWithGitHub(client, { login });
  expect(client.sessionToken).toBeDefined();
  expect(rows(app, "User", "id", id)[0]?.emailVerified).toBeTruthy();
  expect(rows(app, "Authenticator", "userId", id)).toHaveLength(1);
  expect(rows(app, "Account", "userId", id)).toHaveLength(1);
});

test("an address that GitHub has not verified creates no account, and the log warns in one line", async ({ app }) => {
  const login = newLogin();
  const start = (await app.log()).length;
  const page = await signInWithGitHub(new Client(app.origin, newClient()), { login, verified: false });
  expect(textsOf(page, "main")[0]).toContain(describeAuthError("OAuthSignInError", "no_email").title);
  expect(rows(app, "User", "email", `${login}@example.com`)).toHaveLength(0);
  expect((await app.log()).slice(start)).toContain("provider github sends no verified address");
});

test("an address with another sign-in method gets an explanation, and the account is not taken over", async ({
  app,
}) => {
  const { id, email } = await insertSession(app);
  const client = new Client(app.origin, newClient());
  const page = await signInWithGitHub(client, { login: newLogin(), email });
  expect(textsOf(page, "main")[0]).toContain(describeAuthError("OAuthAccountNotLinked").title);
  expect(client.sessionToken).toBeUndefined();
  expect(rows(app, "Account", "userId", id)).toHaveLength(0);
});

test("Connect links GitHub to the signed-in user, changes the session's token, and GitHub then signs in", async ({
  page,
  app,
}) => {
  const { id, email, sessionToken } = await signedIn(app, page.context());
  const login = newLogin();
  // The page says something else about the last method.
  insertPasskey(app, id, "My laptop");
  await page.goto("/account");
  await page.getByRole("button", { name: `${accountText.methods.connect} GitHub` }).click();
  await consent(page, { login });
  await expect(page).toHaveURL("/account");
  await expect(page.getByRole("status")).toBeFocused();
  await expect(page.getByRole("status")).toBeInViewport();
  await expect(page.getByText(accountText.methods.connected(login), { exact: true })).toBeVisible();
  await expectRows(app, "Account", "userId", id).toHaveLength(1);
  await expectRows(app, "Session", "userId", id).toHaveLength(hasSessionRows ? 1 : 0);
  expect((await sessionCookie(page.context()))?.value).not.toBe(sessionToken);

  await signOut(page);
  await page.goto("/sign-in?callbackUrl=/account");
  await continueWithGitHub(page, { login });
  await expectUser(page, email);
});

test("the page for signing out says that the user stays signed in at GitHub", async ({ app }) => {
  const client = new Client(app.origin, newClient());
  await signInWithGitHub(client, { login: newLogin() });
  expect(textsOf(await client.open("/sign-out"), "main")[0]).toContain(signOutText.elsewhere("GitHub"));
});

test("a sign-in with GitHub begins with PKCE and state", async ({ app }) => {
  const client = new Client(app.origin, newClient());
  const { location } = await client.post("/api/auth/signin/github", { csrfToken: await client.csrfToken() });
  expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject({
    state: expect.stringMatching(/^.{32}/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: "S256",
  });
});

test("a forged GitHub callback signs no user in", async ({ app }) => {
  const client = new Client(app.origin, newClient());
  const { location } = await client.get("/api/auth/callback/github?code=abc&state=def");
  expect(location?.searchParams.get("error")).toBe("InvalidCheck");
  expect(textsOf(await client.open(location?.href ?? "no redirect"), "main")[0]).toContain(
    describeAuthError("InvalidCheck").title,
  );
  expect(client.sessionToken).toBeUndefined();
});
