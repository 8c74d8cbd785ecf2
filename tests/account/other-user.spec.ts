// A page that was opened by one user, in a browser in which another one has signed in since.

import { accountText } from "../../src/messages/account.ts";
import { describeAuthError } from "../../src/messages/auth-errors.ts";
import { Client, fieldsOf, textsOf } from "../support/client.ts";
import { expect, insertSession, newClient, signedIn, test } from "../support/test.ts";

const TITLE = describeAuthError("OtherUser").title;

test("Connect and Sign out on another user's page change nothing, and say who is signed in", {
  tag: "@github",
}, async ({ app }) => {
  const client = new Client(app.origin, newClient());
  const signIn = async () => {
    const user = await insertSession(app);
    client.cookies.set("authjs.session-token", user.sessionToken);
    return user;
  };
  await signIn();
  const page = await client.open("/account");
  const { email, sessionToken } = await signIn();
  for (const [action, next] of [
    ["/signin/github", "/account"],
    ["/signout", "/sign-out"],
  ] as const) {
    const { location } = await client.post(`/api/auth${action}`, fieldsOf(page, action));
    expect(location?.pathname).toBe(next);
    const shown = await client.open(location?.href ?? "no redirect");
    expect(textsOf(shown, "strong")).toContain(`${TITLE}: ${email}`);
    expect(client.sessionToken).toBe(sessionToken);
    const { location: onward } = await client.post(`/api/auth${action}`, fieldsOf(shown, action));
    expect(onward?.searchParams.has("error")).toBe(false);
  }
  expect(client.sessionToken).toBeUndefined();
});

test("Add a passkey on another user's page adds none, and says who is signed in", {
  tag: "@passkey",
}, async ({ page, app, context, authenticator }) => {
  await signedIn(app, context);
  await page.goto("/account");
  const { email } = await signedIn(app, context);
  await page.getByRole("button", { name: accountText.addPasskey.button }).click();
  await expect(page.getByRole("alert")).toContainText(`${TITLE}: ${email}`);
  expect(await authenticator.count()).toBe(0);
});
