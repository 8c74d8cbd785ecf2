// The browser's `signIn` with a password, in a build with a credentials provider, which needs JWT sessions.

import type * as Client from "solid-authjs/client";
import { expect, insertSession, test } from "../../tests/support/test.ts";
import { JWT } from "./support/variants.ts";

test.use({ variant: JWT });

declare global {
  interface Window {
    client: typeof Client;
  }
}

test("the right password signs in after a wrong one, and is reported as a success", async ({ page, app }) => {
  const { email } = await insertSession(app);
  // The page that a form without JavaScript leads to after a wrong password.
  await page.goto("/lab?error=CredentialsSignin&code=credentials");
  await page.waitForFunction(() => window.client !== undefined);
  const signIn = (password: string) =>
    page.evaluate((fields) => window.client.signIn("credentials", { ...fields, redirect: false }), { email, password });
  expect(await signIn("wrong")).toMatchObject({ ok: false, error: "CredentialsSignin", code: "credentials" });
  expect(await signIn("right")).toEqual({ ok: true, url: `${app.origin}/lab` });
  expect(await page.evaluate(() => window.client.update())).toMatchObject({ user: { email } });
});

test("no page has a button to sign in with a credentials provider, nor to connect one", async ({ page, app }) => {
  await page.goto("/sign-in");
  await expect(page.getByRole("button", { name: "Continue with GitHub" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue with Password" })).toHaveCount(0);
  const { email } = await insertSession(app);
  await page.goto("/lab");
  await page.waitForFunction(() => window.client !== undefined);
  const fields = { email, password: "right", redirect: false } as const;
  await page.evaluate((given) => window.client.signIn("credentials", given), fields);
  await page.goto("/account");
  await expect(page.getByRole("button", { name: "Connect GitHub" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Connect Password" })).toHaveCount(0);
});
