// What an attacker tries to get in, in the recipes for a provider, a role, a field of the session, and a closed
// sign-up. The copy that recipes.spec.ts builds has them.

import { authorized, type Jar, throughPages } from "../../../../packages/solid-authjs/test/support/openid.ts";
import {
  type Answer,
  type Client,
  clientOf,
  consentAtGitHub,
  signInByMailAs,
} from "../../../../tests/support/client.ts";
import { expect, insertSession, linkIn, mailTo, newEmail, newLogin, rows } from "../../../../tests/support/test.ts";
import { actionAt, pressed, sendAs } from "./forms.ts";
import { test } from "./test.ts";

/** Signs in at the issuer of the recipe for a provider. @returns the answer to the way back */
export async function signInAtCompany(client: Client, login: string): Promise<Answer> {
  const { location } = await client.post("/api/auth/signin/company", { csrfToken: await client.csrfToken() });
  const cookies: Jar = new Map();
  // The issuer's page asks for a login.
  const { response } = await throughPages(location, cookies);
  return client.get((await authorized(new URL(`?login=${login}`, response.url), cookies)).href);
}

test("provider: an address that the provider has not verified opens no account", async ({ app }) => {
  const login = `unverified-${newLogin()}`;
  const victim = await insertSession(app, `${login}@example.com`);
  const client = clientOf(app);
  expect((await signInAtCompany(client, login)).location?.searchParams.get("error")).toBe("OAuthSignInError");
  expect(rows(app, "Account", "userId", victim.id)).toEqual([]);
  expect(client.sessionToken).toBeUndefined();
});

test("closed-sign-up: the invited sign up, strangers do not, and neither another domain nor an unverified address is invited", async ({
  app,
}) => {
  for (const email of ["ada@example.org", newEmail()]) {
    await signInByMailAs(clientOf(app), app, email);
    expect(rows(app, "User", "email", email)).toHaveLength(1);
  }
  const client = clientOf(app);
  for (const domain of ["elsewhere.example", "example.com.evil.example", "sub.example.com", "evilexample.com"]) {
    const email = newEmail().replace("example.com", domain);
    const byGitHub = await consentAtGitHub(client, { login: newLogin(), email });
    for (const { location } of [await signInByMailAs(clientOf(app), app, email), await client.get(byGitHub)])
      expect(location?.searchParams.get("error"), email).toBe("AccessDenied");
    expect(rows(app, "User", "email", email)).toEqual([]);
  }
  const email = newEmail();
  const { location } = await client.get(await consentAtGitHub(client, { login: newLogin(), email, verified: false }));
  expect(location?.searchParams.get("code")).toBe("no_email");
  expect(rows(app, "User", "email", email)).toEqual([]);
});

test("closed-sign-up: a new address has to be invited, too", async ({ app }) => {
  const user = await insertSession(app);
  const stranger = newEmail().replace("example.com", "elsewhere.example");
  const change = await actionAt(app, user, "/account", "Change");
  const addressOf = () => rows(app, "User", "id", user.id)[0]?.email;
  for (const email of [stranger, newEmail()]) {
    const before = addressOf();
    await sendAs(app, user, change, { email });
    const link = linkIn(await mailTo(app, email));
    expect(addressOf()).toBe(before);
    await pressed(app, user, link, "Change the email");
    expect(addressOf()).toBe(email === stranger ? before : email);
  }
});

test("session-field: no form and no call of the session chooses the plan", async ({ app }) => {
  const user = await insertSession(app);
  const rename = await actionAt(app, user, "/account", "Save<");
  await sendAs(app, user, rename, { name: "Ada", plan: "pro", "data.plan": "pro" });
  expect(rows(app, "User", "id", user.id)).toMatchObject([{ name: "Ada", plan: "free" }]);
  const client = clientOf(app, user);
  const body = JSON.stringify({ csrfToken: await client.csrfToken(), data: { plan: "pro", user: { plan: "pro" } } });
  const headers = { "content-type": "application/json" };
  expect((await client.visit("/api/auth/session", { method: "POST", headers, body })).status).toBeLessThan(500);
  expect(JSON.parse((await client.get("/api/auth/session")).body).user.plan).toBe("free");
});
