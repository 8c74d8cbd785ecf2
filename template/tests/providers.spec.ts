// Two more providers, each with one entry in the list of sign-in methods: an OAuth provider that does not vouch for
// addresses, and an OpenID provider that does. Both run on this machine.

import type { Page } from "@playwright/test";
import { serveOpenId } from "../../packages/solid-authjs/test/support/openid.ts";
import { simulatedGitHub } from "../../scripts/dev/github.ts";
import { pressAgainText } from "../../src/messages/errors.ts";
import { type App, startApp } from "../../tests/support/app.ts";
import { buildVariant } from "../../tests/support/copies.ts";
import { serveFetch } from "../../tests/support/peer.ts";
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
  newLogin,
  rows,
  signedIn,
  signOut,
  withoutAutofill,
} from "../../tests/support/test.ts";
import { LAB } from "./support/variants.ts";

const CLIENT = { clientId: "client-1", clientSecret: "client-secret-1" };

const test = base.extend<object, { app: App }>({
  app: [
    async ({ browserName: _ }, use) => {
      let app: App | undefined;
      const acme = await serveFetch(acmePeer());
      const openId = await serveOpenId(() => `${app?.origin}/api/auth/callback/openid`);
      try {
        app = await startApp(buildVariant(LAB), {
          AUTH_ACME_ID: CLIENT.clientId,
          AUTH_ACME_SECRET: CLIENT.clientSecret,
          AUTH_ACME_URL: acme.url,
          AUTH_OPENID_ID: CLIENT.clientId,
          AUTH_OPENID_SECRET: CLIENT.clientSecret,
          AUTH_OPENID_ISSUER: openId.url,
        });
        await use(app);
      } finally {
        await app?.stop();
        await Promise.all([acme.close(), openId.close()]);
      }
    },
    { scope: "worker", timeout: 10 * 60_000 },
  ],
});

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

async function logInAtOpenId(page: Page, login: string): Promise<void> {
  await page.getByLabel("Login").fill(login);
  await page.getByRole("button", { name: "Continue" }).click();
}

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
    const [user] = rows(app, "User", "email", email);
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
  await page.getByRole("button", { name: "Continue with Acme" }).click();
  await consent(page, { login: newLogin(), email });
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
