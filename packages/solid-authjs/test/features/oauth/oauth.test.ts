// Signing in at an OAuth provider: GitHub's, simulated.

import { beforeEach, describe, expect, it } from "vitest";
import { STRATEGIES, useApplication } from "../../support/application";
import { unreachableUrl } from "../../support/peer";
import { ADA, CANCEL, GRACE, LOCAL_ORIGIN, useGitHub } from "../../support/peers";
import { outcome, type Visitor } from "../../support/visitor";

const NO_ADDRESS = "/sign-in?error=OAuthSignInError&code=no_email";

const gitHub = useGitHub();
let visitor: Visitor;

describe.each(STRATEGIES)("GitHub, sessions by %s", (strategy) => {
  const app = useApplication(
    () => ({
      providers: [gitHub.provider()],
      session: { strategy },
      callbacks: { signIn: ({ user }) => (user.email ? true : NO_ADDRESS) },
    }),
    LOCAL_ORIGIN,
  );
  beforeEach(() => {
    visitor = app.visitor();
  });

  async function expectNobody(who = visitor) {
    expect(await who.session()).toBeNull();
    expect(await app.prisma.user.count()).toBe(0);
    expect(await app.prisma.session.count()).toBe(0);
  }

  it("requests a code that is bound to this browser by state and PKCE", async () => {
    const { status, location } = await visitor.post("/signin/github");
    expect(status).toBe(302);
    expect(location?.origin).toBe(gitHub.url);
    expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/.{32}/),
      redirect_uri: "https://localhost:3000/api/auth/callback/github",
    });
    expect(location?.searchParams.has("client_secret")).toBe(false);
  });

  it("signs up and in, and returns to the page that was asked for", async () => {
    const answer = await gitHub.signIn(visitor, ADA, { callbackUrl: "/protected?tab=1" });
    expect(answer.status).toBe(302);
    expect(answer.location?.href).toBe("https://localhost:3000/protected?tab=1");
    expect(await visitor.session()).toMatchObject({ user: { name: "Ada Lovelace", email: "ada@example.com" } });
    expect(await app.prisma.account.findMany({ include: { user: true } })).toMatchObject([
      { type: "oauth", provider: "github", user: { email: "ada@example.com" } },
    ]);
    expect(await app.prisma.session.count()).toBe(strategy === "database" ? 1 : 0);
  });

  it("spends the state and PKCE cookies with the sign-in", async () => {
    await gitHub.signIn(visitor);
    expect([...visitor.cookies.keys()].filter((name) => /state|pkce|nonce/.test(name))).toEqual([]);
  });

  it("recognises a user by the account at GitHub", async () => {
    await gitHub.signIn(visitor);
    await gitHub.signIn(app.visitor());
    expect(await app.prisma.user.count()).toBe(1);
    expect(await app.prisma.account.count()).toBe(1);
  });

  it("refuses an altered state", async () => {
    const { location } = await visitor.post("/signin/github");
    const back = await gitHub.decide(location, ADA);
    back.searchParams.set("state", `${back.searchParams.get("state")}x`);
    expect(outcome(await visitor.get(back.href))).toEqual(["/api/auth/signin", "InvalidCheck", null]);
    await expectNobody();
  });

  it("refuses a missing state", async () => {
    const { location } = await visitor.post("/signin/github");
    const back = await gitHub.decide(location, ADA);
    back.searchParams.delete("state");
    expect(outcome(await visitor.get(back.href))).toEqual(["/api/auth/signin", "InvalidCheck", null]);
    await expectNobody();
  });

  it.each(["__Secure-authjs.state", "__Secure-authjs.pkce.code_verifier"])(
    "an answer without the %s cookie is refused",
    async (cookie) => {
      const { location } = await visitor.post("/signin/github");
      expect(visitor.cookies.delete(cookie)).toBe(true);
      const answer = await visitor.get(await gitHub.decide(location));
      expect(outcome(answer)).toEqual(["/api/auth/signin", "InvalidCheck", null]);
      await expectNobody();
    },
  );

  it("refuses a callback that began in another browser", async () => {
    const { location } = await visitor.post("/signin/github");
    const back = await gitHub.decide(location, ADA);
    const other = app.visitor();
    expect(outcome(await other.get(back.href))).toEqual(["/api/auth/signin", "InvalidCheck", null]);
    await expectNobody(other);
  });

  it("refuses another browser's callback where this one has begun a sign-in too", async () => {
    await visitor.post("/signin/github");
    const attackers = await app.visitor().post("/signin/github");
    const answer = await visitor.get(await gitHub.decide(attackers.location, ADA));
    expect(outcome(answer)).toEqual(["/api/auth/signin", "InvalidCheck", null]);
    await expectNobody();
  });

  it("accepts a code once", async () => {
    const { location } = await visitor.post("/signin/github");
    const back = await gitHub.decide(location, ADA);
    const thief = app.visitor();
    for (const [name, value] of visitor.cookies) thief.cookies.set(name, value);
    await visitor.get(back.href);
    expect(outcome(await thief.get(back.href))).toEqual(["/api/auth/signin", "CallbackRouteError", null]);
    expect(await thief.session()).toBeNull();
    expect(await app.prisma.session.count()).toBe(strategy === "database" ? 1 : 0);
  });

  it("refuses a code for another browser's PKCE verifier", async () => {
    const victim = app.visitor();
    const theirs = await gitHub.decide((await visitor.post("/signin/github")).location, GRACE);
    const own = await gitHub.decide((await victim.post("/signin/github")).location, ADA);
    own.searchParams.set("code", theirs.searchParams.get("code") ?? "");
    expect(outcome(await victim.get(own.href))).toEqual(["/api/auth/signin", "CallbackRouteError", null]);
    await expectNobody(victim);
  });

  it("leads back to the sign-in page, signed out, when consent is refused", async () => {
    const answer = await gitHub.signIn(visitor, CANCEL);
    expect(outcome(answer)).toEqual(["/api/auth/signin", "OAuthCallbackError", null]);
    await expectNobody();
  });

  it("accepts a refusal only with the visitor's state", async () => {
    const { location } = await visitor.post("/signin/github");
    const back = await gitHub.decide(location, CANCEL);
    back.searchParams.set("state", "forged");
    expect(outcome(await visitor.get(back.href))).toEqual(["/api/auth/signin", "InvalidCheck", null]);
  });

  it("makes no user for a person whose address is missing, and shows why", async () => {
    const answer = await gitHub.signIn(visitor, { login: "shy" });
    expect(outcome(answer)).toEqual(["/sign-in", "OAuthSignInError", "no_email"]);
    await expectNobody();
  });

  it("starts nothing without a CSRF token", async () => {
    const answer = await visitor.visit("/signin/github", { method: "POST", body: new URLSearchParams() });
    expect(outcome(answer)).toEqual(["/api/auth/signin", "MissingCSRF", null]);
    expect([...answer.set.keys()].filter((name) => /state|pkce|link-intent/.test(name))).toEqual([]);
  });

  it("refuses an address that has another sign-in method", async () => {
    await app.prisma.user.create({ data: { email: "ada@example.com" } });
    expect(outcome(await gitHub.signIn(visitor))).toEqual(["/api/auth/signin", "OAuthAccountNotLinked", null]);
    expect(await visitor.session()).toBeNull();
    expect(await app.prisma.account.count()).toBe(0);
  });

  it("leaves no user behind when the account cannot be stored, so that the next attempt works", async () => {
    const { adapter } = app.config;
    let isBroken = true;
    const linkAccount: NonNullable<typeof adapter>["linkAccount"] = (account) => {
      if (isBroken) throw new Error("The disk is full.");
      return adapter?.linkAccount?.(account);
    };
    visitor = app.visitor({ adapter: { ...adapter, linkAccount } });
    expect(outcome(await gitHub.signIn(visitor))).toEqual(["/api/auth/error", "Configuration", null]);
    await expectNobody();
    isBroken = false;
    await gitHub.signIn(visitor);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });

  it("redirects to the error page if the signIn callback refuses", async () => {
    visitor = app.visitor({ callbacks: { signIn: () => false } });
    expect(outcome(await gitHub.signIn(visitor))).toEqual(["/api/auth/error", "AccessDenied", null]);
    await expectNobody();
  });

  it("sends the visitor to the sign-in page when GitHub does not answer", async () => {
    visitor = app.visitor({ providers: [{ ...gitHub.provider(), token: await unreachableUrl() }] });
    expect(outcome(await gitHub.signIn(visitor))).toEqual(["/api/auth/signin", "CallbackRouteError", null]);
    await expectNobody();
  });
});
