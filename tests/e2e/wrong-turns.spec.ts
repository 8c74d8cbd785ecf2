import { expect, insertSession, newAddress, sessionCookie, signedIn, signInByMail, test } from "../support/test.ts";

test("an unknown page is a 404 with a way home", async ({ page }) => {
  const response = await page.goto("/no/such/page");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveURL("/");
});

const NOT_THERE = [
  "/api/auth",
  "/api/auth/",
  "/api/auth/nonsense",
  "/api/auth/session/x",
  "/api/auth/signin/github/x",
  "/api/auth/%2e%2e",
];
for (const path of NOT_THERE)
  test(`${path} leads to a page that says there is nothing there`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: /There is (nothing here|no such page)/ })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link")).not.toHaveCount(0);
  });

test("an unknown provider is a 404 in plain words, however it is named", async ({ page }) => {
  for (const path of ["/api/auth/callback/nobody", "/api/auth/signin/nobody", "/api/auth/callback"]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { name: "There is no such way to sign in" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to sign-in" })).toBeVisible();
  }
});

test("a typed address of a provider's start leads to the sign-in page", async ({ page }) => {
  for (const id of ["github", "email", "passkey"]) {
    await page.goto(`/api/auth/signin/${id}`);
    await expect(page).toHaveURL(/\/sign-in/);
    await expect(page.getByRole("button", { name: "Email me a link" })).toBeVisible();
  }
});

for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"])
  test(`${method} on the auth route is a 405 that names the methods that are answered`, async ({ app }) => {
    const response = await fetch(`${app.origin}/api/auth/session`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toContain("POST");
    expect(response.headers.get("content-type") ?? "").not.toContain("text/html");
  });

test("a body that cannot be read is a 400, not a 500", async ({ request }) => {
  for (const [type, data] of [
    ["application/json", "{"],
    ["application/json", "[]"],
    ["application/json", "null"],
    ["multipart/form-data", "nonsense"],
    ["multipart/form-data; boundary=x", "--y"],
  ] as const) {
    const response = await request.post("/api/auth/signin/email", { headers: { "content-type": type }, data });
    expect(response.status(), `${type} ${data}`).toBe(400);
  }
});

const FOREIGN = [
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example/",
  "\\\\evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "http://localhost@evil.example/",
  "/\t/evil.example",
  "not a url",
  "%",
];

for (const callbackUrl of FOREIGN)
  test(`callbackUrl ${JSON.stringify(callbackUrl)} never leads off the site`, async ({ page, app }) => {
    await page.goto(`/sign-in?${new URLSearchParams({ callbackUrl })}`);
    await signInByMail(page, app, newAddress());
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
    await page.getByRole("link", { name: "Continue" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(new URL(page.url()).origin).toBe(app.origin);
  });

test("a poisoned callback-url cookie is cleared, and the sign-in page works", async ({ page, app, context }) => {
  await context.addCookies([{ name: "authjs.callback-url", value: "javascript:alert(1)", url: app.origin }]);
  const response = await page.request.get("/api/auth/session");
  expect(response.status()).toBe(200);
  expect((await context.cookies()).find(({ name }) => name === "authjs.callback-url")?.value ?? "").not.toContain(
    "javascript",
  );
  await page.goto("/sign-in");
  await signInByMail(page, app, newAddress());
  await expect(page).toHaveURL(/welcome/);
});

test("a form whose CSRF cookie is gone says to press the button again, and then works", async ({ page, context }) => {
  await page.goto("/sign-in");
  await context.clearCookies();
  await page.getByRole("textbox", { name: "Email" }).fill(newAddress());
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByRole("alert")).toContainText("Please press the button again");
  await page.getByRole("textbox", { name: "Email" }).fill(newAddress());
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
});

test("another site's form signs nobody in, out, or up", async ({ app, page }) => {
  await page.goto("/sign-in");
  for (const path of ["/api/auth/signin/email", "/api/auth/signout", "/api/auth/callback/email", "/_server"]) {
    const response = await page.request.post(path, {
      headers: { origin: "https://evil.example" },
      form: { email: newAddress() },
    });
    expect(response.status(), path).toBe(403);
  }
  expect(app.mailbox.mails.filter(({ to }) => to?.[0]?.address?.includes("evil"))).toHaveLength(0);
});

test("a provider may post its answer from its own site, and a stranger's post there signs nobody in", async ({
  page,
  context,
}) => {
  const form = { code: "made up", state: "made up" };
  const response = await page.request.post("/api/auth/callback/github", {
    headers: { origin: "https://evil.example" },
    form,
  });
  expect(response.status()).toBe(200);
  expect(response.url()).toContain("/sign-in?error=InvalidCheck");
  expect(await sessionCookie(context)).toBeUndefined();
});

test("a stranger's link posted by a stranger's form signs nobody in", async ({ page, app, browser }) => {
  await page.goto("/sign-in");
  await page.getByRole("textbox", { name: "Email" }).fill("attacker@example.com");
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
  const mail = app.mailbox.mails.findLast(({ to }) => to?.[0]?.address === "attacker@example.com");
  const link = new URL(mail?.text?.match(/https?:\/\/\S+/)?.[0] ?? "");
  const victim = await browser.newContext({ baseURL: app.origin });
  const response = await victim.request.post("/api/auth/callback/email", {
    form: { token: link.searchParams.get("token") ?? "", email: "attacker@example.com" },
    maxRedirects: 0,
  });
  expect(response.headers().location).toContain("error=MissingCSRF");
  expect(await sessionCookie(victim)).toBeUndefined();
  await victim.close();
});

const ERRORS: [string, number, string][] = [
  ["AccessDenied", 403, "You cannot sign in here"],
  ["AccountNotLinked", 409, "This passkey belongs to somebody else"],
  ["CallbackRouteError", 503, "The other site did not answer"],
  ["Configuration", 500, "Sign-in is not working"],
  ["CredentialsSignin", 403, "That did not match"],
  ["EmailSignInError", 503, "We could not send the mail"],
  ["InvalidCheck", 400, "This sign-in has run out"],
  ["InvalidProvider", 404, "There is no such way to sign in"],
  ["MissingCSRF", 403, "Please press the button again"],
  ["OAuthAccountNotLinked", 409, "You already have an account here"],
  ["OAuthCallbackError", 403, "You were not signed in"],
  ["OAuthSignInError", 503, "We could not reach the other site"],
  ["SessionRequired", 403, "Please sign in first"],
  ["UnknownAction", 404, "There is nothing here"],
  ["Verification", 403, "This link no longer works"],
  ["WebAuthnVerificationError", 403, "This passkey did not work"],
];

for (const [error, status, title] of ERRORS)
  test(`/error?error=${error} says "${title}" with status ${status} and a way out`, async ({ page }) => {
    const response = await page.goto(`/error?error=${error}`);
    expect(response?.status()).toBe(status);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link")).not.toHaveCount(0);
  });

test("an error that nobody knows shows words of its own and nothing of what was typed", async ({ page }) => {
  for (const error of ["<script>alert(1)</script>", "__proto__", "constructor", "toString"]) {
    const response = await page.goto(`/error?${new URLSearchParams({ error })}`);
    expect(response?.status()).toBe(400);
    await expect(page.getByRole("heading", { name: "Something did not work" })).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText(error);
  }
});

test("a cookie that SolidStart would read an action's outcome from is left alone, and forges no line in the log", async ({
  app,
}) => {
  const { sessionToken, email } = insertSession(app);
  const cookie = `flash=x%0a2026-11-21T00:00:00.000Z%20info%20forged; authjs.session-token=${sessionToken}; flash={`;
  const response = await fetch(`${app.origin}/protected`, { headers: { cookie }, redirect: "manual" });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain(email);
  expect(app.log()).not.toContain("forged");
});

test("cookies of other programs on the same host do no harm, whatever they are called", async ({
  page,
  app,
  context,
}) => {
  const { email } = await signedIn(app, context);
  await page.goto("/");
  for (const name of ["café", "two words", ""]) {
    await page.evaluate((name) => {
      // biome-ignore lint/suspicious/noDocumentCookie: any program may.
      document.cookie = `${name}=x; path=/`;
    }, name);
    const response = await page.goto("/protected");
    expect(response?.status(), name).toBe(200);
    await expect(page.getByRole("heading", { name: `Hello, ${email}` })).toBeVisible();
  }
  expect((await page.goto("/sign-in?fresh=1"))?.status()).toBe(200);
  await signInByMail(page, app, newAddress());
  await expect(page).toHaveURL(/welcome/);
});
