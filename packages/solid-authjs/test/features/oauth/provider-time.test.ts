// Providers that accept a connection and never answer.

import type { OAuth2Config, Provider } from "@auth/core/providers";
import { expect, it } from "vitest";
import { QUIET, useApplication } from "../../support/application";
import { usePeer } from "../../support/oauth";
import { serve } from "../../support/peer";
import { LOCAL_ORIGIN, useOAuth } from "../../support/peers";
import { errorOf } from "../../support/visitor";

const silent = usePeer(() => serve(() => () => {}));
const never = () => new Promise<never>(() => {});

const oauth = useOAuth();
const app = useApplication(
  () => ({ providerTimeout: 0.3, pages: { signIn: "/sign-in" }, logger: QUIET }),
  LOCAL_ORIGIN,
);
const visitorWith = (provider: Provider) => app.visitor({ providers: [provider] });

it("a provider that never answers fails the start of a sign-in that discovers it", async () => {
  const idp = { id: "idp", name: "IdP", type: "oidc" as const, issuer: silent.url, clientId: "client" };
  expect(errorOf(await visitorWith(idp).post("/signin/idp"))).toBe("OAuthSignInError");
});

it.each<[string, () => Partial<OAuth2Config<object>> & { options?: object }]>([
  ["for a token", () => ({ token: `${silent.url}/token` })],
  ["for the profile", () => ({ userinfo: `${silent.url}/userinfo` })],
  ["for the profile, which the provider requests by itself", () => ({ userinfo: { url: silent.url, request: never } })],
  [
    "for the profile, as an option of the application says",
    () => ({ options: { userinfo: { url: silent.url, request: never } } }),
  ],
  ["when it reads the profile", () => ({ profile: never })],
])("a provider that never answers fails a sign-in that asks it %s, and makes no user", async (_, options) => {
  const provider = { ...oauth.provider(), ...options() } as Provider;
  expect(errorOf(await oauth.signIn(visitorWith(provider)))).toBe("CallbackRouteError");
  expect(await app.prisma.user.count()).toBe(0);
});
