// Connecting a provider's account to the signed-in user.

import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Application, STRATEGIES, useApplication } from "../../support/application";
import { ADA, CANCEL, GRACE, LOCAL_ORIGIN, useGitHub } from "../../support/peers";
import { outcome, type Visitor } from "../../support/visitor";

const CONNECT = { connect: "true" };
const INTENT = "__Host-authjs.link-intent";
const SIGN_IN = "/api/auth/signin";

const gitHub = useGitHub();
let visitor: Visitor;

/** The accounts of the user with that address. */
async function accountsOf({ prisma }: Application, email: string): Promise<string[]> {
  const accounts = await prisma.account.findMany({ include: { user: true } });
  return accounts.flatMap(({ user, provider }) => (user.email === email ? provider : [])).sort();
}

describe.each(STRATEGIES)("a GitHub account while signed in, sessions by %s", (strategy) => {
  const app = useApplication(
    // The second is another site on the same simulation.
    () => ({ providers: [gitHub.provider(), { ...gitHub.provider(), id: "other" }], session: { strategy } }),
    LOCAL_ORIGIN,
  );
  beforeEach(async () => {
    visitor = await app.signedIn("owner@example.com");
  });

  it("a GitHub account is linked when the visitor asked to connect it", async () => {
    const answer = await gitHub.signIn(visitor, ADA, { ...CONNECT, callbackUrl: "/account" });
    expect(outcome(answer)).toEqual(["/account", null, null]);
    expect(await accountsOf(app, "owner@example.com")).toEqual(["github"]);
    expect(await visitor.session()).toMatchObject({ user: { email: "owner@example.com" } });
    expect(await app.prisma.user.count()).toBe(1);
    expect(visitor.cookies.has(INTENT)).toBe(false);
    const next = app.visitor();
    await gitHub.signIn(next);
    expect(await next.session()).toMatchObject({ user: { email: "owner@example.com" } });
  });

  it("a GitHub account is linked when a script asks for it in JSON, with a boolean", async () => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ csrfToken: await visitor.csrfToken(), connect: true });
    await visitor.visit("/signin/github", { method: "POST", headers, body });
    expect(visitor.cookies.has(INTENT)).toBe(true);
  });

  it("a GitHub account is linked with any address, even one that another user signs in with", async () => {
    await app.signIn(app.visitor(), "ada@example.com");
    await gitHub.signIn(visitor, ADA, CONNECT);
    expect(await accountsOf(app, "owner@example.com")).toEqual(["github"]);
    expect(await accountsOf(app, "ada@example.com")).toEqual([]);
  });

  it("a GitHub account that the visitor refuses to share leads back to where Connect was pressed, and links nothing", async () => {
    const answer = await gitHub.signIn(visitor, CANCEL, { ...CONNECT, callbackUrl: "/account#methods" });
    expect(outcome(answer)).toEqual(["/account", "OAuthCallbackError", "connect"]);
    expect(answer.location?.hash).toBe("");
    expect(await accountsOf(app, "owner@example.com")).toEqual([]);
    const withoutConnect = await gitHub.signIn(visitor, CANCEL, { callbackUrl: "/account" });
    expect(outcome(withoutConnect)).toEqual([SIGN_IN, "OAuthCallbackError", null]);
  });

  it("a GitHub account is not linked when the visitor did not ask to connect it", async () => {
    const before = visitor.sessionCookie;
    expect(outcome(await gitHub.signIn(visitor))).toEqual([SIGN_IN, "OAuthAccountNotLinked", "signed_in"]);
    expect(await app.prisma.account.count()).toBe(0);
    expect(await app.prisma.user.count()).toBe(1);
    expect(visitor.sessionCookie).toEqual(before);
    expect(await visitor.session()).toMatchObject({ user: { email: "owner@example.com" } });
  });

  it("another user's GitHub account neither switches nor links users", async () => {
    await gitHub.signIn(app.visitor(), ADA);
    expect(outcome(await gitHub.signIn(visitor))).toEqual([SIGN_IN, "OAuthAccountNotLinked", "other_user"]);
    const connected = await gitHub.signIn(visitor, ADA, { ...CONNECT, callbackUrl: "/account" });
    expect(outcome(connected)).toEqual(["/account", "OAuthAccountNotLinked", "other_user"]);
    expect(await accountsOf(app, "owner@example.com")).toEqual([]);
    expect(await visitor.session()).toMatchObject({ user: { email: "owner@example.com" } });
  });

  it("a GitHub account that is already connected stays connected when it is connected again", async () => {
    await gitHub.signIn(visitor, ADA, CONNECT);
    expect(outcome(await gitHub.signIn(visitor, ADA, CONNECT))).toEqual(["/", null, null]);
    expect(await accountsOf(app, "owner@example.com")).toEqual(["github"]);
    expect(await visitor.session()).toMatchObject({ user: { email: "owner@example.com" } });
  });

  it("gives its owner a new session", async () => {
    await gitHub.signIn(visitor, ADA, CONNECT);
    const old = visitor.copy();
    const rows = await app.prisma.session.findMany();
    await gitHub.signIn(visitor);
    expect(visitor.sessionCookie).not.toEqual(old.sessionCookie);
    expect(await visitor.session()).toMatchObject({ user: { email: "owner@example.com" } });
    if (strategy === "jwt") return;
    const after = await app.prisma.session.findMany();
    expect(after).toHaveLength(1);
    expect(after[0]?.id).not.toBe(rows[0]?.id);
    expect(await old.session()).toBeNull();
  });

  it("a signed-out visitor cannot connect an account", async () => {
    const stranger = app.visitor();
    const answer = await stranger.post("/signin/github", CONNECT);
    expect(outcome(answer)).toEqual([SIGN_IN, "SessionRequired", null]);
    expect([...stranger.cookies.keys()].filter((name) => /state|link-intent/.test(name))).toEqual([]);
  });

  it("a GitHub account is not linked if the visitor has signed out meanwhile", async () => {
    const { location } = await visitor.post("/signin/github", CONNECT);
    const back = await gitHub.decide(location, ADA);
    await visitor.post("/signout");
    const answer = await visitor.get(back.href);
    expect(outcome(answer)).toEqual([SIGN_IN, "SessionRequired", null]);
    expect(visitor.cookies.has(INTENT)).toBe(false);
    expect(await visitor.session()).toBeNull();
    expect(await app.prisma.account.count()).toBe(0);
    expect(await app.prisma.user.count()).toBe(1);
  });

  it("a GitHub account is not linked to another user who signed in meanwhile", async () => {
    const { location } = await visitor.post("/signin/github", CONNECT);
    const back = await gitHub.decide(location, ADA);
    await app.signIn(visitor, "second@example.com");
    expect(outcome(await visitor.get(back.href))).toEqual(["/api/auth/error", "OtherUser", null]);
    expect(await app.prisma.account.count()).toBe(0);
    expect(await visitor.session()).toMatchObject({ user: { email: "second@example.com" } });
  });

  it("an intent for another provider links no account", async () => {
    await visitor.post("/signin/other", CONNECT);
    const intent = visitor.cookies.get(INTENT) ?? "";
    const { location } = await visitor.post("/signin/github");
    visitor.cookies.set(INTENT, intent);
    const answer = await visitor.get(await gitHub.decide(location));
    expect(outcome(answer)).toEqual([SIGN_IN, "OAuthAccountNotLinked", "signed_in"]);
    expect(await app.prisma.account.count()).toBe(0);
  });

  it("no sign-in that an attacker has begun is connected: a sibling subdomain has set its checks", async () => {
    const { location } = await visitor.post("/signin/github", CONNECT);
    expect(location?.searchParams.has("state")).toBe(true);
    const attacker = app.visitor();
    const begun = await attacker.post("/signin/github");
    // Cookies of a parent domain with a longer path are sent first, and the first value counts.
    for (const name of ["__Secure-authjs.state", "__Secure-authjs.pkce.code_verifier"])
      visitor.cookies.set(name, attacker.cookies.get(name) ?? "");
    const answer = await visitor.get(await gitHub.decide(begun.location, GRACE));
    expect(outcome(answer)).toEqual([SIGN_IN, "OAuthAccountNotLinked", "signed_in"]);
    expect(await app.prisma.account.count()).toBe(0);
    expect(await visitor.session()).toMatchObject({ user: { email: "owner@example.com" } });
  });

  it("an account is connected where the browser holds another provider's nonce", async () => {
    const { location } = await visitor.post("/signin/github", CONNECT);
    visitor.cookies.set("__Secure-authjs.nonce", "another's");
    await visitor.get(await gitHub.decide(location, ADA));
    expect(await accountsOf(app, "owner@example.com")).toEqual(["github"]);
  });

  it("an intent that was left over when an ordinary sign-in began links no account", async () => {
    await visitor.post("/signin/github", CONNECT);
    expect(visitor.cookies.has(INTENT)).toBe(true);
    const { location } = await visitor.post("/signin/github");
    expect(visitor.cookies.has(INTENT)).toBe(false);
    const answer = await visitor.get(await gitHub.decide(location));
    expect(outcome(answer)).toEqual([SIGN_IN, "OAuthAccountNotLinked", "signed_in"]);
  });

  it("a forged intent links no account", async () => {
    const { location } = await visitor.post("/signin/github");
    visitor.cookies.set(INTENT, "eyJhbGciOiJkaXIifQ..forged");
    const answer = await visitor.get(await gitHub.decide(location));
    expect(outcome(answer)).toEqual([SIGN_IN, "OAuthAccountNotLinked", "signed_in"]);
    expect(await app.prisma.account.count()).toBe(0);
  });

  it("changes nothing when it cannot be stored", async () => {
    const linkAccount = async () => {
      throw new Error("The disk is full.");
    };
    const cookies = visitor.cookies;
    visitor = app.visitor({ adapter: { ...app.adapter, linkAccount } });
    for (const [name, value] of cookies) visitor.cookies.set(name, value);
    expect(outcome(await gitHub.signIn(visitor, ADA, CONNECT))).toEqual(["/api/auth/error", "Configuration", null]);
    expect(await visitor.session()).toMatchObject({ user: { email: "owner@example.com" } });
    expect(await app.prisma.user.count()).toBe(1);
  });

  it("no account is connected for a user who was deleted meanwhile", async () => {
    const { location } = await visitor.post("/signin/github", CONNECT);
    const back = await gitHub.decide(location, ADA);
    await app.prisma.user.deleteMany();
    expect(outcome(await visitor.get(back.href))).toEqual([SIGN_IN, "SessionRequired", null]);
    expect(await app.prisma.user.count()).toBe(0);
  });
});

describe("connecting an account, sessions by database", () => {
  const app = useApplication(() => ({ providers: [gitHub.provider()] }), LOCAL_ORIGIN);
  beforeEach(async () => {
    visitor = await app.signedIn("owner@example.com");
  });

  it("changes the session's token, and neither its row nor the time of sign-in", async () => {
    const old = visitor.copy();
    const [before] = await app.prisma.session.findMany();
    await gitHub.signIn(visitor, ADA, CONNECT);
    const [after, ...others] = await app.prisma.session.findMany();
    expect(others).toEqual([]);
    expect(after).toMatchObject({ id: before?.id, authenticatedAt: before?.authenticatedAt, expires: before?.expires });
    expect(after?.sessionToken).not.toBe(before?.sessionToken);
    expect(await visitor.session()).toMatchObject({ user: { email: "owner@example.com" } });
    expect(await old.session()).toBeNull();
  });

  it("keeps the session's token if the adapter cannot change it: the browser gets no token that opens nothing", async () => {
    const adapter = { ...app.adapter, rotateSession: async () => false };
    const owner = await app.signedIn("owner@example.com", { adapter });
    await gitHub.signIn(owner, ADA, CONNECT);
    expect(await accountsOf(app, "owner@example.com")).toEqual(["github"]);
    expect(await owner.session()).toMatchObject({ user: { email: "owner@example.com" } });
  });

  it("tells the adapter which session connects an account: one that has ended meanwhile connects none", async () => {
    const told: unknown[] = [];
    const adapter = {
      ...app.adapter,
      linkAccount: (...[account, grant]: Parameters<NonNullable<typeof app.adapter.linkAccount>>) => {
        told.push(grant?.sessionToken);
        return app.adapter.linkAccount?.(account, grant);
      },
    };
    const owner = await app.signedIn("owner@example.com", { adapter });
    const token = owner.sessionCookie?.[1];
    await gitHub.signIn(owner, ADA, CONNECT);
    expect(told).toEqual([token]);
  });

  it("links nothing to a session that has expired meanwhile", async () => {
    const { location } = await visitor.post("/signin/github", CONNECT);
    const back = await gitHub.decide(location, ADA);
    await app.prisma.session.updateMany({ data: { expires: new Date(Date.now() - 1000) } });
    expect(outcome(await visitor.get(back.href))).toEqual([SIGN_IN, "SessionRequired", null]);
    expect(await app.prisma.account.count()).toBe(0);
  });

  it("begins no Connect for a session that has expired, and a sign-in with an account links it to no other user", async () => {
    await app.prisma.session.updateMany({ data: { expires: new Date(Date.now() - 1000) } });
    expect(outcome(await visitor.post("/signin/github", CONNECT))).toEqual([SIGN_IN, "SessionRequired", null]);
    expect(outcome(await gitHub.signIn(visitor, ADA))).toEqual(["/", null, null]);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(await accountsOf(app, "owner@example.com")).toEqual([]);
  });

  it("waits 15 minutes for the visitor, not longer, also from a provider without a state that ends as soon", async () => {
    const provider = gitHub.provider();
    const providers = [{ ...provider, options: { ...provider.options, checks: ["none"] } } as typeof provider];
    visitor = visitor.copy(app.configWith({ providers }));
    await visitor.post("/signin/github", CONNECT);
    const intent = visitor.cookies.get(INTENT) ?? "";
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * 60_000 + 20_000 });
    try {
      const { location } = await visitor.post("/signin/github");
      // The browser has deleted the cookie. A copy of it must not work.
      visitor.cookies.set(INTENT, intent);
      const answer = await visitor.get(await gitHub.decide(location));
      expect(outcome(answer)).toEqual([SIGN_IN, "OAuthAccountNotLinked", "signed_in"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("adds no second account of a provider, which its page would not show, before the first is disconnected", async () => {
    await gitHub.signIn(visitor, ADA, CONNECT);
    const connectGrace = () => gitHub.signIn(visitor, GRACE, { ...CONNECT, callbackUrl: "/account" });
    expect(outcome(await connectGrace())).toEqual(["/account", "OAuthAccountNotLinked", "second"]);
    expect(await accountsOf(app, "owner@example.com")).toEqual(["github"]);
    expect(outcome(await gitHub.signIn(app.visitor(), ADA))[1]).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email: "owner@example.com" } });
    await app.prisma.account.deleteMany();
    expect(outcome(await connectGrace())).toEqual(["/account", null, null]);
    expect(await app.prisma.user.count()).toBe(1);
  });
});
