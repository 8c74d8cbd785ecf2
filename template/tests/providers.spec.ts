// Two more providers, each with one entry in the list of sign-in methods: an OAuth provider that does not vouch for
// addresses, and an OpenID provider that does. Both run on this machine.

import type { Page } from "@playwright/test";
import appConfig from "../../app.config.ts";
import { serveOpenId } from "../../packages/solid-authjs/test/support/openid.ts";
import { simulatedGitHub } from "../../scripts/dev/github.ts";
import { pressAgainText } from "../../src/messages/errors.ts";
import { type App, startApp } from "../../tests/support/app.ts";
import { buildVariant } from "../../tests/support/copies.ts";
import { type Peer, serveFetch } from "../../tests/support/peer.ts";
import {
  age,
  test as base,
  consent,
  expect,
  expectAuthError,
  expectNotice,
  expectRows,
  linkIn,
  mailTo,
  newEmail,
  pressAndConfirm,
  rows,
  signedIn,
  signOut,
  withoutAutofill,
} from "../../tests/support/test.ts";
import { LAB } from "./support/variants.ts";

const CLIENT = { clientId: "client-1", clientSecret: "client-secret-1" };
/** The OpenID provider as the only method. */
const OPENID_ALONE = {
  EMAIL_SERVER: undefined,
  EMAIL_FROM: undefined,
  AUTH_GITHUB_ID: undefined,
  AUTH_GITHUB_SECRET: undefined,
  AUTH_GITHUB_URL: undefined,
  AUTH_ACME_ID: undefined,
  AUTH_ACME_SECRET: undefined,
  AUTH_ACME_URL: undefined,
};

/** The application with its two providers. */
interface Site extends App {
  acme: Peer;
  openId: Peer;
}

const test = base.extend<object, { app: Site }>({
  app: [
    async ({ browserName: _ }, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 10 * 60_000 },
  ],
});

async function startSite(env: Record<string, string | undefined> = {}): Promise<Site> {
  let app: App | undefined;
  const acme = await serveFetch(acmePeer());
  const openId = await serveOpenId(() => `${app?.origin}/api/auth/callback/openid`);
  const closePeers = () => Promise.all([acme.close(), openId.close()]);
  try {
    app = await startApp(buildVariant(LAB), {
      AUTH_ACME_ID: CLIENT.clientId,
      AUTH_ACME_SECRET: CLIENT.clientSecret,
      AUTH_ACME_URL: acme.url,
      AUTH_OPENID_ID: CLIENT.clientId,
      AUTH_OPENID_SECRET: CLIENT.clientSecret,
      AUTH_OPENID_ISSUER: openId.url,
      ...env,
    });
  } catch (error) {
    await closePeers();
    throw error;
  }
  const stopApp = app.stop;
  const stop = async () => {
    await stopApp();
    await closePeers();
  };
  return Object.assign(app, { acme, openId, stop });
}

/** The simulated GitHub, with the address in the profile, verified or not. */
function acmePeer() {
  const answer = simulatedGitHub({ basePath: "", ...CLIENT });
  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    if (url.pathname !== "/me") return answer(request);
    const ask = async (path: string) => (await answer(new Request(new URL(path, url), request))).json();
    const [profile, emails] = await Promise.all([ask("/api/v3/user"), ask("/api/v3/user/emails")]);
    return Response.json({ ...profile, email: emails.find(({ primary }: { primary: boolean }) => primary)?.email });
  };
}

async function continueWithAcme(page: Page, login: string, email: string): Promise<void> {
  await page.getByRole("button", { name: "Continue with Acme" }).click();
  await consent(page, { login, email });
}

async function logInAtOpenId(page: Page, login: string): Promise<void> {
  await page.getByLabel("Login").fill(login);
  await page.getByRole("button", { name: "Continue" }).click();
}

const newLogin = () => newEmail("login").split("@")[0]?.replaceAll(".", "-") ?? "";

const userWith = (app: App, email: string) => rows(app, "User", "email", email)[0];

test("each provider has a button, and signs up and in", async ({ page, app }) => {
  for (const name of ["Acme", "OpenID"]) {
    const login = newLogin();
    const email = `${login}@example.com`;
    const enter = async ({ isFirst }: { isFirst: boolean }) => {
      await page.getByRole("button", { name: `Continue with ${name}` }).click();
      if (name === "Acme") await consent(page, { login, email });
      // From then on, the OpenID provider knows this browser.
      else if (isFirst) await logInAtOpenId(page, login);
    };
    await page.goto("/sign-in");
    await enter({ isFirst: true });
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
    const user = userWith(app, email);
    await signOut(page);
    await page.goto("/sign-in?callbackUrl=/account");
    await expect(page.getByRole("button", { name: `Continue with ${name}` })).toHaveAccessibleDescription("Last used");
    await enter({ isFirst: false });
    await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
    await expect(page.getByText(`Connected as ${login}`)).toBeVisible();
    await expectRows(app, "Session", "userId", String(user?.id)).toHaveLength(1);
    await signOut(page);
  }
});

test("a connected account is shown by name, the owner gets a mail, and it can be disconnected", async ({
  page,
  context,
  app,
}) => {
  const { id, email } = await signedIn(app, context);
  await page.goto("/account");
  await page.getByRole("button", { name: "Connect OpenID" }).click();
  const login = newLogin();
  await logInAtOpenId(page, login);
  await expect(page.getByText(`Connected as ${login}`)).toBeVisible();
  expect((await mailTo(app, email)).subject).toBe(`OpenID was connected to your account · ${appConfig.name}`);
  await pressAndConfirm(page, "Disconnect OpenID");
  await expect(page.getByRole("status")).toHaveText("OpenID was disconnected.");
  await expect
    .poll(async () => (await mailTo(app, email)).subject)
    .toBe(`OpenID was disconnected from your account · ${appConfig.name}`);
  await expect(page.getByRole("button", { name: "Connect OpenID" })).toBeVisible();
  await expectRows(app, "Account", "userId", id).toHaveLength(0);
});

test("a fresh sign-in asks at the provider, which knows this browser, and offers no provider that would not ask", async ({
  page,
  context,
  app,
}) => {
  await withoutAutofill(page);
  const user = await signedIn(app, context);
  const login = newLogin();
  await page.goto("/account");
  await page.getByRole("button", { name: "Connect OpenID" }).click();
  await logInAtOpenId(page, login);
  await expect(page.getByText(`Connected as ${login}`)).toBeVisible();
  await page.getByRole("button", { name: "Connect Acme" }).click();
  await consent(page, { login, email: user.email });
  await expect(page.getByRole("button", { name: "Disconnect Acme" })).toBeVisible();

  await age(app, context, user, 300);
  await page.goto("/account");
  await page.getByRole("button", { name: "Connect GitHub" }).click();
  await expectAuthError(page, "FreshSignInRequired");
  await expect(page.getByRole("button", { name: "Continue with Acme" })).toHaveCount(0);
  await expect(page.getByText("Acme doesn't count here")).toBeVisible();
  await page.getByRole("button", { name: "Continue with OpenID" }).click();
  // A sign-in that need not be fresh would be back already.
  await logInAtOpenId(page, login);
  await expect(page.getByText(pressAgainText.text)).toBeVisible();
  await page.getByRole("button", { name: "Connect GitHub" }).click();
  await consent(page, { login: newLogin(), email: user.email });
  await expect(page.getByRole("button", { name: "Disconnect GitHub" })).toBeVisible();
});

test("an unverified address is marked, is not a sign-in method, and can be confirmed with a link", async ({
  page,
  app,
}) => {
  const email = newEmail();
  await page.goto("/sign-in?callbackUrl=/account");
  await continueWithAcme(page, newLogin(), email);
  await page.goto("/account");
  await expect(page.getByText("This is your only sign-in method")).toBeVisible();
  await expect(page.getByRole("button", { name: "Disconnect Acme" })).toHaveCount(0);
  expect((await (await page.request.get("/api/auth/session")).json()).user).toMatchObject({
    email,
    emailVerified: false,
  });

  await page.getByRole("button", { name: "Confirm this email" }).click();
  await expectNotice(page, "emailAsked");
  await page.goto(linkIn(await mailTo(app, email)));
  await page.getByRole("button", { name: "Confirm the email" }).click();
  await expect(page.getByRole("status")).toHaveText("Your email was confirmed.");
  await expect(page.getByRole("button", { name: "Disconnect Acme" })).toBeVisible();
  expect((await (await page.request.get("/api/auth/session")).json()).user).toMatchObject({ emailVerified: true });
});

test("production starts with a single provider, and the last sign-in method cannot be removed", async ({ page }) => {
  const alone = await startSite(OPENID_ALONE);
  try {
    await page.goto(`${alone.origin}/sign-in?callbackUrl=/account`);
    await expect(page.getByRole("button", { name: "Continue with OpenID" })).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Continue with Acme" })).toHaveCount(0);
    await page.getByRole("button", { name: "Continue with OpenID" }).click();
    await logInAtOpenId(page, newLogin());
    await page.goto(`${alone.origin}/account`);
    await expect(page.getByText("This is your only sign-in method")).toBeVisible();
    await expect(page.getByRole("button", { name: "Disconnect OpenID" })).toHaveCount(0);
  } finally {
    await alone.stop();
  }
});
