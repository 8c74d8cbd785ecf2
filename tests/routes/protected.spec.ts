// The pages in src/routes/protected. Delete this file with them. The guard: tests/server/middleware/guard.spec.ts.

import { protectedText } from "../../src/messages/protected.ts";
import { clientText } from "../../src/messages/protected-client.ts";
import { age, expect, followLink, test } from "../support/test.ts";

test("the server-rendered page names the user, rendered on the server", async ({ page, user: { email } }) => {
  const response = await page.goto("/protected");
  expect(response?.status()).toBe(200);
  const html = (await response?.text())?.replace(/<!--.*?-->/g, "");
  expect(html).toContain(protectedText.hello(email));
  expect(response?.headers()["cache-control"]).toContain("no-store");
});

test("the page says that a visit moves the session's end, until none does any more", async ({
  page,
  app,
  context,
  user,
}) => {
  for (const [days, isExtended] of [
    [0, true],
    [75, false],
  ] as const) {
    await age(app, context, user, days * 24 * 60);
    await page.goto("/protected");
    await expect(page.getByText(protectedText.ends)).toBeVisible();
    await expect(page.getByText(protectedText.unless)).toHaveCount(isExtended ? 1 : 0);
  }
});

test("the client-rendered page shows the user in the browser alone", async ({ page, user: { email } }) => {
  const response = await page.goto("/protected/client");
  expect(await response?.text()).not.toContain(clientText.toServer);
  expect(await response?.text()).toContain(clientText.needsScript);
  await expect(page.getByRole("heading", { name: clientText.hello(email) })).toBeVisible();
});

test("signed out, following a link to the protected pages ends on the home page", async ({ page }) => {
  for (const [path, only] of [
    ["/protected", protectedText.lead],
    ["/protected/client", clientText.toServer],
  ] as const) {
    await page.goto("/");
    await followLink(page, path);
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("status")).toContainText(path);
    await expect(page.getByText(only)).toHaveCount(0);
  }
});
