// Everything that a user or an attacker can create in the database has a maximum.

import { startApp } from "../../tests/support/app.ts";
import { Client } from "../../tests/support/client.ts";
import { expect, expectFieldError, newClient, signedIn, test } from "../../tests/support/test.ts";

test("input that is too long is not returned in a cookie", async ({ page, app, context }) => {
  await signedIn(app, context);
  await page.goto("/account");
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await name.evaluate((input: HTMLInputElement) => input.removeAttribute("maxlength"));
  await name.fill("漢".repeat(5000));
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Save" }).click();
  const headers = await (await answer).headersArray();
  expect(JSON.stringify(headers).length).toBeLessThan(4000);
  await expectFieldError(name, "nameTooLong");
});

test("rate-limit rows of fake clients are deleted after their window", async () => {
  const app = await startApp();
  try {
    const past = new Date(Date.now() - 1000).toISOString();
    const insert = app.database.prepare(`INSERT INTO "RateLimit" ("key", "points", "expire") VALUES (?, 1, ?)`);
    for (let number = 0; number < 1000; number++) insert.run(`callbacks:${number}`, past);
    await new Client(app.origin, newClient()).get("/api/auth/webauthn-options/passkey?action=authenticate");
    const left = () => app.database.prepare(`SELECT COUNT(*) AS "count" FROM "RateLimit" WHERE "expire" < ?`).get(past);
    await expect.poll(left).toEqual({ count: 0 });
  } finally {
    await app.stop();
  }
});
