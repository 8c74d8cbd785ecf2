// Signing in at a real OpenID provider on this machine.

import { customFetch } from "@auth/core";
import type { OIDCConfig } from "@auth/core/providers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SolidAuthConfig } from "../../../src";
import { QUIET, STRATEGIES, useApplication } from "../../support/application";
import { usePeer } from "../../support/oauth";
import { authorized, openId, REFUSES, serveOpenId } from "../../support/openid";
import { serveFetch } from "../../support/peer";
import { LOCAL_ORIGIN, useOpenId } from "../../support/peers";
import { outcome, type Visitor } from "../../support/visitor";

const SIGN_IN = "/api/auth/signin";
const START = "/signin/oidc?login_hint=ada";

const peer = useOpenId();
const wholePeer = usePeer(() => serveOpenId(undefined, true));
const moved = usePeer(() =>
  serveFetch(async ({ url }) =>
    url.endsWith("/moved")
      ? Response.redirect(new URL("/me", url))
      : Response.json({ sub: "ada", email: "a@example.com" }),
  ),
);

describe.each(STRATEGIES)("an OpenID provider, sessions by %s", (strategy) => {
  let visitor: Visitor;

  const app = useApplication(() => ({ providers: [openId(peer)], session: { strategy } }), LOCAL_ORIGIN);
  beforeEach(() => {
    visitor = app.visitor();
  });

  /** A visitor of an application whose provider has these options. */
  function visitorWith(options: Partial<OIDCConfig<object>>, more?: Partial<SolidAuthConfig>): Visitor {
    return app.visitor({ providers: [openId(peer, options)], ...more });
  }

  async function expectNobody() {
    expect(await visitor.session()).toBeNull();
    expect(await app.prisma.user.count()).toBe(0);
    expect(await app.prisma.session.count()).toBe(0);
  }

  it("the request has nonce, state and PKCE, which bind the ID token to this browser", async () => {
    const { location } = await visitor.post(START);
    expect(location?.origin).toBe(peer.url);
    expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject({
      response_type: "code",
      scope: "openid profile email",
      nonce: expect.stringMatching(/^.{32}/),
      state: expect.stringMatching(/^.{32}/),
      code_challenge_method: "S256",
      redirect_uri: "https://localhost:3000/api/auth/callback/oidc",
    });
  });

  it("signs up with the claims of its ID token, and asks no other place, if the address is among them", async () => {
    const asked: string[] = [];
    const recording: typeof fetch = (input, init) => {
      asked.push(new URL(String(input)).pathname);
      return fetch(input, init);
    };
    visitor = app.visitor({ providers: [openId(wholePeer, { [customFetch]: recording })] });
    const { location } = await visitor.post(START);
    await visitor.get((await authorized(location)).href);
    expect(await visitor.session()).toMatchObject({ user: { name: "ada by id_token", email: "ada@example.com" } });
    expect(asked).not.toContain("/me");
  });

  it("signs up with its UserInfo endpoint's claims, if the ID token has no address", async () => {
    const { location } = await visitor.post(START, { callbackUrl: "/protected" });
    const answer = await visitor.get((await authorized(location)).href);
    expect(outcome(answer)).toEqual(["/protected", null, null]);
    const user = { name: "ada by userinfo", email: "ada@example.com", image: "https://img.example.com/ada.png" };
    expect(await visitor.session()).toMatchObject({ user });
    expect(await app.prisma.user.findMany({ include: { accounts: true } })).toMatchObject([
      { ...user, accounts: [{ type: "oidc", provider: "oidc", providerAccountId: "ada" }] },
    ]);
    expect([...visitor.cookies.keys()].filter((name) => /state|pkce|nonce/.test(name))).toEqual([]);
  });

  /** The UserInfo endpoint with another answer. */
  function userInfoAnswers(answer: (claims: Record<string, unknown>) => Response): Partial<OIDCConfig<object>> {
    const answering: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      return new URL(String(input)).pathname === "/me" ? answer(await response.json()) : response;
    };
    return { [customFetch]: answering };
  }

  it("signs up by no UserInfo about another user, and by none that is not there", async () => {
    for (const [answer, error] of [
      [(claims: object) => Response.json({ ...claims, sub: "grace" }), "CallbackRouteError"],
      [(claims: object) => Response.json({ ...claims, sub: undefined }), "CallbackRouteError"],
      [() => new Response("Out of order.", { status: 503 }), "CallbackRouteError"],
    ] as const) {
      visitor = visitorWith(userInfoAnswers(answer));
      const { location } = await visitor.post(START);
      expect(outcome(await visitor.get((await authorized(location)).href))).toEqual([SIGN_IN, error, null]);
      await expectNobody();
    }
  });

  it("takes the address and its verification from UserInfo together, and nothing else that the ID token says", async () => {
    const signIn = vi.fn((_: { profile?: object }) => true);
    const answer = (claims: object) =>
      Response.json({ ...claims, email_verified: false, iss: "https://evil.example.com", auth_time: 1 });
    const { [customFetch]: infoFetch = fetch } = userInfoAnswers(answer);
    const { [customFetch]: tokenFetch = fetch } = replacing({ email_verified: true });
    const both: typeof fetch = (input, init) =>
      (String(input).endsWith("/token") ? tokenFetch : infoFetch)(input, init);
    visitor = visitorWith({ [customFetch]: both }, { callbacks: { signIn } });
    const { location } = await visitor.post(START);
    await visitor.get((await authorized(location)).href);
    expect(signIn.mock.calls[0]?.[0].profile).toMatchObject({ email_verified: false, iss: peer.url });
  });

  it("signs a known person in, without an address, if UserInfo refuses", async () => {
    const first = await visitor.post(START);
    await visitor.get((await authorized(first.location)).href);
    visitor = visitorWith(userInfoAnswers(() => new Response(null, { status: 404 })));
    const { location } = await visitor.post(START);
    await visitor.get((await authorized(location)).href);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });

  it("names in the log the provider whose UserInfo endpoint refuses a new person, or answers in no JSON", async () => {
    for (const status of [403, 200]) {
      const warn = vi.fn();
      // A warning is logged once.
      const type = `application/jwt; of=${crypto.randomUUID()}`;
      const answer = () => new Response("e30.e30.e30", { status, headers: { "content-type": type } });
      visitor = visitorWith(userInfoAnswers(answer), { logger: { warn } });
      const { location } = await visitor.post(START);
      await visitor.get((await authorized(location)).href);
      expect(warn).toHaveBeenCalledExactlyOnceWith(
        expect.stringContaining(`of oidc answered ${status} with ${type}: `),
      );
    }
  });

  it("signs up with the claims of its ID token, if its metadata have no UserInfo endpoint", async () => {
    const without: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!String(input).endsWith("/openid-configuration")) return response;
      return Response.json({ ...(await response.json()), userinfo_endpoint: undefined });
    };
    visitor = app.visitor({ providers: [openId(wholePeer, { [customFetch]: without })] });
    const { location } = await visitor.post(START);
    expect(outcome(await visitor.get((await authorized(location)).href))).toEqual(["/", null, null]);
    expect(await visitor.session()).toMatchObject({ user: { name: "ada by id_token", email: "ada@example.com" } });
  });

  it("signs up with the claims of the UserInfo endpoint that the configuration names", async () => {
    const [authorization, token, userinfo] = ["/auth", "/token", "/me"].map((path) => peer.url + path);
    visitor = visitorWith({ authorization, token, userinfo });
    const { location } = await visitor.post(START);
    await visitor.get((await authorized(location)).href);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });

  it("signs up by no address that a redirect of the UserInfo endpoint leads to, which could be out of TLS", async () => {
    const [authorization, token] = ["/auth", "/token"].map((path) => peer.url + path);
    visitor = visitorWith({ authorization, token, userinfo: `${moved.url}/moved` });
    const { location } = await visitor.post(START);
    await visitor.get((await authorized(location)).href);
    await expectNobody();
  });

  it("signs up with its userinfo endpoint's claims if so configured", async () => {
    visitor = visitorWith({ idToken: false });
    const { location } = await visitor.post(START);
    await visitor.get((await authorized(location)).href);
    expect(await visitor.session()).toMatchObject({ user: { name: "ada by userinfo", email: "ada@example.com" } });
  });

  it("signs up with the result of the configured `profile`", async () => {
    const profile = vi.fn(({ sub, email }: { sub?: string; email?: string }) => ({
      id: `x-${sub}`,
      name: "Mapped",
      email,
    }));
    visitor = visitorWith({ profile });
    const { location } = await visitor.post(START);
    await visitor.get((await authorized(location)).href);
    expect(profile.mock.calls[0]?.[0]).toMatchObject({ sub: "ada", iss: peer.url, aud: "client-1" });
    expect(await visitor.session()).toMatchObject({ user: { name: "Mapped", email: "ada@example.com" } });
    expect(await app.prisma.account.findMany()).toMatchObject([{ providerAccountId: "x-ada" }]);
  });

  it("passes its claims and tokens to the callbacks", async () => {
    const signIn = vi.fn(() => true);
    visitor = visitorWith({}, { callbacks: { signIn } });
    const { location } = await visitor.post(START);
    await visitor.get((await authorized(location)).href);
    expect(signIn).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        account: expect.objectContaining({
          type: "oidc",
          token_type: "bearer",
          access_token: expect.any(String),
          id_token: expect.any(String),
          expires_at: expect.any(Number),
        }),
        profile: expect.objectContaining({ sub: "ada", email_verified: true }),
      }),
    );
  });

  it("knows a person again by `sub`", async () => {
    for (let visits = 0; visits < 2; visits++) {
      visitor = app.visitor();
      const { location } = await visitor.post(START);
      await visitor.get((await authorized(location)).href);
    }
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(await app.prisma.user.count()).toBe(1);
  });

  it("a visitor who cancels is not signed in", async () => {
    const { location } = await visitor.post(`/signin/oidc?login_hint=${REFUSES}`);
    const answer = await visitor.get((await authorized(location)).href);
    expect(outcome(answer)).toEqual([SIGN_IN, "OAuthCallbackError", null]);
    await expectNobody();
  });

  it.each(["state", "nonce", "pkce.code_verifier"])("an answer without the %s cookie is refused", async (name) => {
    const { location } = await visitor.post(START);
    expect(visitor.cookies.delete(`__Secure-authjs.${name}`)).toBe(true);
    const answer = await visitor.get((await authorized(location)).href);
    expect(outcome(answer)).toEqual([SIGN_IN, "InvalidCheck", null]);
    await expectNobody();
  });

  it.each([
    ["nonce", "CallbackRouteError"],
    ["code_challenge", "CallbackRouteError"],
    ["state", "InvalidCheck"],
  ])("an answer whose %s is not the requested one signs no user in", async (name, error) => {
    const { location } = await visitor.post(START);
    const other = await app.visitor().post(START);
    location?.searchParams.set(name, other.location?.searchParams.get(name) ?? "");
    const answer = await visitor.get((await authorized(location)).href);
    expect(outcome(answer)).toEqual([SIGN_IN, error, null]);
    await expectNobody();
  });

  it("an answer with another issuer is refused", async () => {
    const { location } = await visitor.post(START);
    const back = await authorized(location);
    expect(back.searchParams.get("iss")).toBe(peer.url);
    back.searchParams.set("iss", "https://evil.example.com");
    expect(outcome(await visitor.get(back.href))).toEqual([SIGN_IN, "CallbackRouteError", null]);
    await expectNobody();
  });

  it("accepts a code once", async () => {
    const { location } = await visitor.post(START);
    const back = await authorized(location);
    const cookies = [...visitor.cookies];
    await visitor.get(back.href);
    const thief = app.visitor();
    for (const [name, value] of cookies) thief.cookies.set(name, value);
    expect(outcome(await thief.get(back.href))).toEqual([SIGN_IN, "CallbackRouteError", null]);
    expect(await thief.session()).toBeNull();
  });

  /** Responses of the token endpoint with other claims in the ID token. */
  function replacing(claims: object): Partial<OIDCConfig<object>> {
    const replaceClaims: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      const body = await response.json();
      return Response.json(body.id_token ? { ...body, id_token: withClaims(body.id_token, claims) } : body);
    };
    return { [customFetch]: replaceClaims };
  }

  it("the answers of the token endpoint are trusted", async () => {
    visitor = visitorWith(replacing({ name: "Replaced" }));
    const { location } = await visitor.post(START);
    await visitor.get((await authorized(location)).href);
    expect(await visitor.session()).toMatchObject({ user: { name: "Replaced" } });
  });

  it.each([
    ["for another client", { aud: "client-2" }],
    ["by another issuer", { iss: "https://evil.example.com" }],
    ["that has expired", { exp: 1_000_000_000 }],
    ["for another nonce", { nonce: "replayed" }],
    ["without a nonce", { nonce: undefined }],
  ])("refuses an ID token %s", async (_, claims) => {
    visitor = visitorWith(replacing(claims));
    const { location } = await visitor.post(START);
    const answer = await visitor.get((await authorized(location)).href);
    expect(outcome(answer)).toEqual([SIGN_IN, "CallbackRouteError", null]);
    await expectNobody();
  });

  it("the account is linked to the signed-in user when asked for, and only then", async () => {
    await app.signIn(visitor, "owner@example.com");
    const refused = await visitor.post(START);
    expect(outcome(await visitor.get((await authorized(refused.location)).href))).toEqual([
      SIGN_IN,
      "OAuthAccountNotLinked",
      "signed_in",
    ]);
    const { location } = await visitor.post(START, { connect: "true" });
    await visitor.get((await authorized(location)).href);
    expect(await app.prisma.account.findMany({ include: { user: true } })).toMatchObject([
      { provider: "oidc", user: { email: "owner@example.com" } },
    ]);
    expect(await visitor.session()).toMatchObject({ user: { email: "owner@example.com" } });
  });

  it("logs what to set, if its issuer is not the configured one, down to the last slash", async () => {
    const error = vi.fn();
    const other: typeof fetch = async () => Response.json({ issuer: `${peer.url}/realms/a/` });
    const options = { issuer: `${peer.url}/realms/a`, [customFetch]: other };
    visitor = visitorWith(options, { logger: { ...QUIET, error } });
    expect(outcome(await visitor.post(START))).toEqual([SIGN_IN, "OAuthSignInError", null]);
    expect(String(error.mock.calls[0]?.[0])).toContain(
      `its issuer is "${peer.url}/realms/a/", and "${peer.url}/realms/a" is`,
    );
  });

  it.each([
    ["authorization_endpoint", ""],
    ["token_endpoint", "/tenants?id=a"],
    ["userinfo_endpoint", ""],
  ])(
    "signs no user in by a forged ID token, and sends no secret, if its metadata's %s has no TLS: the log names it",
    async (name, ofTenant) => {
      const origin = "https://idp.example.com";
      const issuer = origin + ofTenant;
      const metadata: Record<string, string> = { issuer };
      for (const path of ["authorization", "token", "userinfo"]) metadata[`${path}_endpoint`] = `${origin}/${path}`;
      const asked: string[] = [];
      let nonce: string | null | undefined;
      const network: typeof fetch = async (input) => {
        if (String(input).includes("/.well-known/")) return Response.json(metadata);
        asked.push(String(input));
        const now = Math.floor(Date.now() / 1000);
        const claims = {
          iss: issuer,
          aud: "client-1",
          sub: "ada",
          iat: now,
          exp: now + 60,
          nonce,
          email: "a@example.com",
        };
        return Response.json({ access_token: "a", token_type: "bearer", id_token: withClaims("e30.e30.e30", claims) });
      };
      const error = vi.fn();
      visitor = visitorWith({ issuer, [customFetch]: network }, { logger: { ...QUIET, error } });
      const { location } = await visitor.post(START);
      nonce = location?.searchParams.get("nonce");
      metadata[name] = "http://idp.example.com/elsewhere";
      const answer = await visitor.get(`/callback/oidc?code=code&state=${location?.searchParams.get("state")}`);
      expect(outcome(answer)).toEqual([SIGN_IN, "CallbackRouteError", null]);
      expect(outcome(await visitor.post(START))).toEqual([SIGN_IN, "OAuthSignInError", null]);
      expect(asked).toEqual([]);
      await expectNobody();
      for (const [logged] of error.mock.calls) expect(String(logged)).toContain(`"oidc": ${name} must be https`);
      expect(error).toHaveBeenCalledTimes(2);
    },
  );

  it("gets PKCE, state and nonce by default", async () => {
    visitor = visitorWith({ checks: undefined });
    const { location } = await visitor.post(START);
    for (const name of ["code_challenge", "state", "nonce"]) expect(location?.searchParams.get(name)).toMatch(/^.{32}/);
  });

  it("a provider that cannot be reached leads back to the sign-in page", async () => {
    const gone = await serveOpenId();
    await gone.close();
    visitor = visitorWith({ issuer: gone.url });
    expect(outcome(await visitor.post(START))).toEqual([SIGN_IN, "OAuthSignInError", null]);
  });
});

/**
 * The same ID token with other claims. In the code flow it comes directly from the provider, so its signature is not
 * checked.
 */
function withClaims(idToken: string, claims: object): string {
  const [header, payload = "", signature] = idToken.split(".");
  const changed = { ...JSON.parse(Buffer.from(payload, "base64url").toString()), ...claims };
  return [header, Buffer.from(JSON.stringify(changed)).toString("base64url"), signature].join(".");
}
