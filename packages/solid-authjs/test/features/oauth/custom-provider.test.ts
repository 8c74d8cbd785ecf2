// A provider of plain OAuth: who it says that a person is, what a visitor's request may put into its URL, and what
// happens while it never answers. Two people must never be one user, and each person the same user each time.

import type { OAuth2Config, Provider } from "@auth/core/providers";
import MicrosoftEntraID from "@auth/core/providers/microsoft-entra-id";
import { describe, expect, it, vi } from "vitest";
import { signIn } from "../../../src";
import { visitorErrorOf } from "../../../src/visitor-errors";
import { QUIET, useApplication } from "../../support/application";
import { useOAuth, usePeer } from "../../support/oauth";
import { serve } from "../../support/peer";
import { errorOf, outcome } from "../../support/visitor";

const REFUSED = ["/sign-in", "CallbackRouteError", "profile"];
const NO_EMAIL = ["/sign-in", "OAuthSignInError", "no_email"];

const oauth = useOAuth();
const error = vi.fn();

const app = useApplication(() => ({
  providers: [
    oauth.provider(),
    oauth.provider({ id: "unchecked", checks: ["none"] }),
    // Many providers of Auth.js make a text of the id by themselves.
    oauth.provider({
      id: "text",
      profile: ({ id, email }: { id?: number; email?: string }) => ({ id: `${id}`, email }),
    }),
    // Returns the profile and all tokens unchanged, as an application's own provider may.
    oauth.provider({ id: "whole", profile: (profile) => profile, account: (account) => account }),
    { ...MicrosoftEntraID({}), ...oauth.provider({ id: "microsoft-entra-id" }) } as Provider,
  ],
  pages: { signIn: "/sign-in", error: "/error" },
  logger: { ...QUIET, error },
}));

it.each(["custom", "text"])("rounded ids (%s) sign neither of two people in", async (provider) => {
  error.mockClear();
  for (const person of ["9007199254740992", "9007199254740993"]) {
    oauth.profile = JSON.parse(`{"id":${person},"email":"person${person}@example.com"}`);
    const visitor = app.visitor();
    expect(outcome(await oauth.signIn(visitor, provider))).toEqual(REFUSED);
    expect(visitor.sessionCookie).toBeUndefined();
  }
  expect(await app.prisma.user.count()).toBe(0);
  expect(error.mock.calls.map(([{ name, cause }]) => [name, cause.provider, cause.err.message])).toEqual(
    Array(2).fill([
      "OAuthProfileParseError",
      provider,
      expect.stringMatching(`^The profile of "${provider}" has no usable id: it is .*a number that is not exact`),
    ]),
  );
});

it("the log has the code with which the token endpoint of Microsoft Entra ID refuses an outdated secret", async () => {
  oauth.tokens = { error: "invalid_client" };
  expect(errorOf(await oauth.signIn(app.visitor(), "microsoft-entra-id"))).toBe("OAuthCallbackError");
  const text = expect.stringContaining("provider microsoft-entra-id: invalid_client");
  expect(visitorErrorOf(error.mock.lastCall?.[0])).toMatchObject({ level: "warn", text });
});

it.each<[object, (string | null)[]]>([
  ...[undefined, null, "", " ", "\u200b"].map((id) => [{ id }, REFUSED] as [object, string[]]),
  ...[null, "", "not an address"].map((email) => [{ email }, NO_EMAIL] as [object, string[]]),
])("a profile with %j makes no user, and the person is told which it is", async (odd, expected) => {
  oauth.profile = { id: "7", email: "ada@example.com", ...odd };
  for (const provider of ["custom", "whole"]) {
    const visitor = app.visitor();
    expect(outcome(await oauth.signIn(visitor, provider))).toEqual(expected);
    expect(await visitor.session()).toBeNull();
  }
  expect(await app.prisma.user.count()).toBe(0);
});

it("makes no second user for another spelling of an address that signs in by mail, and links nothing to that user", async () => {
  await app.signedIn("ada@example.com");
  oauth.profile = { id: "1", email: "ADA@example.com" };
  expect(errorOf(await oauth.signIn(app.visitor()))).toBe("OAuthAccountNotLinked");
  expect([await app.prisma.user.count(), await app.prisma.account.count()]).toEqual([1, 0]);
});

it("unknown fields of the profile and the tokens are neither shown nor stored, and verify no address", async () => {
  const known = { email: "ada@example.com", name: "Ada" };
  const emailVerified = new Date().toISOString();
  oauth.profile = { id: "1", ...known, emailVerified, isAdmin: true, createdAt: "1970-01-01", plan: { seats: 3 } };
  const more = { refresh_token_expires_in: 15897600, scope: "all", "not-before-policy": 0, custom: { deep: 1 } };
  oauth.tokens = { ...oauth.tokens, ...more };
  const visitor = app.visitor();
  expect(errorOf(await oauth.signIn(visitor, "whole"))).toBeNull();
  expect((await visitor.session())?.user).toEqual({ ...known, image: expect.toBeOneOf([null, undefined]) });
  expect(await app.prisma.user.findMany()).toMatchObject([{ ...known, emailVerified: null }]);
});

/** The protocol's own parameters, with an attacker's values. */
const FORGED = Object.fromEntries(
  [
    ...["client_id", "code_challenge", "code_challenge_method", "dpop_jkt", "nonce", "redirect_uri"],
    ...["registration", "request", "request_uri", "response_mode", "response_type", "state"],
  ].map((name) => [name, "https://attacker.example/"]),
);

describe.each(["custom", "unchecked"])("the protocol's own parameters, at the provider %s,", (provider) => {
  it("keep the application's values, whatever the visitor's request or a form action says, which may set others", async () => {
    const visitor = app.visitor();
    const others = { prompt: "login", scope: "openid email", login_hint: "ada" };
    const { location } = await visitor.post(`/signin/${provider}?${new URLSearchParams({ ...FORGED, ...others })}`);
    expect(location?.href).not.toContain("attacker");
    expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject(others);
    const own = (await app.visitor().post(`/signin/${provider}`)).location?.searchParams.keys() ?? [];
    const names = new Set([...own, ...Object.keys(others)]);
    expect(new Set(location?.searchParams.keys())).toEqual(names);
    const answer = await visitor.get(`/callback/${provider}?code=code&state=${location?.searchParams.get("state")}`);
    expect(errorOf(answer)).toBeNull();
    const { result } = await app
      .visitor()
      .answering((request) => signIn(request, app.config, provider, {}, { ...FORGED, ...others }));
    expect(result).not.toContain("attacker");
    expect(new URL(result).searchParams.get("login_hint")).toBe("ada");
  });
});

const silent = usePeer(() => serve(() => () => {}));
const never = () => new Promise<never>(() => {});
const impatientWith = (provider: Provider) => app.visitor({ providers: [provider], providerTimeout: 0.3 });

it("a provider that never answers fails the start of a sign-in that discovers it", async () => {
  const idp = { id: "idp", name: "IdP", type: "oidc" as const, issuer: silent.url, clientId: "client" };
  expect(errorOf(await impatientWith(idp).post("/signin/idp"))).toBe("OAuthSignInError");
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
  expect(errorOf(await oauth.signIn(impatientWith(provider)))).toBe("CallbackRouteError");
  expect(await app.prisma.user.count()).toBe(0);
});
