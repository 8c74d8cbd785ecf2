import { expect, newAddress, rows, sessionCookie, signedIn, signInByMail, test } from "../support/test.ts";

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
  test(`signed out, ${path} is not taken for a protected page`, async ({ app }) => {
    const response = await fetch(app.origin + path, { redirect: "manual" });
    expect(response.status).not.toBe(302);
  });

test("a session cookie that is made up opens nothing", async ({ app }) => {
  for (const value of ["x", "a".repeat(64), "a".repeat(4000), "%", "%ff", '"', "{}"]) {
    const headers = { cookie: `authjs.session-token=${value}` };
    const response = await fetch(`${app.origin}/protected`, { headers, redirect: "manual" });
    expect(response.status).toBe(302);
    expect(await response.text()).toBe("");
  }
});

test("after being sent away, the home page says once which page asked for sign-in", async ({ page }) => {
  await page.goto("/protected/client?tab=2");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("status")).toContainText("/protected/client?tab=2 is for signed-in users");
  await expect(page.getByRole("status").getByRole("link", { name: "Go to sign-in" })).toBeVisible();
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

test("the client-rendered page holds no content in its HTML and shows the user in the browser", async ({
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
  for (const name of ["Protected page", "Client-rendered page"]) {
    await page.goto("/sign-in");
    await page.goto("/");
    await page.getByRole("link", { name }).click();
    await expect(page.getByRole("status")).toContainText("is for signed-in users");
    await expect(page).toHaveURL("/");
    await expect(page.getByText("Hello,")).toHaveCount(0);
  }
});

test("after the session was revoked, the next navigation within the application ends on the home page", async ({
  page,
  app,
  context,
}) => {
  const { id, email } = await signedIn(app, context);
  await page.goto("/protected");
  await expect(page.getByRole("heading", { name: `Hello, ${email}` })).toBeVisible();
  app.database.prepare(`DELETE FROM "Session" WHERE "userId" = ?`).run(id);
  await page.getByRole("link", { name: "The client-rendered one" }).click();
  await expect(page.getByRole("status")).toContainText("/protected/client is for signed-in users");
  await expect(page).toHaveURL("/");
  expect(await sessionCookie(context)).toBeUndefined();
});

test("after being found out by a link, signing in leads to that page", async ({ page, app }) => {
  const address = newAddress();
  await page.goto("/");
  await page.getByRole("link", { name: "Client-rendered page" }).click();
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await signInByMail(page, app, address);
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page).toHaveURL("/protected/client");
});

test("a server function gives a stranger no user data, whatever page it names", async ({ page, app, request }) => {
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

test("a server function leads a stranger to the page it is for, never off the site, and sets no cookie", async ({
  page,
  app,
  request,
}) => {
  const asked = page.waitForRequest((sent) => sent.url().includes("/_server") && sent.url().includes("protected"));
  await page.goto("/");
  await page.getByRole("link", { name: "Protected page" }).click();
  const url = new URL((await asked).url());
  const own = url.searchParams.get("args")?.split(";").at(-1) ?? "";
  expect(own).toContain('"/protected"');
  // Links are preloaded when the pointer comes near: a cookie set here would change where the next sign-in goes.
  for (const path of ["//evil.example", "https://evil.example", "/\\evil.example"]) {
    // A length in hex, then the arguments.
    const args = own.replace('"/protected"', JSON.stringify(path));
    url.searchParams.set("args", `;0x${args.length.toString(16).padStart(8, "0")};${args}`);
    const response = await request.get(url.href, {
      headers: { "x-server-instance": "server-fn:0" },
      maxRedirects: 0,
    });
    expect(response.headers().location, path).toMatch(new RegExp(`^${app.origin}/`));
    expect(response.headers()["set-cookie"]).toBeUndefined();
  }
});

test("signing out and pressing Back shows no protected page", async ({ page, app, context }) => {
  const { id } = await signedIn(app, context);
  await page.goto("/protected");
  await page.getByRole("link", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in", exact: true })).toBeVisible();
  expect(rows(app, "Session", "userId", id)).toHaveLength(0);
  await page.goBack();
  await page.goBack();
  await expect(page.getByText("Hello,")).toHaveCount(0);
});
