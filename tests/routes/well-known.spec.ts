// The addresses that password managers and security researchers look for.

import { readFileSync } from "node:fs";
import { accountText } from "../../src/messages/account.ts";
import { expect, test } from "../support/test.ts";

test("password managers find the page for passkeys", { tag: "@passkey" }, async ({ page, app, user: _ }) => {
  const response = await page.request.get("/.well-known/passkey-endpoints");
  expect(response.headers()["content-type"]).toContain("application/json");
  const { enroll, manage } = await response.json();
  expect([enroll, manage]).toEqual([`${app.origin}/account#passkeys`, enroll]);
  await page.goto(enroll);
  await expect(page.getByRole("button", { name: accountText.addPasskey.button })).toBeVisible();
});

test("the address for changing a password leads to the sign-in methods", async ({ page, user: _ }) => {
  await page.goto("/.well-known/change-password");
  await expect(page).toHaveURL("/account#sign-in-methods");
});

test("security.txt names the contact of the settings, and does not exist without one", async ({ request }) => {
  const [, contact] = readFileSync("app.config.ts", "utf8").match(/^ {2}securityContact: "(.+)",$/m) ?? [];
  const response = await request.get("/.well-known/security.txt");
  expect(response.status()).toBe(contact ? 200 : 404);
  if (contact) expect(await response.text()).toMatch(new RegExp(`^Contact: ${contact}\nExpires: \\d{4}-.*Z\n$`));
});
