// bindAuth: the server's functions, bound to one configuration.

import GitHub from "@auth/core/providers/github";
import { describe, expect, it } from "vitest";
import { bindAuth, Passkey, type SolidAuthConfig } from "../../src";
import { emailProvider, useApplication } from "../support/application";
import { ORIGIN } from "../support/visitor";

const app = useApplication(() => ({
  providers: [GitHub({ clientId: "id", clientSecret: "secret" }), Passkey()],
  experimental: { enableWebAuthn: true },
}));

/** Begins to add a passkey. */
const ADD_PASSKEY = "webauthn-options/passkey?action=register";

describe("bindAuth", () => {
  it("signs in through its handlers, reads that session, and ends it", async () => {
    const auth = bindAuth(app.config);
    const visitor = await app.signedIn("ada@example.com");
    const request = () => visitor.request();
    expect((await auth.getSession(request()))?.user?.email).toBe("ada@example.com");
    expect((await auth.getSessionDetails(request()))?.token).toMatch(/^[0-9a-f]{64}$/);
    const { GET } = auth.handlers;
    const shown = await GET({ request: visitor.request("/api/auth/session") });
    expect((await shown.json()).user.email).toBe("ada@example.com");
    expect(await auth.signOut(request(), { callbackUrl: "/bye" })).toBe("https://app.example.com/bye");
    expect(await auth.getSession(request())).toBeNull();
  });

  it("passes the other arguments on", async () => {
    const auth = bindAuth(app.config);
    const request = new Request("https://app.example.com/api/auth/signin/email", { method: "POST" });
    expect(await auth.signIn(request, "email", { email: "ada@example.com" })).toContain("verify-request");
    expect(app.sent).toHaveLength(1);
    expect(auth.matchAuthRoute(request)?.provider?.id).toBe("email");
    expect(auth.matchAuthRoute(new URL(request.url))?.provider?.id).toBe("email");
    expect(auth.rememberCallbackUrl(request, "/account")).toContain("https://app.example.com/account;");
    expect(auth.getOrigin(request)).toBe("https://app.example.com");
  });

  it("throws for an invalid configuration when the handlers are read", () => {
    const auth = bindAuth({ providers: [], secret: [] });
    expect(() => auth.handlers).toThrow("AUTH_SECRET");
  });
});

describe("handleAuthRequest", () => {
  /** Asks for a sign-in link. */
  async function askForLink(options: Partial<SolidAuthConfig> = {}, email = "ada@example.com") {
    const config = app.configWith(options);
    const visitor = app.visitor(options);
    const body = new URLSearchParams({ csrfToken: await visitor.csrfToken(), email });
    return bindAuth(config).handleAuthRequest(visitor.request("/api/auth/signin/email", { method: "POST", body }));
  }

  it("returns the response, what the request was for, and the form's fields", async () => {
    const { response, action, provider, fields, failure } = await askForLink();
    expect(response.headers.get("location")).toContain("/verify-request");
    expect([action, provider?.id, provider?.type, fields.email]).toEqual([
      "signin",
      "email",
      "email",
      "ada@example.com",
    ]);
    expect(failure).toBeUndefined();
  });

  const unsent = emailProvider([], { sendVerificationRequest: () => Promise.reject(new Error("The disk is full.")) });
  const tooMany = new Response("Wait a minute.", { status: 429 });

  it.each<[string, Partial<SolidAuthConfig>, string, object]>([
    ["a text that is no address", {}, "ada", { error: "EmailSignInError", code: "address" }],
    ["a mail that is not sent", { providers: [unsent] }, "a@b.c", { error: "EmailSignInError", code: "unsent" }],
    ["a callback that refuses", { callbacks: { signIn: () => false } }, "a@b.c", { error: "AccessDenied" }],
    [
      "a callback that answers itself",
      { callbacks: { signIn: () => Promise.reject(tooMany) } },
      "a@b.c",
      { error: "AccessDenied" },
    ],
    ["a refused configuration", { trustHost: false }, "a@b.c", { error: "Configuration" }],
  ])("reports the failure for %s", async (_what, options, email, failure) => {
    expect(await askForLink(options, email)).toMatchObject({ action: "signin", failure });
  });

  it("reports the failure for a session that cannot be read", async () => {
    const getSessionAndUser = () => Promise.reject(new Error("The disk is gone."));
    const visitor = await app.signedIn();
    const { response, failure } = await bindAuth(
      app.configWith({ adapter: { ...app.adapter, getSessionAndUser } }),
    ).handleAuthRequest(visitor.request("/api/auth/session"));
    expect([response.status, failure?.error]).toEqual([500, "Configuration"]);
  });

  it("reports no action for a path that is not the auth route's", async () => {
    const request = new Request(`${ORIGIN}/api/auth/nothing`, { headers: { accept: "text/html" } });
    const { response, ...report } = await bindAuth(app.config).handleAuthRequest(request);
    expect([response.status, report]).toMatchObject([302, { fields: {}, failure: { error: "UnknownAction" } }]);
    expect(report).not.toHaveProperty("action");
  });

  it.each<[string, string, RequestInit, number, string]>([
    ["another method", "session", { method: "PUT" }, 405, "UnknownAction"],
    [
      "a malformed body",
      "session",
      { method: "POST", body: "{", headers: { "content-type": "application/json" } },
      400,
      "UnknownAction",
    ],
    ["an update without the CSRF token", "session", { method: "POST" }, 400, "MissingCSRF"],
    ["a sign-in without the CSRF token", "signin/email", { method: "POST" }, 302, "MissingCSRF"],
    ["a signed-out visitor who adds a passkey", ADD_PASSKEY, {}, 401, "SessionRequired"],
    ["options for an unknown purpose", "webauthn-options/passkey?action=x", {}, 400, "UnknownAction"],
  ])("reports the failure for %s", async (_what, path, init, status, error) => {
    const report = bindAuth(app.config).handleAuthRequest(new Request(`${ORIGIN}/api/auth/${path}`, init));
    expect(await report).toMatchObject({ response: { status }, failure: { error } });
  });

  it("reports the failure for a user who adds a passkey long after signing in", async () => {
    const visitor = await app.signedIn();
    await app.prisma.session.updateMany({ data: { authenticatedAt: new Date(Date.now() - 2000) } });
    const auth = bindAuth(app.configWith({ session: { freshAge: 1 } }));
    const { response, failure } = await auth.handleAuthRequest(visitor.request(`/api/auth/${ADD_PASSKEY}`));
    expect([response.status, failure?.error]).toEqual([403, "FreshSignInRequired"]);
  });

  it("reports no fields of a provider's answer", async () => {
    const request = new Request(`${ORIGIN}/api/auth/callback/github?code=secret&state=secret`);
    const report = await bindAuth(app.config).handleAuthRequest(request);
    expect(report).toMatchObject({ action: "callback", provider: { id: "github" }, fields: {} });
    expect(report.fields).toEqual({});
  });
});
