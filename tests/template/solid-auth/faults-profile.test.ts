// Faults of @auth/core with what a provider says about a person: too much, too little, or in another spelling. The provider
// speaks OAuth over a local port; what its userinfo says is each test's own.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { OAuthConfig } from "@auth/core/providers";
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
} from "../../support/auth";

interface PeerProfile {
  id: string;
  email: string | null;
  [claim: string]: unknown;
}

let server: Server;
let baseUrl: string;
/** What the peer says. */
let person: PeerProfile;
let tokens: Record<string, unknown>;
let prisma: PrismaClient;
let adapter: SolidAuthAdapter;
let sent: SentMail[];

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const answer = incoming.url === "/token" ? tokens : person;
    outgoing.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  }).listen(0, "localhost");
  await new Promise((resolve) => server.once("listening", resolve));
  baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

beforeEach(async () => {
  ({ prisma, adapter } = await openDatabase());
  sent = [];
  tokens = { access_token: "at", token_type: "bearer" };
});

/** A provider that hands on the profile as it comes, and all tokens: what a clone's own provider may well do. */
function peer(): OAuthConfig<PeerProfile> {
  return {
    id: "peer",
    name: "Peer",
    type: "oauth",
    clientId: "tests",
    clientSecret: "secret",
    issuer: baseUrl,
    authorization: `${baseUrl}/authorize`,
    token: `${baseUrl}/token`,
    userinfo: `${baseUrl}/userinfo`,
    checks: ["pkce", "state"],
    profile: (profile) => profile,
    account: (account) => account,
  };
}

function configured(overrides: Partial<SolidAuthConfig> = {}): SolidAuthConfig {
  return {
    adapter,
    providers: [emailProvider(sent), peer()],
    secret: SECRET,
    trustHost: true,
    logger: QUIET,
    pages: { signIn: "/sign-in", error: "/error" },
    ...overrides,
  };
}

async function signInAtPeer(visitor: Visitor): Promise<Answer> {
  const start = await visitor.post("/signin/peer");
  return visitor.get(`/callback/peer?${new URLSearchParams({ code: "code", state: stateOf(start) })}`);
}

const stateOf = ({ location }: Answer) => location?.searchParams.get("state") ?? "";
const errorOf = ({ location }: Answer) => location?.searchParams.get("error") ?? null;

describe("a provider that says more than was asked", () => {
  it("signs the person in, and only known columns are written", async () => {
    person = {
      id: "1",
      email: "ada@example.com",
      name: "Ada",
      isAdmin: true,
      createdAt: "1970-01-01",
      plan: { seats: 3 },
    };
    tokens = {
      ...tokens,
      refresh_token_expires_in: 15897600,
      scope: "all",
      "not-before-policy": 0,
      custom: { deep: 1 },
    };
    const visitor = new Visitor(configured());
    expect(errorOf(await signInAtPeer(visitor))).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com", name: "Ada" } });
    const user = await prisma.user.findFirstOrThrow();
    expect(user.createdAt.getFullYear()).toBeGreaterThan(1970);
    expect(await prisma.account.findFirst()).toMatchObject({ access_token: null, refresh_token: null });
  });

  it("cannot say that its address is proven", async () => {
    person = { id: "1", email: "ada@example.com", emailVerified: new Date().toISOString() };
    await signInAtPeer(new Visitor(configured()));
    expect(await prisma.user.findFirst()).toMatchObject({ email: "ada@example.com", emailVerified: null });
  });
});

describe("a provider that shares no address", () => {
  it.each([null, "", "not an address"])("(%j) leaves no user, and no one signed in", async (email) => {
    person = { id: "1", email };
    const visitor = new Visitor(configured());
    expect(errorOf(await signInAtPeer(visitor))).not.toBeNull();
    expect(visitor.sessionCookie).toBeUndefined();
    expect(await prisma.user.count()).toBe(0);
  });

  it("is explained by the application's signIn callback, in its own words", async () => {
    person = { id: "1", email: null };
    const signIn = ({ user }: { user: { email?: string | null } }) =>
      user.email ? true : "/sign-in?error=OAuthSignInError&code=no_email";
    const answer = await signInAtPeer(new Visitor(configured({ callbacks: { signIn } })));
    expect(answer.location?.href).toContain("/sign-in?error=OAuthSignInError&code=no_email");
    expect(await prisma.user.count()).toBe(0);
  });
});

describe("a provider that spells an address its own way", () => {
  it("makes the same user as the mailbox does: in lower case", async () => {
    person = { id: "1", email: "Ada@EXAMPLE.com" };
    const visitor = new Visitor(configured());
    await signInAtPeer(visitor);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    await signInByMail(new Visitor(configured()), sent, "ada@example.com");
    expect(await prisma.user.count()).toBe(1);
  });

  it("does not get a second user made beside one who signs in by mail, nor that user's account", async () => {
    const config = configured();
    await signInByMail(new Visitor(config), sent, "ada@example.com");
    person = { id: "1", email: "ADA@example.com" };
    const visitor = new Visitor(config);
    expect(errorOf(await signInAtPeer(visitor))).toBe("OAuthAccountNotLinked");
    expect(visitor.sessionCookie).toBeUndefined();
    expect(await prisma.user.count()).toBe(1);
    expect(await prisma.account.count()).toBe(0);
  });
});

describe("a sign-up whose account cannot be linked", () => {
  beforeEach(() => {
    person = { id: "1", email: "ada@example.com" };
  });

  function failingOnce(): SolidAuthAdapter {
    let hasFailed = false;
    return {
      ...adapter,
      async linkAccount(account) {
        if (hasFailed) return adapter.linkAccount?.(account) as Promise<undefined>;
        hasFailed = true;
        throw new Error("The disk is full.");
      },
    };
  }

  it("leaves no user behind who could never sign in, and works the next time", async () => {
    const config = configured({ adapter: failingOnce() });
    const visitor = new Visitor(config);
    expect(errorOf(await signInAtPeer(visitor))).toBe("Configuration");
    expect(visitor.sessionCookie).toBeUndefined();
    expect(await prisma.user.count()).toBe(0);
    expect(errorOf(await signInAtPeer(visitor))).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });

  it("never deletes a user who was there before", async () => {
    const config = configured({ adapter: failingOnce() });
    const visitor = new Visitor(config);
    await signInByMail(visitor, sent, "user@example.com");
    const start = await visitor.post("/signin/peer", { connect: "true" });
    const answer = await visitor.get(`/callback/peer?${new URLSearchParams({ code: "code", state: stateOf(start) })}`);
    expect(errorOf(answer)).toBe("Configuration");
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
    expect(await prisma.account.count()).toBe(0);
  });
});
