// Providers that send their answer as a form from their own site (Apple, Microsoft): a POST that carries, of all cookies, only
// those that are SameSite=None.

import { parseSetCookie } from "cookie";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PrismaClient } from "~/server/database/generated/client";
import type { SolidAuthAdapter, SolidAuthConfig } from "~/solid-auth";
import {
  type Answer,
  emailProvider,
  openDatabase,
  QUIET,
  SECRET,
  type SentMail,
  signInByMail,
  Visitor,
} from "../../../support/auth";
import { openId, REFUSES, serveOpenId, throughPages } from "../../../support/openid";
import type { Peer } from "../../../support/peer";
import { LOCAL_ORIGIN, outcome, STRATEGIES } from "../../support/peers";

const SIGN_IN = "/api/auth/signin";
const START = "/signin/oidc?login_hint=ada";

type Checks = ("pkce" | "state" | "nonce")[];

/** A browser that keeps other cookies than SameSite=None ones off what another site posts. */
class StrictVisitor extends Visitor {
  readonly #crossSite = new Set<string>();

  override keep(response: Response): Answer {
    for (const line of response.headers.getSetCookie()) {
      const { name, sameSite, secure } = parseSetCookie(line);
      if (sameSite === "none" && secure) this.#crossSite.add(name);
      else this.#crossSite.delete(name);
    }
    return super.keep(response);
  }

  /** The provider's page submits its form. */
  async submit(page: Response): Promise<Answer> {
    const html = await page.text();
    const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
    const body = new URLSearchParams([...inputs].map(([, name = "", value = ""]) => [name, value]));
    return this.postFromElsewhere(/action="([^"]*)"/.exec(html)?.[1] ?? "", body);
  }

  async postFromElsewhere(url: string, body: URLSearchParams): Promise<Answer> {
    const held = [...this.cookies];
    for (const [name] of held) if (!this.#crossSite.has(name)) this.cookies.delete(name);
    const sent = new Set(this.cookies.keys());
    const answer = await this.visit(url, { method: "POST", body });
    for (const [name, value] of held) if (!sent.has(name) && !answer.set.has(name)) this.cookies.set(name, value);
    // Following a redirect is a GET at the top level, which brings the other cookies along.
    return answer.location?.pathname === new URL(url).pathname ? this.get(answer.location.href) : answer;
  }
}

let peer: Peer;
let prisma: PrismaClient;
let adapter: SolidAuthAdapter;
let sent: SentMail[];

beforeAll(async () => {
  peer = await serveOpenId();
});
afterAll(() => peer.close());

describe.each(STRATEGIES)("an answer by form_post, sessions by %s", (strategy) => {
  beforeEach(async () => {
    ({ prisma, adapter } = await openDatabase());
    sent = [];
  });

  function visitorWith(checks: Checks = ["state", "nonce"]): StrictVisitor {
    const config: SolidAuthConfig = {
      adapter,
      providers: [
        openId(peer, { checks, authorization: { params: { response_mode: "form_post" } } }),
        emailProvider(sent),
      ],
      secret: SECRET,
      trustHost: true,
      session: { strategy },
      logger: QUIET,
    };
    return new StrictVisitor(config, { origin: LOCAL_ORIGIN });
  }

  async function signInWith(visitor: StrictVisitor, fields?: Record<string, string>): Promise<Answer> {
    const { location } = await visitor.post(START, fields);
    return visitor.submit((await throughPages(location)).response);
  }

  it.each<[string, Checks]>([
    ["state", ["state"]],
    ["state and nonce", ["state", "nonce"]],
    ["state, nonce and PKCE", ["pkce", "state", "nonce"]],
  ])("signs in, checked by %s, although the form comes from another site", async (_, checks) => {
    const visitor = visitorWith(checks);
    const answer = await signInWith(visitor, { callbackUrl: "/protected" });
    expect(outcome(answer)).toEqual(["/protected", null, null]);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });

  it("has its checks in cookies for other sites' forms, over https and out of reach of scripts", async () => {
    const { set, location } = await visitorWith().post(START);
    expect(location?.searchParams.get("response_mode")).toBe("form_post");
    for (const name of ["state", "nonce"])
      expect(parseSetCookie(set.get(`__Secure-authjs.${name}`) ?? "")).toMatchObject({
        sameSite: "none",
        secure: true,
        httpOnly: true,
      });
  });

  it("leaves the session cookie out of reach of other sites' forms", async () => {
    const { set } = await signInWith(visitorWith());
    expect(parseSetCookie(set.get("__Secure-authjs.session-token") ?? "")).toMatchObject({ sameSite: "lax" });
  });

  it("signs nobody in with a form that another site made up", async () => {
    const visitor = visitorWith();
    const { location } = await visitor.post(START);
    const { response } = await throughPages(location);
    const code = /name="code" value="([^"]*)"/.exec(await response.text())?.[1] ?? "";
    const callback = `${LOCAL_ORIGIN}/api/auth/callback/oidc`;
    const body = new URLSearchParams({ code, state: "made up", iss: peer.url });
    expect(outcome(await visitor.postFromElsewhere(callback, body))[1]).toBe("InvalidCheck");
    const stranger = visitorWith();
    expect(outcome(await stranger.postFromElsewhere(callback, body))[1]).toBe("InvalidCheck");
    expect(await visitor.session()).toBeNull();
    expect(await prisma.user.count()).toBe(0);
  });

  it("leads back to the sign-in page when consent is refused", async () => {
    const visitor = visitorWith();
    const { location } = await visitor.post(`/signin/oidc?login_hint=${REFUSES}`);
    const answer = await visitor.submit((await throughPages(location)).response);
    expect(outcome(answer)).toEqual([SIGN_IN, "OAuthCallbackError", null]);
    expect(await visitor.session()).toBeNull();
  });

  it("is linked to the visitor who asked to connect it, and makes no second user", async () => {
    const visitor = visitorWith();
    await signInByMail(visitor, sent, "owner@example.com");
    await signInWith(visitor, { connect: "true" });
    expect(await visitor.session()).toMatchObject({ user: { email: "owner@example.com" } });
    expect(await prisma.user.findMany({ include: { accounts: true } })).toMatchObject([
      { email: "owner@example.com", accounts: [{ provider: "oidc", providerAccountId: "ada" }] },
    ]);
  });

  it("is not linked to a signed-in visitor who did not ask to connect it", async () => {
    const visitor = visitorWith();
    await signInByMail(visitor, sent, "owner@example.com");
    expect(outcome(await signInWith(visitor))).toEqual([SIGN_IN, "OAuthAccountNotLinked", "signed_in"]);
    expect(await visitor.session()).toMatchObject({ user: { email: "owner@example.com" } });
    expect(await prisma.account.count()).toBe(0);
  });
});
