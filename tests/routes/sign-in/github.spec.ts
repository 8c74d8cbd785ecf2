import type { Page } from "@playwright/test";
import appConfig from "../../../app.config.ts";
import { accountText, signOutText, welcomeText } from "../../../src/messages/account.ts";
import { describeAuthError } from "../../../src/messages/auth-errors.ts";
import { type Answer, type Client, clientOf, consentAtGitHub, textsOf } from "../../support/client.ts";
import {
  consent,
  continueWithGitHub,
  expect,
  expectNotice,
  expectUser,
  goToSignIn,
  hash,
  hasSessionRows,
  insertPasskey,
  insertSession,
  newLogin,
  rows,
  sessionCookie,
  test,
} from "../../support/test.ts";

const { methods } = accountText;

const connectButton = (page: Page) => page.getByRole("button", { name: `${methods.connect} GitHub` });

/** Signs in as a browser does. @returns the first page after that */
async function signInWithGitHub(client: Client, person: Parameters<typeof consentAtGitHub>[1]): Promise<Answer> {
  return client.open(await consentAtGitHub(client, person));
}

test("a new visitor signs in with GitHub: a verified user, without readable tokens", async ({ page, app }) => {
  const login = newLogin();
  await page.goto("/account");
  await goToSignIn(page);
  await continueWithGitHub(page, { login });
  await expect(page.getByRole("heading", { name: welcomeText.title })).toBeVisible();
  await page.getByRole("link", { name: welcomeText.andContinue }).click();
  await expectUser(page, login);

  const [user] = rows(app, "User", "email", `${login}@example.com`);
  expect(user?.emailVerified).toBeTruthy();
  const stored = appConfig.storeProviderTokens ? expect.any(String) : null;
  const tokens = { access_token: stored, refresh_token: null, id_token: null };
  const accounts = rows(app, "Account", "userId", String(user?.id));
  expect(accounts).toMatchObject([{ provider: "github", type: "oauth", ...tokens }]);
  expect(rows(app, "Session", "userId", String(user?.id))).toHaveLength(hasSessionRows ? 1 : 0);
  expect(app.mailbox.mails.filter(({ to }) => to?.some(({ address }) => address === user?.email))).toEqual([]);
});

test("GitHub's proof of an address gives its owner the account of an attacker", async ({ app }) => {
  const [client, login] = [clientOf(app), newLogin()];
  const attacker = await insertSession(app, `${login}@example.com`);
  app.database.prepare(`UPDATE "User" SET "emailVerified" = NULL WHERE "id" = ?`).run(attacker.id);
  insertPasskey(app, attacker.id, "The attacker's");
  expect((await signInWithGitHub(client, { login })).to).toBe("GET /");
  expect(textsOf(await client.open("/account"), "h1")).toEqual([accountText.title]);
  expect(rows(app, "User", "id", attacker.id)[0]?.emailVerified).toBeTruthy();
  expect(rows(app, "Account", "userId", attacker.id)).toMatchObject([{ provider: "github" }]);
  expect(rows(app, "Authenticator", "userId", attacker.id)).toEqual([]);
  if (!hasSessionRows) return;
  expect(rows(app, "Session", "userId", attacker.id)).toHaveLength(1);
  expect(rows(app, "Session", "sessionToken", hash(attacker.sessionToken))).toEqual([]);
});

test("a later sign-in proves the address that an earlier one has left unverified", async ({ app }) => {
  const [client, login] = [clientOf(app), newLogin()];
  expect((await signInWithGitHub(clientOf(app), { login })).to).toBe("GET /welcome");
  const id = String(rows(app, "User", "email", `${login}@example.com`)[0]?.id);
  app.database.prepare(`UPDATE "User" SET "emailVerified" = NULL WHERE "id" = ?`).run(id);
  insertPasskey(app, id, "The owner's");
  await signInWithGitHub(client, { login });
  expect(client.sessionToken).toBeDefined();
  expect(rows(app, "User", "id", id)[0]?.emailVerified).toBeTruthy();
  expect(rows(app, "Authenticator", "userId", id)).toHaveLength(1);
  expect(rows(app, "Account", "userId", id)).toHaveLength(2);
});

test("an address that GitHub has not verified creates no account, and the log warns in one line", async ({ app }) => {
  const login = newLogin();
  const start = (await app.log()).length;
  const client = clientOf(app);
  const page = await signInWithGitHub(client, { login, verified: false });
  // It is not the method that was used last.
  expect(client.cookies.has("last-method")).toBe(false);
  expect(textsOf(page, "main")[0]).toContain(describeAuthError("OAuthSignInError", "no_email").title);
  expect(rows(app, "User", "email", `${login}@example.com`)).toHaveLength(0);
  expect((await app.log()).slice(start)).toContain("provider github sends no verified address");
});

test("Connect links GitHub, changes the session's token, and GitHub signs in", async ({ page, app, context, user }) => {
  const login = newLogin();
  // The page says something else about the last method.
  insertPasskey(app, user.id, "My laptop");
  await page.goto("/account");
  await connectButton(page).click();
  await consent(page, { login });
  await expect(page).toHaveURL("/account");
  await expectNotice(page, "providerConnected", "GitHub");
  await expect(page.getByRole("status")).toBeFocused();
  await expect(page.getByRole("status")).toBeInViewport();
  await expect(page.getByText(methods.connected(login), { exact: true })).toBeVisible();
  expect(rows(app, "Session", "userId", user.id)).toHaveLength(hasSessionRows ? 1 : 0);
  expect((await sessionCookie(context))?.value).not.toBe(user.sessionToken);
  // It has not signed in: the sign-in page does not call it "last used".
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("last-method");

  const later = await signInWithGitHub(clientOf(app), { login });
  expect(textsOf(later, "nav").join()).toContain(user.email);
});

test("the page for signing out says that the user stays signed in at GitHub", async ({ app }) => {
  const client = clientOf(app);
  await signInWithGitHub(client, { login: newLogin() });
  expect(textsOf(await client.open("/sign-out"), "main")[0]).toContain(signOutText.elsewhere("GitHub"));
});

test("a sign-in with GitHub begins with PKCE and state, and ends with no code of another request", async ({ app }) => {
  const { title } = describeAuthError("CallbackRouteError");
  for (const [name, suffix] of Object.entries({ code_challenge: "x", redirect_uri: "?a=b" })) {
    const client = clientOf(app);
    const { location } = await client.post("/api/auth/signin/github", { csrfToken: await client.csrfToken() });
    const asked = Object.fromEntries(location?.searchParams ?? []);
    expect(asked).toMatchObject({
      state: expect.stringMatching(/^.{32}/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    const back = await client.post(`${location}`, { ...asked, [name]: asked[name] + suffix, as: "ada" });
    expect(textsOf(await client.open(`${back.location}`), "strong")).toContain(title);
  }
});
