import appConfig from "../../app.config.ts";
import { expect, followLink, signedIn, test } from "../support/test.ts";

const SPELLINGS = [
  "/protected",
  "/protected/",
  "/protected/client",
  "/protected/client/",
  "/protected/no-such-page",
  "/Protected",
  "/PROTECTED/CLIENT",
  "/protected/.",
  "/protected//",
  "//protected",
  "/./protected",
  "/%70rotected",
  "/%2570rotected",
  "/protected%2f",
  "/protected;x=1",
  "/protected?x=1",
  "/account",
  "/welcome",
];

for (const path of SPELLINGS)
  test(`signed out, ${path} is a 302 to / without a byte of content`, async ({ app }) => {
    const response = await fetch(app.origin + path, { redirect: "manual" });
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(`${app.origin}/`);
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(await response.text()).toBe("");
  });

for (const path of ["/", "/sign-in", "/protecteds", "/sign-in/protected", "/public?next=/protected"])
  test(`signed out, ${path} is not treated as a protected page`, async ({ app }) => {
    const response = await fetch(app.origin + path, { redirect: "manual" });
    expect(response.status).not.toBe(302);
  });

test("a forged session cookie grants no access", async ({ app }) => {
  for (const value of ["x", "a".repeat(64), "a".repeat(4000), "%", "%ff", '"', "{}"]) {
    const headers = { cookie: `authjs.session-token=${value}` };
    const response = await fetch(`${app.origin}/protected`, { headers, redirect: "manual" });
    expect(response.status).toBe(302);
    expect(await response.text()).toBe("");
  }
});

test("after the guard's redirect, the home page says once which page needs sign-in", async ({ page }) => {
  await page.goto("/protected/client?tab=2");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("status")).toContainText("/protected/client?tab=2");
  await expect(page.getByRole("status").getByRole("link")).toHaveAttribute("href", appConfig.pages.signIn);
  await expect(page.locator("main .button-filled")).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("status")).toHaveCount(0);
});

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

test("signed out, following a link within the application ends on the home page", async ({ page }) => {
  for (const path of ["/protected", "/protected/client"]) {
    await page.goto("/");
    await followLink(page, path);
    await expect(page.getByRole("status")).toContainText(path);
    await expect(page).toHaveURL("/");
    await expect(page.getByText("Hello,")).toHaveCount(0);
  }
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
  await page.goto("/protected/client");
  await expect(page.getByRole("heading", { name: /Hello/ })).toBeVisible();
  expect(asked.length).toBeGreaterThan(0);
  for (const url of asked) {
    const response = await request.get(url, { headers: { "x-server-instance": "server-fn:0" }, maxRedirects: 0 });
    expect(await response.text()).not.toContain("@example.com");
    expect(response.headers()["cache-control"]).toContain("no-store");
  }
});
