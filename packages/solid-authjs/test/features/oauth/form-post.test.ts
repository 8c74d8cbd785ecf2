// Providers that post their answer as a form from their own site (Apple, Microsoft). That POST carries only cookies
// with SameSite=None.

import { parseSetCookie } from "cookie";
import { describe, expect, it } from "vitest";
import { useApplication } from "../../support/application";
import { openId, throughPages } from "../../support/openid";
import { LOCAL_ORIGIN, useOpenId } from "../../support/peers";
import { type Answer, outcome, Visitor } from "../../support/visitor";

const START = "/signin/oidc?login_hint=ada";

type Checks = ("pkce" | "state" | "nonce")[];

/** A browser that sends only SameSite=None cookies with another site's POST. */
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

  async postFromElsewhere(url: string, body: URLSearchParams): Promise<Answer> {
    const held = [...this.cookies];
    for (const [name] of held) if (!this.#crossSite.has(name)) this.cookies.delete(name);
    const sent = new Set(this.cookies.keys());
    const answer = await this.visit(url, { method: "POST", body });
    for (const [name, value] of held) if (!sent.has(name) && !answer.set.has(name)) this.cookies.set(name, value);
    // The redirect is a GET at the top level, which carries the other cookies too.
    return answer.location?.pathname === new URL(url).pathname ? this.get(answer.location.href) : answer;
  }
}

const peer = useOpenId();

describe("an answer by form_post", () => {
  const app = useApplication();

  function visitorWith(checks: Checks = ["state", "nonce"]): StrictVisitor {
    const provider = openId(peer, { checks, authorization: { params: { response_mode: "form_post" } } });
    return new StrictVisitor(app.configWith({ providers: [provider, ...app.config.providers] }), {
      origin: LOCAL_ORIGIN,
    });
  }

  it("signs in, checked by state and nonce in cookies for other sites, and by PKCE", async () => {
    const visitor = visitorWith(["pkce", "state", "nonce"]);
    const { set, location } = await visitor.post(START, { callbackUrl: "/protected" });
    expect(location?.searchParams.get("response_mode")).toBe("form_post");
    for (const name of ["state", "nonce"])
      expect(parseSetCookie(set.get(`__Secure-authjs.${name}`) ?? "")).toMatchObject({
        sameSite: "none",
        secure: true,
        httpOnly: true,
      });
    const html = await (await throughPages(location)).response.text();
    const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
    const body = new URLSearchParams([...inputs].map(([, name = "", value = ""]) => [name, value]));
    const answer = await visitor.postFromElsewhere(/action="([^"]*)"/.exec(html)?.[1] ?? "", body);
    expect(outcome(answer)).toEqual(["/protected", null, null]);
    expect(parseSetCookie(answer.set.get("__Secure-authjs.session-token") ?? "")).toMatchObject({ sameSite: "lax" });
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });

  it("refuses a form that another site forged", async () => {
    const visitor = visitorWith();
    await visitor.post(START);
    const callback = `${LOCAL_ORIGIN}/api/auth/callback/oidc`;
    const body = new URLSearchParams({ code: "an attacker's", state: "made up", iss: peer.url });
    for (const browser of [visitor, visitorWith()])
      expect(outcome(await browser.postFromElsewhere(callback, body))[1]).toBe("InvalidCheck");
    expect(await visitor.session()).toBeNull();
    expect(await app.prisma.user.count()).toBe(0);
  });
});
