// What middleware learns about a request before the handlers see it. It must match what the handlers do.

import Discord from "@auth/core/providers/discord";
import GitHub from "@auth/core/providers/github";
import Google from "@auth/core/providers/google";
import { describe, expect, it } from "vitest";
import { bindAuth, Passkey as PasskeyProvider, type SolidAuthConfig } from "../../src";
import { emailProvider, SECRET } from "../support/application";
import { ORIGIN } from "../support/visitor";

const credentials = { clientId: "id", clientSecret: "secret" };
const config: SolidAuthConfig = {
  secret: SECRET,
  trustHost: true,
  providers: [emailProvider(), GitHub(credentials), Google({ ...credentials, id: "work" }), PasskeyProvider],
};

const target = (path: string) => {
  const { action, provider } = bindAuth(config).matchAuthRoute(new Request(ORIGIN + path)) ?? {};
  return action && { action, provider: provider && { id: provider.id, type: provider.type } };
};

describe("matchAuthRoute", () => {
  it.each([
    ["/api/auth/session", { action: "session", provider: undefined }],
    ["/api/auth/signin", { action: "signin", provider: undefined }],
    ["/api/auth/signin/email?x=1", { action: "signin", provider: { id: "email", type: "email" } }],
    ["/api/auth//signin//email/", { action: "signin", provider: { id: "email", type: "email" } }],
    ["/api/auth/callback/github", { action: "callback", provider: { id: "github", type: "oauth" } }],
    ["/api/auth/signin/work", { action: "signin", provider: { id: "work", type: "oidc" } }],
    [
      "/api/auth/webauthn-options/passkey",
      { action: "webauthn-options", provider: { id: "passkey", type: "webauthn" } },
    ],
    ["/api/auth/signin/nobody", { action: "signin", provider: undefined }],
    ["/api/auth/signin/Email", { action: "signin", provider: undefined }],
    ["/api/auth/nonsense", undefined],
    ["/api/auth", undefined],
    ["/api/authsignin/email", undefined],
    ["/sign-in", undefined],
  ])("reads %s", (path, expected) => expect(target(path)).toEqual(expected));
});

describe("getProviderOrigins", () => {
  it("lists each OAuth provider's origin once, and nothing for mail and passkeys", () => {
    expect(bindAuth(config).getProviderOrigins()).toEqual(["https://github.com", "https://accounts.google.com"]);
  });

  it("includes a provider whose options have parameters of the authorization page alone", () => {
    const providers = [Discord({ ...credentials, authorization: { params: { scope: "identify guilds" } } as never })];
    expect(bindAuth({ ...config, providers }).getProviderOrigins()).toEqual(["https://discord.com"]);
  });

  it("includes an Enterprise Server, a configured endpoint, and a provider with an issuer only", () => {
    const providers = [
      GitHub({ ...credentials, enterprise: { baseUrl: "https://github.example.com:8443" } }),
      Google({ ...credentials, authorization: "https://login.example.com/authorize?prompt=consent" }),
      { id: "own", name: "Own", type: "oidc", issuer: "https://issuer.example.com/tenant", ...credentials } as const,
    ];
    expect(bindAuth({ ...config, providers }).getProviderOrigins()).toEqual([
      "https://github.example.com:8443",
      "https://login.example.com",
      "https://issuer.example.com",
    ]);
  });
});
