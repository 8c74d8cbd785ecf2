import { welcomeText } from "../../../src/messages/account.ts";
import { describeAuthError } from "../../../src/messages/auth-errors.ts";
import { inboxText } from "../../../src/messages/email-link.ts";
import { notFoundText } from "../../../src/messages/errors.ts";
import { signInText } from "../../../src/messages/sign-in.ts";
import { type Answer, askByForm, Client, fieldsOf, spendByForm, textsOf } from "../../support/client.ts";
import { isOffered } from "../../support/methods.ts";
import { type App, expect, insertSession, newClient, newEmail, test } from "../../support/test.ts";

test("an unknown page is a 404 with a way home", async ({ page }) => {
  const response = await page.goto("/no/such/page");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: notFoundText.title })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: notFoundText.home }).click();
  await expect(page).toHaveURL("/");
});

const NOT_THERE = ["/api/auth", "/api/auth/", "/api/auth/nonsense", "/api/auth/session/x", "/api/auth/signin/github/x"];
for (const path of NOT_THERE)
  test(`${path} shows a page that says it does not exist`, async ({ app }) => {
    const page = await new Client(app.origin, newClient()).open(path);
    expect(page.status).toBe(404);
    expect(textsOf(page, "h1")).toHaveLength(1);
    expect(textsOf(page, "main")[0]).toMatch(/\w/);
    expect(page.body.match(/<main.*<a [^>]*href=.*<\/main>/s)).not.toBeNull();
  });

test("an unknown provider is a 404 with a plain message, for any name", async ({ app }) => {
  const { title, status, next } = describeAuthError("InvalidProvider");
  for (const path of ["/api/auth/callback/nobody", "/api/auth/signin/nobody", "/api/auth/callback"]) {
    const page = await new Client(app.origin, newClient()).open(path);
    expect(page.status, path).toBe(404);
    expect(page.status, path).toBe(status);
    expect(textsOf(page, "h1"), path).toEqual([title]);
    expect(textsOf(page, "a"), path).toContain(next.label);
  }
});

test("typing a provider's sign-in URL leads to the sign-in page", async ({ app }) => {
  for (const id of ["github", "email", "passkey"].filter(isOffered)) {
    const page = await new Client(app.origin, newClient()).open(`/api/auth/signin/${id}`);
    expect(page.to, id).toBe(`GET /sign-in`);
    expect(page.status, id).toBe(200);
  }
});

test("signed-in users are redirected from the sign-in page", async ({ app }) => {
  const client = new Client(app.origin, newClient());
  client.cookies.set("authjs.session-token", (await insertSession(app)).sessionToken);
  const onward = async (query: string) => (await client.get(`/sign-in${query}`)).location?.href;
  expect(await onward("?callbackUrl=/account")).toBe(`${app.origin}/account`);
  expect(await onward("")).toBe(`${app.origin}/`);
});

for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"])
  test(`${method} on the auth route is a 405 that names the allowed methods`, async ({ app }) => {
    const response = await fetch(`${app.origin}/api/auth/session`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toContain("POST");
    expect(response.headers.get("content-type") ?? "").not.toContain("text/html");
  });

test("a malformed body is a 400, not a 500", async ({ request }) => {
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

/** Signs in by email with the forms. @returns the first page after that */
async function signInByForms(client: Client, app: App, query?: string): Promise<Answer> {
  const answer = await spendByForm(client, await askByForm(client, app, newEmail(), query));
  return client.open(answer.location?.href ?? "no redirect");
}

for (const callbackUrl of FOREIGN)
  test(`callbackUrl ${JSON.stringify(callbackUrl)} never leads off the site`, { tag: "@email" }, async ({ app }) => {
    const client = new Client(app.origin, newClient());
    const welcome = await signInByForms(client, app, `?${new URLSearchParams({ callbackUrl })}`);
    expect(welcome.to).toBe(`GET /welcome`);
    const [before = ""] = welcome.body.split(welcomeText.skip);
    const [, onward = ""] = before.match(/.*<a [^>]*href="([^"]*)"/s) ?? [];
    expect(onward).toMatch(/^\//);
    expect(new URL(onward, app.origin).origin).toBe(app.origin);
    expect(textsOf(await client.open(onward), "h1")).toHaveLength(1);
  });

test("a poisoned callback-url cookie breaks neither the session nor a sign-in, which replaces it", {
  tag: "@email",
}, async ({ app }) => {
  const client = new Client(app.origin, newClient());
  client.cookies.set("authjs.callback-url", "javascript:alert(1)");
  expect((await client.get("/api/auth/session")).status).toBe(200);
  expect((await signInByForms(client, app)).to).toBe(`GET /welcome`);
  expect(client.cookies.get("authjs.callback-url")).not.toContain("javascript");
  expect((await client.get("/api/auth/session")).status).toBe(200);
});

test("a form whose CSRF cookie is gone works all the same", {
  tag: "@email",
}, async ({ page, context }) => {
  await page.goto("/sign-in");
  // biome-ignore lint/plugin: a response to a request that is under way would bring a cookie with another token.
  await page.waitForLoadState("networkidle");
  await context.clearCookies();
  await page.getByRole("textbox", { name: signInText.email }).fill(newEmail());
  await page.getByRole("button", { name: signInText.byEmail }).click();
  await expect(page.getByRole("heading", { name: inboxText.title })).toBeVisible();
});

test("a form whose token is refused leads back to its own page, where it works: the mail's code, its link, the next mail and signing out", {
  tag: "@email",
}, async ({ app }) => {
  const client = new Client(app.origin, newClient());
  const link = await askByForm(client, app, newEmail());
  /** Opens a page, sends its form with a wrong token, and presses the button of the page that it leads to. */
  async function pressTwice(path: string, action: string): Promise<Answer> {
    const fields = fieldsOf(await client.open(path), action);
    const refused = await client.post(`/api/auth${action}`, { ...fields, csrfToken: "0" });
    expect(refused.location?.pathname).toBe(new URL(path, app.origin).pathname);
    const page = await client.open(refused.location?.href ?? "no redirect");
    expect(textsOf(page, "strong")).toContain(describeAuthError("MissingCSRF").title);
    return client.post(`/api/auth${action}`, fieldsOf(page, action));
  }
  expect((await pressTwice("/verify-request", "/signin/email")).location?.pathname).toBe("/api/auth/verify-request");
  const code = await pressTwice("/verify-request", "/callback/email");
  expect(code.location?.searchParams.get("code")).toBe("mismatch");
  expect((await pressTwice(link, "/callback/email")).location?.pathname).toBe("/welcome");
  expect((await pressTwice("/sign-out", "/signout")).location?.pathname).toBe("/");
  expect(client.sessionToken).toBeUndefined();
});

const FOREIGN_ORIGIN = { origin: "https://evil.example" };

test("a form on another site cannot sign a visitor in, out or up", async ({ app }) => {
  const client = new Client(app.origin, newClient());
  await client.open("/sign-in");
  const email = newEmail("evil");
  for (const path of ["/api/auth/signin/email", "/api/auth/signout", "/api/auth/callback/email", "/_server"])
    expect((await client.post(path, { email }, FOREIGN_ORIGIN)).status, path).toBe(403);
  expect(app.mailbox.mails.filter(({ to }) => to?.[0]?.address?.includes("evil"))).toHaveLength(0);
});

test("a provider may post its response from its own site, and an attacker's post to the same URL signs no user in", {
  tag: "@github",
}, async ({ app }) => {
  const client = new Client(app.origin, newClient());
  const form = { code: "made up", state: "made up" };
  const posted = await client.post("/api/auth/callback/github", form, FOREIGN_ORIGIN);
  const refused = await client.get(posted.location?.href ?? "no redirect");
  expect(refused.location?.pathname).toBe("/sign-in");
  expect(refused.location?.searchParams.get("error")).toBe("InvalidCheck");
  expect(client.sessionToken).toBeUndefined();
});

test("an attacker's link posted by an attacker's form signs no user in", { tag: "@email" }, async ({ app }) => {
  const attacker = new Client(app.origin, newClient());
  const email = newEmail("attacker");
  const token = new URL(await askByForm(attacker, app, email)).searchParams.get("token") ?? "";
  const victim = new Client(app.origin, newClient());
  const answer = await victim.post("/api/auth/callback/email", { token, email });
  expect(answer.location?.searchParams.get("error")).toBe("MissingCSRF");
  expect(victim.sessionToken).toBeUndefined();
});

const ERRORS = [
  "AccessDenied",
  "AccountNotLinked",
  "CallbackRouteError",
  "Configuration",
  "CredentialsSignin",
  "EmailSignInError",
  "InvalidCheck",
  "InvalidProvider",
  "MissingCSRF",
  "OAuthAccountNotLinked",
  "OAuthCallbackError",
  "OAuthSignInError",
  "OtherUser",
  "SessionRequired",
  "UnknownAction",
  "Verification",
  "WebAuthnVerificationError",
];

for (const error of ERRORS)
  test(`/error?error=${error} shows a plain message, the status of the error and a way out`, async ({ app }) => {
    const { title, status, next } = describeAuthError(error);
    const page = await new Client(app.origin, newClient()).open(`/error?error=${error}`);
    expect(page.status).toBe(status);
    expect(textsOf(page, "h1")).toEqual([title]);
    expect(textsOf(page, "a")).toContain(next.label);
  });

test("an unknown error shows a generic message and nothing from the URL", async ({ app }) => {
  for (const error of ["<script>alert(1)</script>", "__proto__", "constructor", "toString"]) {
    const page = await new Client(app.origin, newClient()).open(`/error?${new URLSearchParams({ error })}`);
    expect(page.status).toBe(400);
    expect(textsOf(page, "h1")).toEqual([describeAuthError("an error that nobody knows").title]);
    expect(textsOf(page, "main")[0]).not.toContain(error);
  }
});

test("SolidStart's flash cookie is ignored and cannot forge a log line", async ({ app }) => {
  const { sessionToken, email } = await insertSession(app);
  const cookie = `flash=x%0a2026-11-21T00:00:00.000Z%20info%20forged; authjs.session-token=${sessionToken}; flash={; flash =forged; flash\t=forged`;
  const response = await fetch(`${app.origin}/account`, { headers: { cookie }, redirect: "manual" });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain(email);
  expect(await app.log()).not.toContain("forged");
});
