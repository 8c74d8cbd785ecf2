// The pages in src/routes/protected. Delete this file with them; protected.spec.ts has the tests of the guard.

import { claimed, expect, followLink, signedIn, test } from "../support/test.ts";

test("the server-rendered page names the user, rendered on the server", async ({ page, app, context }) => {
  const { email } = await signedIn(app, context);
  const response = await page.goto("/protected");
  expect(response?.status()).toBe(200);
  const html = (await response?.text())?.replace(/<!--.*?-->/g, "");
  expect(html).toContain(`Hello, ${email}`);
  expect(response?.headers()["cache-control"]).toContain("no-store");
});

test("the client-rendered page has no content in its HTML and shows the user in the browser", async ({
  page,
  app,
  context,
}) => {
  const { email } = await signedIn(app, context);
  const response = await page.goto("/protected/client");
  expect(await response?.text()).not.toContain("Hello,");
  await expect(page.getByRole("heading", { name: `Hello, ${email}` })).toBeVisible();
});

test("a server function gives a signed-out visitor no user data, for any page argument", async ({
  page,
  app,
  request,
}) => {
  await signedIn(app, page.context());
  const asked: string[] = [];
  page.on("request", (sent) => {
    if (sent.url().includes("/_server")) asked.push(sent.url());
  });
  await page.goto("/");
  for (const path of ["/protected", "/protected/client", "/account"]) {
    await followLink(page, path);
    await expect(page).toHaveURL(path);
  }
  expect(asked.length).toBeGreaterThan(0);
  for (const url of asked) {
    const response = await request.get(url, { headers: { "x-server-instance": "server-fn:0" }, maxRedirects: 0 });
    expect(await response.text()).not.toContain("@example.com");
    expect(response.headers()["cache-control"]).toContain("no-store");
  }
});

test("signed out, following a link to them ends on the home page", async ({ page }) => {
  for (const path of ["/protected", "/protected/client"]) {
    await page.goto("/");
    await followLink(page, path);
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("status")).toContainText(path);
    await expect(page.getByText("Hello,")).toHaveCount(0);
  }
});

test("signed in, they log nothing to the console", async ({ page, app, context }) => {
  const logged: string[] = [];
  page.on("pageerror", (error) => logged.push(error.message));
  page.on("console", (message) => logged.push(message.text()));
  await signedIn(app, context);
  for (const path of ["/protected", "/protected/client"]) {
    await page.goto(path);
    await claimed(page);
    await expect(page.getByRole("heading", { name: /Hello/ })).toBeVisible();
  }
  expect(logged).toEqual([]);
});
