// Signing out at a real OpenID provider, too.

import { customFetch } from "@auth/core";
import type { OIDCConfig } from "@auth/core/providers";
import { describe, expect, it } from "vitest";
import { emailProvider, STRATEGIES, useApplication } from "../../support/application";
import { authorized, type Jar, openId, throughPages } from "../../support/openid";
import { LOCAL_ORIGIN, useOpenId } from "../../support/peers";
import type { Visitor } from "../../support/visitor";

const EMAIL = "ada@example.com";
const peer = useOpenId();

describe.each(STRATEGIES)("signing out, sessions by %s,", (strategy) => {
  const app = useApplication(() => ({ session: { strategy } }), LOCAL_ORIGIN);

  async function signedIn(options: Partial<OIDCConfig<object>>, jar: Jar = new Map()): Promise<Visitor> {
    const visitor = app.visitor({ providers: [emailProvider(app.sent), openId(peer, options)] });
    const { location } = await visitor.post("/signin/oidc?login_hint=ada");
    await visitor.get(await authorized(location, jar));
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
    return visitor;
  }

  /** Signs out. @returns the address that the answer leads to */
  async function signOut(visitor: Visitor): Promise<URL | undefined> {
    const { location } = await visitor.post("/signout", { callbackUrl: "/" });
    expect(await visitor.session()).toBeNull();
    return location;
  }

  it.each<[string, () => Partial<OIDCConfig<object>>]>([
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
    const visitor = await app.signedIn(EMAIL, { providers });
    const { location } = await visitor.post("/signin/oidc?login_hint=ada", { connect: "true" });
    await visitor.get(await authorized(location, new Map()));
    expect(await app.prisma.account.count()).toBe(1);
    expect((await signOut(visitor))?.href).toBe(`${LOCAL_ORIGIN}/`);
  });

  it("leads home without the setting, after a later sign-in by mail, and if the provider has no such page", async () => {
    const home = `${LOCAL_ORIGIN}/`;
    expect((await signOut(await signedIn({})))?.href).toBe(home);
    for (const endpoint of [7, "javascript:alert(1)", "http://idp.example.com/end"]) {
      const answering: typeof fetch = async (input, init) => {
        const response = await fetch(input, init);
        if (!String(input).includes("/.well-known/")) return response;
        return Response.json({ ...(await response.json()), end_session_endpoint: endpoint });
      };
      expect((await signOut(await signedIn({ endsSession: true, [customFetch]: answering })))?.href).toBe(home);
    }
    const visitor = await signedIn({ endsSession: true });
    await app.prisma.account.deleteMany();
    await app.signIn(visitor, EMAIL);
    expect((await signOut(visitor))?.href).toBe(home);
  });
});
