// Signing in at a real OpenID provider on this machine, and signing out there, too.

import { customFetch } from "@auth/core";
import type { OIDCConfig } from "@auth/core/providers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SolidAuthConfig } from "../../../src";
import { emailProvider, QUIET, STRATEGIES, useApplication } from "../../support/application";
import { usePeer } from "../../support/oauth";
import { authorized, type Jar, openId, serveOpenId, throughPages, withClaims } from "../../support/openid";
import { serveFetch } from "../../support/peer";
import { LOCAL_ORIGIN, useOpenId } from "../../support/peers";
import { type Answer, outcome, type Visitor } from "../../support/visitor";

type Options = Partial<OIDCConfig<object>>;
type Claims = Record<string, unknown>;

const SIGN_IN = "/api/auth/signin";
const ADA = "ada@example.com";
const START = "/signin/oidc?login_hint=ada";
const REFUSED = [SIGN_IN, "CallbackRouteError", null];

const peer = useOpenId();
const wholePeer = usePeer(() => serveOpenId(undefined, true));
const moved = usePeer(() =>
  serveFetch(async ({ url }) =>
    url.endsWith("/moved")
      ? Response.redirect(new URL("/me", url))
      : Response.json({ sub: "ada", email: "a@example.com" }),
  ),
);

/** The provider, whose answers at the paths with this end are others. */
function answering(end: string, change: (body: Claims) => Response): Options {
  const changing: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    return String(input).endsWith(end) ? change(await response.json()) : response;
  };
  return { [customFetch]: changing };
}

const userInfo = (change: (claims: Claims) => Response) => answering("/me", change);
const idToken = (claims: object) =>
  answering("/token", (body) => Response.json({ ...body, id_token: withClaims(String(body.id_token), () => claims) }));

describe("an OpenID provider", () => {
  let visitor: Visitor;

  const app = useApplication(() => ({ providers: [openId(peer)] }), LOCAL_ORIGIN);
  beforeEach(() => {
    visitor = app.visitor();
  });

  /** A visitor of an application whose provider has these options. */
  function visitorWith(options: Options, more?: Partial<SolidAuthConfig>): Visitor {
    return app.visitor({ providers: [openId(peer, options)], ...more });
  }

  /** Signs in: to the provider and back. */
  async function signIn(fields = {}): Promise<Answer> {
    const { location } = await visitor.post(START, fields);
    return visitor.get(await authorized(location));
  }

  async function expectNobody() {
    expect(await visitor.session()).toBeNull();
    expect(await app.prisma.user.count()).toBe(0);
    expect(await app.prisma.session.count()).toBe(0);
  }

  it("the request has nonce, state and PKCE by default, which bind the ID token to this browser", async () => {
    visitor = visitorWith({ checks: undefined });
    const { location } = await visitor.post(START);
    expect(location?.origin).toBe(peer.url);
    expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject({
      response_type: "code",
      scope: "openid profile email",
      nonce: expect.stringMatching(/^.{32}/),
      state: expect.stringMatching(/^.{32}/),
      code_challenge: expect.stringMatching(/^.{32}/),
      code_challenge_method: "S256",
      redirect_uri: "https://localhost:3000/api/auth/callback/oidc",
    });
  });

  it("signs up with the claims of its ID token, and asks no other place, if the address is among them", async () => {
    const recording = vi.fn(fetch);
    visitor = app.visitor({ providers: [openId(wholePeer, { [customFetch]: recording })] });
    await signIn();
    expect(await visitor.session()).toMatchObject({ user: { name: "ada by id_token", email: "ada@example.com" } });
    expect(recording.mock.calls.map(([input]) => new URL(String(input)).pathname)).not.toContain("/me");
  });

  it("signs up with its UserInfo endpoint's claims, if the ID token has no address, and tells the callbacks all", async () => {
    const asked = vi.fn(() => true);
    visitor = visitorWith({}, { callbacks: { signIn: asked } });
    expect(outcome(await signIn({ callbackUrl: "/protected" }))).toEqual(["/protected", null, null]);
    const user = { name: "ada by userinfo", email: "ada@example.com", image: "https://img.example.com/ada.png" };
    expect(await visitor.session()).toMatchObject({ user });
    expect(await app.prisma.user.findMany()).toMatchObject([user]);
    const account = { type: "oidc", provider: "oidc", providerAccountId: "ada" };
    expect(await app.prisma.account.findMany()).toMatchObject([account]);
    expect([...visitor.cookies.keys()].filter((name) => /state|pkce|nonce/.test(name))).toEqual([]);
    const tokens = { access_token: expect.any(String), id_token: expect.any(String), expires_at: expect.any(Number) };
    expect(asked).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        account: expect.objectContaining({ type: "oidc", token_type: "bearer", ...tokens }),
        profile: expect.objectContaining({ sub: "ada", email_verified: true }),
      }),
    );
  });

  const endpoints = (userinfo: string): Options => ({
    authorization: `${peer.url}/auth`,
    token: `${peer.url}/token`,
    userinfo,
  });
  const withoutUserInfo = (metadata: Claims) => Response.json({ ...metadata, userinfo_endpoint: undefined });

  it.each<[string, string, () => Options]>([
    [
      "the claims of its ID token, if its metadata have no UserInfo endpoint",
      "ada by id_token",
      () => ({ ...answering("/openid-configuration", withoutUserInfo), issuer: wholePeer.url }),
    ],
    [
      "the claims of the UserInfo endpoint that the configuration names",
      "ada by userinfo",
      () => endpoints(`${peer.url}/me`),
    ],
  ])("signs up with %s", async (_, name, options) => {
    visitor = visitorWith(options());
    expect(outcome(await signIn())).toEqual(["/", null, null]);
    expect(await visitor.session()).toMatchObject({ user: { name, email: "ada@example.com" } });
  });

  it("takes the address and its verification from UserInfo together, and nothing else that the ID token says", async () => {
    const asked = vi.fn((_: { profile?: object }) => true);
    const other = { email_verified: false, iss: "https://evil.example.com", auth_time: 1 };
    const { [customFetch]: infoFetch = fetch } = userInfo((claims) => Response.json({ ...claims, ...other }));
    const { [customFetch]: tokenFetch = fetch } = idToken({ email_verified: true });
    const both: typeof fetch = (input, init) =>
      (String(input).endsWith("/token") ? tokenFetch : infoFetch)(input, init);
    visitor = visitorWith({ [customFetch]: both }, { callbacks: { signIn: asked } });
    await signIn();
    expect(asked.mock.calls[0]?.[0].profile).toMatchObject({ email_verified: false, iss: peer.url });
  });

  it.each([403, 200])(
    "names in the log the provider whose UserInfo endpoint refuses a new person, or answers in no JSON: %i",
    async (status) => {
      const warn = vi.fn();
      // A warning is logged once.
      const type = `application/jwt; of=${crypto.randomUUID()}`;
      const answer = () => new Response("e30.e30.e30", { status, headers: { "content-type": type } });
      visitor = visitorWith(userInfo(answer), { logger: { ...QUIET, warn } });
      await signIn();
      const text = expect.stringContaining(`of oidc answered ${status} with ${type}: `);
      expect(warn).toHaveBeenCalledExactlyOnceWith(text);
    },
  );

  it.each<[string, () => Options]>([
    ["no UserInfo about another user", () => userInfo((claims) => Response.json({ ...claims, sub: "grace" }))],
    ["no UserInfo about another user that fails", () => userInfo(() => new Response("Out of order.", { status: 503 }))],
    ["no ID token for another client", () => idToken({ aud: "client-2" })],
    ["no ID token by another issuer", () => idToken({ iss: "https://evil.example.com" })],
    ["no ID token that has expired", () => idToken({ exp: 1_000_000_000 })],
    ["no ID token for another nonce", () => idToken({ nonce: "replayed" })],
  ])("signs up by %s", async (_, options) => {
    visitor = visitorWith(options());
    expect(outcome(await signIn())).toEqual(REFUSED);
    await expectNobody();
  });

  it("signs up by no address that a redirect of the UserInfo endpoint leads to, which could be out of TLS", async () => {
    visitor = visitorWith(endpoints(`${moved.url}/moved`));
    await signIn();
    await expectNobody();
  });

  describe("that answers with a form, to which browsers add no cookie", () => {
    const POSTING: Options = { authorization: { params: { response_mode: "form_post" } } };
    const postFromElsewhere = (url: string, body: URLSearchParams) =>
      visitorWith(POSTING).visit(url, { method: "POST", body });

    it("signs in, with all checks: a redirect brings the answer with the cookies", async () => {
      visitor = visitorWith(POSTING);
      const { location } = await visitor.post(START, { callbackUrl: "/protected" });
      const html = await (await throughPages(location)).response.text();
      const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
      const body = new URLSearchParams([...inputs].map(([, name = "", value = ""]) => [name, value]));
      const back = await postFromElsewhere(/action="([^"]*)"/.exec(html)?.[1] ?? "", body);
      expect(outcome(await visitor.get(back.location ?? ""))).toEqual(["/protected", null, null]);
      expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    });

    it("signs no user in with a form that another site forged", async () => {
      visitor = visitorWith(POSTING);
      await visitor.post(START);
      const body = new URLSearchParams({ code: "an attacker's", state: "made up", iss: peer.url });
      const back = await postFromElsewhere(`${LOCAL_ORIGIN}/api/auth/callback/oidc`, body);
      for (const browser of [visitor, visitorWith(POSTING)])
        expect(outcome(await browser.get(back.location ?? ""))).toEqual([SIGN_IN, "InvalidCheck", null]);
      await expectNobody();
    });
  });

  it("logs what to set, if its issuer is not the configured one, down to the last slash", async () => {
    const error = vi.fn();
    const issuer = `${peer.url}/realms/a`;
    const other: typeof fetch = async () => Response.json({ issuer: `${issuer}/` });
    visitor = visitorWith({ issuer, [customFetch]: other }, { logger: { ...QUIET, error } });
    expect(outcome(await visitor.post(START))).toEqual([SIGN_IN, "OAuthSignInError", null]);
    expect(String(error.mock.calls[0]?.[0])).toContain(`its issuer is "${issuer}/", and "${issuer}" is`);
  });

  it.each(["authorization_endpoint", "token_endpoint", "userinfo_endpoint"])(
    "signs no user in by a forged ID token, and sends no secret, if its metadata's %s has no TLS: the log names it",
    async (name) => {
      const error = vi.fn();
      const asked: string[] = [];
      let isForged = false;
      const network: typeof fetch = async (input, init) => {
        const response = await fetch(input, init);
        if (!String(input).includes("/.well-known/")) asked.push(String(input));
        else if (isForged)
          return Response.json({ ...(await response.json()), [name]: "http://idp.example.com/elsewhere" });
        return response;
      };
      visitor = visitorWith({ [customFetch]: network }, { logger: { ...QUIET, error } });
      const back = await authorized((await visitor.post(START)).location);
      isForged = true;
      expect(outcome(await visitor.get(back))).toEqual(REFUSED);
      expect(outcome(await visitor.post(START))).toEqual([SIGN_IN, "OAuthSignInError", null]);
      expect(asked).toEqual([]);
      await expectNobody();
      for (const [logged] of error.mock.calls) expect(String(logged)).toContain(`"oidc": ${name} must be https`);
      expect(error).toHaveBeenCalledTimes(2);
    },
  );
});

describe.each(STRATEGIES)("signing out, sessions by %s,", (strategy) => {
  const app = useApplication(() => ({ session: { strategy } }), LOCAL_ORIGIN);

  async function signedIn(options: Options, jar: Jar = new Map()): Promise<Visitor> {
    const visitor = app.visitor({ providers: [emailProvider(app.sent), openId(peer, options)] });
    const { location } = await visitor.post(START);
    await visitor.get(await authorized(location, jar));
    expect(await visitor.session()).toMatchObject({ user: { email: ADA } });
    return visitor;
  }

  /** Signs out. @returns the address that the answer leads to */
  async function signOut(visitor: Visitor): Promise<URL | undefined> {
    const { location } = await visitor.post("/signout", { callbackUrl: "/" });
    expect(await visitor.session()).toBeNull();
    return location;
  }

  it.each<[string, () => Options]>([
    ["its entry says so, and comes back", () => ({})],
    ["its issuer is written with a slash at its end, too", () => ({ issuer: `${peer.url}/` })],
  ])("ends the session at the provider, if %s, by a press alone, and once", async (_, options) => {
    const jar: Jar = new Map();
    const visitor = await signedIn({ endsSession: true, ...options() }, jar);
    expect((await visitor.get("/signout")).location).toBeUndefined();
    const location = await signOut(visitor);
    expect((await signOut(visitor))?.href).toBe(`${LOCAL_ORIGIN}/`);
    expect(`${location?.origin}${location?.pathname}`).toBe(`${peer.url}/session/end`);
    expect(Object.fromEntries(location?.searchParams ?? [])).toEqual({
      client_id: "client-1",
      post_logout_redirect_uri: `${LOCAL_ORIGIN}/`,
    });
    // The provider knows the client and the address, and asks the user.
    const { response } = await throughPages(location, jar);
    expect([response.status, (await response.text()).includes("error")]).toEqual([200, false]);
  });

  it("leads home, if the account was connected to a user who signed in by mail", async () => {
    const providers = [emailProvider(app.sent), openId(peer, { endsSession: true })];
    const visitor = await app.signedIn(ADA, { providers });
    const { location } = await visitor.post(START, { connect: "true" });
    await visitor.get(await authorized(location, new Map()));
    expect(await app.prisma.account.count()).toBe(1);
    expect((await signOut(visitor))?.href).toBe(`${LOCAL_ORIGIN}/`);
  });

  it("leads home without the setting, after a later sign-in by mail, and if the provider has no such page", async () => {
    const home = `${LOCAL_ORIGIN}/`;
    expect((await signOut(await signedIn({})))?.href).toBe(home);
    for (const endpoint of [7, "javascript:alert(1)", "http://idp.example.com/end"]) {
      const change = (metadata: Claims) => Response.json({ ...metadata, end_session_endpoint: endpoint });
      const options = { endsSession: true, ...answering("/openid-configuration", change) };
      expect((await signOut(await signedIn(options)))?.href).toBe(home);
    }
    const visitor = await signedIn({ endsSession: true });
    await app.prisma.account.deleteMany();
    await app.signIn(visitor, ADA);
    expect((await signOut(visitor))?.href).toBe(home);
  });
});
