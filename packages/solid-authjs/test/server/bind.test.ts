// bindAuth: the server's functions, bound to one configuration.

import Discord from "@auth/core/providers/discord";
import GitHub from "@auth/core/providers/github";
import Google from "@auth/core/providers/google";
import { expect, it } from "vitest";
import { bindAuth, Passkey, type SolidAuthConfig } from "../../src";
import { EMAIL, emailProvider, useApplication } from "../support/application";
import { ORIGIN } from "../support/visitor";

const app = useApplication(() => ({
  providers: [GitHub({ clientId: "id", clientSecret: "secret" }), Passkey()],
}));

it("bindAuth passes the other arguments on", async () => {
  const auth = bindAuth(app.config);
  const request = new Request(`${ORIGIN}/api/auth/signin/email`, { method: "POST" });
  expect(await auth.signIn(request, "email", { email: EMAIL })).toContain("verify-request");
  expect(app.sent).toHaveLength(1);
  for (const place of [request, new URL(request.url)]) expect(auth.matchAuthRoute(place)?.provider?.id).toBe("email");
  expect(auth.rememberCallbackUrl(request, "/account")).toContain(`${ORIGIN}/account;`);
  expect(auth.getOrigin(request)).toBe(ORIGIN);
});

/** Asks for a sign-in link. */
async function askForLink(options: Partial<SolidAuthConfig> = {}) {
  const visitor = app.visitor(options);
  const body = new URLSearchParams({ csrfToken: await visitor.csrfToken(), email: EMAIL });
  const request = visitor.request("/api/auth/signin/email", { method: "POST", body });
  return bindAuth(app.configWith(options)).handleAuthRequest(request);
}

const ask = (path: string, init?: RequestInit) =>
  bindAuth(app.config).handleAuthRequest(new Request(`${ORIGIN}/api/auth/${path}`, init));

it("handleAuthRequest returns the response, what the request was for, and the form's fields", async () => {
  const { response, failure, ...report } = await askForLink();
  expect(response.headers.get("location")).toContain("/verify-request");
  const provider = { id: "email", type: "email" };
  expect(report).toMatchObject({ action: "signin", provider, fields: { email: EMAIL } });
  expect(failure).toBeUndefined();
});

it.each<[string, Partial<SolidAuthConfig>, string]>([
  ["a callback that refuses", { callbacks: { signIn: () => false } }, "AccessDenied"],
  ["an answering callback", { callbacks: { signIn: () => Promise.reject(new Response()) } }, "AccessDenied"],
  ["a refused configuration", { trustHost: false }, "Configuration"],
])("handleAuthRequest reports the failure for %s", async (_what, options, error) => {
  expect(await askForLink(options)).toMatchObject({ action: "signin", failure: { error } });
});

/** Begins to add a passkey. */
const ADD_PASSKEY = "webauthn-options/passkey?action=register";
const BROKEN = { method: "POST", body: "{", headers: { "content-type": "application/json" } };

it.each<[string, string, RequestInit, number, string]>([
  ["a malformed body", "session", BROKEN, 400, "UnknownAction"],
  ["an update without the CSRF token", "session", { method: "POST" }, 400, "MissingCSRF"],
  ["a sign-in without the CSRF token", "signin/email", { method: "POST" }, 302, "MissingCSRF"],
  ["a signed-out visitor who adds a passkey", ADD_PASSKEY, {}, 401, "SessionRequired"],
  ["options for an unknown purpose", "webauthn-options/passkey?action=x", {}, 400, "UnknownAction"],
])("handleAuthRequest reports the failure for %s", async (_what, path, init, status, error) => {
  expect(await ask(path, init)).toMatchObject({ response: { status }, failure: { error } });
});

it("handleAuthRequest reports the failure for a passkey long after signing in", async () => {
  const visitor = await app.signedIn();
  await app.prisma.session.updateMany({ data: { authenticatedAt: new Date(Date.now() - 2000) } });
  const config = app.configWith({ session: { freshAge: 1 } });
  const report = await bindAuth(config).handleAuthRequest(visitor.request(`/api/auth/${ADD_PASSKEY}`));
  expect(report).toMatchObject({ response: { status: 403 }, failure: { error: "FreshSignInRequired" } });
});

it("handleAuthRequest reports no action for a path that is not the auth route's", async () => {
  const { response, ...report } = await ask("nothing", { headers: { accept: "text/html" } });
  expect([response.status, report]).toMatchObject([302, { fields: {}, failure: { error: "UnknownAction" } }]);
  expect(report).not.toHaveProperty("action");
});

it("handleAuthRequest reports no fields of a provider's answer", async () => {
  const report = await ask("callback/github?code=secret&state=secret");
  expect(report).toMatchObject({ action: "callback", provider: { id: "github" } });
  expect(report.fields).toEqual({});
});

// What middleware learns about a request before the handlers see it must match what the handlers do.

const credentials = { clientId: "id", clientSecret: "secret" };
const PROVIDERS = [emailProvider(), GitHub(credentials), Google({ ...credentials, id: "work" }), Passkey];
const boundWith = (providers: SolidAuthConfig["providers"] = PROVIDERS) => bindAuth(app.configWith({ providers }));

it.each([
  ["/api/auth/session", "session"],
  ["/api/auth/signin/email?x=1", "signin", "email", "email"],
  ["/api/auth/webauthn-options/passkey", "webauthn-options", "passkey", "webauthn"],
  ["/api/auth/signin/nobody", "signin"],
  ["/api/auth/nonsense"],
  ["/api/authsignin/email"],
])("matchAuthRoute reads the action of %s, and the provider: %s %s %s", (path, ...expected) => {
  const { action, provider } = boundWith().matchAuthRoute(new Request(ORIGIN + path)) ?? {};
  expect([action, provider?.id, provider?.type].filter(Boolean)).toEqual(expected);
});

const issuer = { id: "own", name: "Own", type: "oidc", issuer: "https://issuer.example.com/tenant" } as const;
const scope = { authorization: { params: { scope: "identify guilds" } } as never };

it.each<[string, SolidAuthConfig["providers"], string[]]>([
  ["none of mail and passkeys", PROVIDERS, ["https://github.com", "https://accounts.google.com"]],
  ["one whose options are parameters", [Discord({ ...credentials, ...scope })], ["https://discord.com"]],
  ["a configured endpoint's", [Google({ authorization: "https://l.example/a?prompt=consent" })], ["https://l.example"]],
  ["an issuer's", [{ ...issuer, ...credentials }], ["https://issuer.example.com"]],
])("getProviderOrigins lists each OAuth provider's origin once: %s", (_, providers, origins) => {
  expect(boundWith(providers).getProviderOrigins()).toEqual(origins);
});
