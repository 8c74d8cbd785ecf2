// Providers that accept a connection and never answer.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { OAuth2Config, Provider } from "@auth/core/providers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { QUIET, useApplication } from "../../support/application";
import { LOCAL_ORIGIN, useOAuth } from "../../support/peers";

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

describe("a provider that never answers", () => {
  it("fails the start of a sign-in that discovers it", async () => {
    const idp = { id: "idp", name: "IdP", type: "oidc" as const, issuer: url, clientId: "client" };
    const { location } = await visitorWith(idp).post("/signin/idp");
    expect(location?.searchParams.get("error")).toBe("OAuthSignInError");
  });

  it.each<[string, () => Partial<OAuth2Config<object>>]>([
    ["for a token", () => ({ token: `${url}/token` })],
    ["for the profile", () => ({ userinfo: `${url}/userinfo` })],
    ["for the profile, which the provider requests by itself", () => ({ userinfo: { url, request: never } })],
    ["when it reads the profile", () => ({ profile: never })],
  ])("fails a sign-in that asks it %s, and makes no user", async (_, options) => {
    const answer = await oauth.signIn(visitorWith(oauth.provider(options())));
    expect(answer.location?.searchParams.get("error")).toBe("CallbackRouteError");
    expect(await app.prisma.user.count()).toBe(0);
  });

  it("the limit is the same where an option of the application names its server", async () => {
    const { options: _, ...provider } = oauth.provider() as ReturnType<typeof oauth.provider> & { options?: object };
    const visitor = visitorWith({ ...provider, options: { userinfo: { url, request: never } } } as Provider);
    expect((await oauth.signIn(visitor)).location?.searchParams.get("error")).toBe("CallbackRouteError");
  });
});

it("a provider that answers in time signs in", async () => {
  const visitor = app.visitor({ providers: [oauth.provider()], providerTimeout: 60 });
  expect((await oauth.signIn(visitor)).location?.searchParams.get("error")).toBeNull();
  expect(await app.prisma.user.count()).toBe(1);
});
