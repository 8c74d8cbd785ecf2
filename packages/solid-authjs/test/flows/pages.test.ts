// SPEC.md, FrameworkAuthConfig: `pages` (with `confirm`, which is ours) and `theme`.

import GitHub from "@auth/core/providers/github";
import { describe, expect, it, vi } from "vitest";
import { emailProvider, linkFields, useApplication } from "../support/application";
import { ORIGIN } from "../support/visitor";

const app = useApplication(() => ({ providers: [GitHub({ clientId: "id", clientSecret: "secret" })] }));

const denying = { callbacks: { signIn: () => false } };

describe("without pages", () => {
  it.each([
    ["/signin", 200, `action="${ORIGIN}/api/auth/signin/github"`],
    ["/signin", 200, `action="${ORIGIN}/api/auth/signin/email"`],
    ["/signin?error=OAuthAccountNotLinked", 200, "sign in with the same account"],
    ["/signout", 200, `action="${ORIGIN}/api/auth/signout"`],
    ["/error?error=Configuration", 500, "problem with the server configuration"],
    ["/error?error=AccessDenied", 403, "do not have permission"],
    ["/error?error=Verification", 403, "no longer valid"],
    ["/error", 200, "Error"],
    ["/verify-request", 200, "Check your email"],
  ])("GET %s is a built-in page, with status %i and %s", async (path, status, text) => {
    const answer = await app.visitor().get(path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(await answer.text()).toContain(text);
  });

  it("the built-in forms carry the token that their posts need", async () => {
    const visitor = app.visitor();
    for (const path of ["/signin", "/signout"]) {
      const html = await (await visitor.get(path)).text();
      const { csrfToken } = await (await visitor.get("/csrf")).json();
      expect(html).toContain(`name="csrfToken" value="${csrfToken}"`);
    }
  });

  it("flows end on the built-in pages", async () => {
    const asked = await app.visitor().post("/signin/email", { email: "user@example.com" });
    expect(asked.location?.pathname).toBe("/api/auth/verify-request");
    const denied = await app.visitor(denying).post("/signin/email", { email: "user@example.com" });
    expect(denied.location?.href).toBe(`${ORIGIN}/api/auth/error?error=AccessDenied`);
    const forged = await app.visitor().visit("/signin/email", { method: "POST" });
    expect(forged.location?.href).toBe(`${ORIGIN}/api/auth/signin?error=MissingCSRF`);
  });

  it("a new user goes straight to the callback URL", async () => {
    const visitor = app.visitor();
    await visitor.post("/signin/email", { email: "user@example.com", callbackUrl: "/account" });
    const answer = await visitor.post("/callback/email", linkFields(app.sent[0]));
    expect(answer.location?.href).toBe(`${ORIGIN}/account`);
  });
});

describe("pages", () => {
  it("signIn gets failures that another attempt can mend", async () => {
    const visitor = app.visitor({ pages: { signIn: "/my/sign-in" } });
    const { location } = await visitor.visit("/signin/email", { method: "POST" });
    expect(location?.href).toBe(`${ORIGIN}/my/sign-in?error=MissingCSRF`);
  });

  it("verifyRequest replaces the page that follows the mail", async () => {
    const visitor = app.visitor({ pages: { verifyRequest: "/my/inbox" } });
    const asked = await visitor.post("/signin/email", { email: "user@example.com" });
    const { location } = await visitor.get(asked.location?.href ?? "");
    expect(location?.href).toBe(`${ORIGIN}/my/inbox?provider=email&type=email`);
  });

  it("a user's first sign-in leads to newUser, on the way to the callback URL, and no later one does", async () => {
    const visitor = app.visitor({ pages: { newUser: "/my/welcome" } });
    const { location } = await app.signIn(visitor);
    expect(location?.pathname).toBe("/my/welcome");
    expect(location?.searchParams.get("callbackUrl")).toBe(`${ORIGIN}/`);
    const again = await app.signIn(visitor);
    expect(again.location?.href).toBe(`${ORIGIN}/`);
  });

  it("replace only the page that they name", async () => {
    const visitor = app.visitor({ pages: { signIn: "/my/sign-in" } });
    for (const path of ["/signout", "/verify-request", "/error"])
      expect((await visitor.get(path)).headers.get("content-type")).toContain("text/html");
  });
});

describe("theme", () => {
  const theme = { colorScheme: "dark", brandColor: "#c0ffee", buttonText: "#123456", logo: "/my-logo.svg" } as const;

  it.each(["/signin", "/signout", "/error", "/verify-request"])("styles the built-in page at %s", async (path) => {
    const html = await (await app.visitor({ theme }).get(path)).text();
    expect(html).toContain('class="__next-auth-theme-dark"');
    expect(html).toContain("--brand-color: #c0ffee");
    expect(html).toContain('src="/my-logo.svg"');
  });

  it("colours the text of buttons", async () => {
    expect(await (await app.visitor({ theme }).get("/signin")).text()).toContain("--button-text-color: #123456");
  });

  it("the function that sends the mail gets the theme", async () => {
    const sendVerificationRequest = vi.fn();
    const provider = emailProvider(app.sent, { sendVerificationRequest });
    await app.visitor({ theme, providers: [provider] }).post("/signin/email", { email: "user@example.com" });
    expect(sendVerificationRequest.mock.lastCall?.[0].theme).toEqual(theme);
  });

  it("the visitor's own colour scheme holds when there is no theme", async () => {
    expect(await (await app.visitor().get("/signin")).text()).toContain('class="__next-auth-theme-auto"');
  });
});
