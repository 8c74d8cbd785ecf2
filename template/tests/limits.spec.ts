// What a visitor sees at a rate limit, and what uses none up. How much each allows: tests/server/http/rate-limit.test.ts.

import { Client } from "../../tests/support/client.ts";
import { expect, newClient, newEmail, test } from "../../tests/support/test.ts";

const LINKS_TO_ADDRESS = 5;
const CALLBACKS = 300;

test("too many requests without JavaScript show a page with the status, the wait and a link home", async ({
  app,
  browser,
}) => {
  const email = newEmail();
  const stranger = new Client(app.origin, newClient());
  for (let asked = 0; asked < LINKS_TO_ADDRESS; asked++)
    await stranger.post("/api/auth/signin/email", { csrfToken: await stranger.csrfToken(), email });

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.origin });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Email me a link" }).click();
  expect((await answer).status()).toBe(429);
  await expect(page.getByRole("heading", { name: "Too many attempts" })).toBeVisible();
  await expect(page.getByText("try again in 10 minutes")).toBeVisible();
  await page.getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveURL("/");
  await context.close();
});

test("images and frames on another site do not use up a visitor's limits", async ({ app }) => {
  const visitor = new Client(app.origin, newClient());
  const from = (dest: string) => ({ "sec-fetch-site": "cross-site", "sec-fetch-dest": dest });
  for (const dest of ["image", "iframe", "empty"])
    for (let tries = 0; tries <= CALLBACKS; tries++)
      expect((await visitor.get("/api/auth/callback/github", from(dest))).status).toBe(403);
  expect((await visitor.get("/api/auth/callback/github?code=x&state=y", from("document"))).status).toBe(302);
  const fields = { csrfToken: await visitor.csrfToken() };
  expect((await visitor.post("/api/auth/callback/email", fields)).status).toBe(302);
});
