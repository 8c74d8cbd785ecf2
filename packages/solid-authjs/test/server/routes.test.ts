// What middleware learns about a request before the handlers see it. It must match what the handlers do.

import Discord from "@auth/core/providers/discord";
import GitHub from "@auth/core/providers/github";
import Google from "@auth/core/providers/google";
import { expect, it } from "vitest";
import { bindAuth, Passkey as PasskeyProvider, type SolidAuthConfig } from "../../src";
import { emailProvider, SECRET } from "../support/application";
import { ORIGIN } from "../support/visitor";

const credentials = { clientId: "id", clientSecret: "secret" };
const config: SolidAuthConfig = {
  secret: SECRET,
  trustHost: true,
  providers: [emailProvider(), GitHub(credentials), Google({ ...credentials, id: "work" }), PasskeyProvider],
};

it.each([
  ["/api/auth/session", "session"],
  ["/api/auth/signin", "signin"],
  ["/api/auth/signin/email?x=1", "signin", "email", "email"],
  ["/api/auth//signin//email/", "signin", "email", "email"],
  ["/api/auth/callback/github", "callback", "github", "oauth"],
  ["/api/auth/signin/work", "signin", "work", "oidc"],
  ["/api/auth/webauthn-options/passkey", "webauthn-options", "passkey", "webauthn"],
  ["/api/auth/signin/nobody", "signin"],
  ["/api/auth/signin/Email", "signin"],
  ["/api/auth/nonsense"],
  ["/api/auth"],
  ["/api/authsignin/email"],
  ["/sign-in"],
])("matchAuthRoute reads the action of %s, and the provider: %s %s %s", (path, ...expected) => {
  const { action, provider } = bindAuth(config).matchAuthRoute(new Request(ORIGIN + path)) ?? {};
  expect([action, provider?.id, provider?.type].filter(Boolean)).toEqual(expected);
});

const issuer = { id: "own", name: "Own", type: "oidc", issuer: "https://issuer.example.com/tenant" } as const;
const scope = { authorization: { params: { scope: "identify guilds" } } as never };

it.each<[string, SolidAuthConfig["providers"], string[]]>([
  ["none of mail and passkeys", config.providers, ["https://github.com", "https://accounts.google.com"]],
  ["one whose options are parameters", [Discord({ ...credentials, ...scope })], ["https://discord.com"]],
  [
    "an Enterprise Server's",
    [GitHub({ enterprise: { baseUrl: "https://g.example:8443" } })],
    ["https://g.example:8443"],
  ],
  ["a configured endpoint's", [Google({ authorization: "https://l.example/a?prompt=consent" })], ["https://l.example"]],
  ["an issuer's", [{ ...issuer, ...credentials }], ["https://issuer.example.com"]],
])("getProviderOrigins lists each OAuth provider's origin once: %s", (_, providers, origins) => {
  expect(bindAuth({ ...config, providers }).getProviderOrigins()).toEqual(origins);
});
