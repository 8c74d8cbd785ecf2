// Profiles of providers: with too many fields, too few, or in another spelling.

import { beforeEach, describe, expect, it } from "vitest";
import type { SolidAuthAdapter } from "../../../src";
import { useApplication } from "../../support/application";
import { useOAuth } from "../../support/peers";
import { errorOf, type Visitor } from "../../support/visitor";

const oauth = useOAuth();
const app = useApplication(() => ({
  // Returns the profile and all tokens unchanged, as an application's own provider may.
  providers: [oauth.provider({ id: "peer", profile: (profile) => profile, account: (account) => account })],
  pages: { signIn: "/sign-in", error: "/error" },
}));

const signInAtPeer = (visitor: Visitor) => oauth.signIn(visitor, "peer");

describe("a provider that sends unknown fields", () => {
  it("signs the person in, and the session shows none of them", async () => {
    oauth.profile = {
      id: "1",
      email: "ada@example.com",
      name: "Ada",
      isAdmin: true,
      createdAt: "1970-01-01",
      plan: { seats: 3 },
    };
    oauth.tokens = {
      ...oauth.tokens,
      refresh_token_expires_in: 15897600,
      scope: "all",
      "not-before-policy": 0,
      custom: { deep: 1 },
    };
    const visitor = app.visitor();
    expect(errorOf(await signInAtPeer(visitor))).toBeNull();
    const { user } = (await visitor.session()) ?? {};
    expect(user).toEqual({ email: "ada@example.com", name: "Ada", image: expect.toBeOneOf([null, undefined]) });
  });

  it("the provider cannot mark its address as verified", async () => {
    oauth.profile = { id: "1", email: "ada@example.com", emailVerified: new Date().toISOString() };
    await signInAtPeer(app.visitor());
    expect(await app.prisma.user.findFirst()).toMatchObject({ email: "ada@example.com", emailVerified: null });
  });
});

describe("a provider that shares no address", () => {
  it.each([null, "", "not an address"])("(%j) leaves no user and no session", async (email) => {
    oauth.profile = { id: "1", email };
    const visitor = app.visitor();
    expect(errorOf(await signInAtPeer(visitor))).not.toBeNull();
    expect(visitor.sessionCookie).toBeUndefined();
    expect(await app.prisma.user.count()).toBe(0);
  });

  it("leads to the page that the application's signIn callback chooses", async () => {
    oauth.profile = { id: "1", email: null };
    const signIn = ({ user }: { user: { email?: string | null } }) =>
      user.email ? true : "/sign-in?error=OAuthSignInError&code=no_email";
    const answer = await signInAtPeer(app.visitor({ callbacks: { signIn } }));
    expect(answer.location?.href).toContain("/sign-in?error=OAuthSignInError&code=no_email");
    expect(await app.prisma.user.count()).toBe(0);
  });
});

describe("a provider that spells an address its own way", () => {
  it("makes the same user as the address in lower case", async () => {
    oauth.profile = { id: "1", email: "Ada@EXAMPLE.com" };
    const visitor = app.visitor();
    await signInAtPeer(visitor);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    await app.signIn(app.visitor(), "ada@example.com");
    expect(await app.prisma.user.count()).toBe(1);
  });

  it("makes no second user for an address that signs in by mail, and links nothing to that user", async () => {
    await app.signIn(app.visitor(), "ada@example.com");
    oauth.profile = { id: "1", email: "ADA@example.com" };
    const visitor = app.visitor();
    expect(errorOf(await signInAtPeer(visitor))).toBe("OAuthAccountNotLinked");
    expect(visitor.sessionCookie).toBeUndefined();
    expect(await app.prisma.user.count()).toBe(1);
    expect(await app.prisma.account.count()).toBe(0);
  });
});

describe("a sign-up whose account cannot be linked", () => {
  beforeEach(() => {
    oauth.profile = { id: "1", email: "ada@example.com" };
  });

  function failingOnce(): SolidAuthAdapter {
    let hasFailed = false;
    return {
      ...app.adapter,
      async linkAccount(account) {
        if (hasFailed) return app.adapter.linkAccount?.(account) as Promise<undefined>;
        hasFailed = true;
        throw new Error("The disk is full.");
      },
    };
  }

  it("leaves no user behind who could not sign in, and works the next time", async () => {
    const visitor = app.visitor({ adapter: failingOnce() });
    expect(errorOf(await signInAtPeer(visitor))).toBe("Configuration");
    expect(visitor.sessionCookie).toBeUndefined();
    expect(await app.prisma.user.count()).toBe(0);
    expect(errorOf(await signInAtPeer(visitor))).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });

  it("an existing user is never deleted", async () => {
    const visitor = app.visitor({ adapter: failingOnce() });
    await app.signIn(visitor);
    const start = await visitor.post("/signin/peer", { connect: "true" });
    const state = start.location?.searchParams.get("state");
    const answer = await visitor.get(`/callback/peer?code=code&state=${state}`);
    expect(errorOf(answer)).toBe("Configuration");
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
    expect(await app.prisma.account.count()).toBe(0);
  });
});
