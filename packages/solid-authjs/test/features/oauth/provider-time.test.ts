// Providers that accept a connection and never answer.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { OAuth2Config, Provider } from "@auth/core/providers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { QUIET, useApplication } from "../../support/application";
import { LOCAL_ORIGIN, useOAuth } from "../../support/peers";
import { errorOf } from "../../support/visitor";

const silent = createServer(() => {});
const never = () => new Promise<never>(() => {});
let url = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => void silent.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterAll(() => silent.close().closeAllConnections());

const oauth = useOAuth();
const app = useApplication(
  () => ({ providerTimeout: 0.3, pages: { signIn: "/sign-in" }, logger: QUIET }),
  LOCAL_ORIGIN,
);
const visitorWith = (provider: Provider) => app.visitor({ providers: [provider] });

it("a provider that never answers fails the start of a sign-in that discovers it", async () => {
  const idp = { id: "idp", name: "IdP", type: "oidc" as const, issuer: url, clientId: "client" };
  expect(errorOf(await visitorWith(idp).post("/signin/idp"))).toBe("OAuthSignInError");
});

it.each<[string, () => Partial<OAuth2Config<object>> & { options?: object }]>([
  ["for a token", () => ({ token: `${url}/token` })],
  ["for the profile", () => ({ userinfo: `${url}/userinfo` })],
  ["for the profile, which the provider requests by itself", () => ({ userinfo: { url, request: never } })],
  ["for the profile, as an option of the application says", () => ({ options: { userinfo: { url, request: never } } })],
  ["when it reads the profile", () => ({ profile: never })],
])("a provider that never answers fails a sign-in that asks it %s, and makes no user", async (_, options) => {
  const provider = { ...oauth.provider(), ...options() } as Provider;
  expect(errorOf(await oauth.signIn(visitorWith(provider)))).toBe("CallbackRouteError");
  expect(await app.prisma.user.count()).toBe(0);
});

it("a provider that answers in time signs in", async () => {
  const visitor = app.visitor({ providers: [oauth.provider()], providerTimeout: 60 });
  expect(errorOf(await oauth.signIn(visitor))).toBeNull();
  expect(await app.prisma.user.count()).toBe(1);
});
