// The addresses that password managers and security researchers look for.

import { readFileSync } from "node:fs";
import { clientOf } from "../support/client.ts";
import { expect, insertSession, test } from "../support/test.ts";

test("password managers find the page for passkeys", { tag: "@passkey" }, async ({ app }) => {
  const { headers, body } = await clientOf(app).get("/.well-known/passkey-endpoints");
  expect(headers.get("content-type")).toContain("application/json");
  const page = `${app.origin}/account#passkeys`;
  expect(JSON.parse(body)).toEqual({ enroll: page, manage: page });
  expect((await clientOf(app, await insertSession(app)).open("/account")).body).toContain('id="passkeys"');
});

test("the address for changing a password leads to the sign-in methods", async ({ app }) => {
  const { location } = await clientOf(app, await insertSession(app)).get("/.well-known/change-password");
  expect(location?.href).toBe(`${app.origin}/account#sign-in-methods`);
});

test("security.txt names the contact of the settings, and does not exist without one", async ({ request }) => {
  const [, contact] = readFileSync("app.config.ts", "utf8").match(/^ {2}securityContact: "(.+)",$/m) ?? [];
  const response = await request.get("/.well-known/security.txt");
  expect(response.status()).toBe(contact ? 200 : 404);
  if (contact) expect(await response.text()).toMatch(new RegExp(`^Contact: ${contact}\nExpires: \\d{4}-.*Z\n$`));
});
