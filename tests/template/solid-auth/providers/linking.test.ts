import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { PrismaClient } from "~/server/database/generated/client";
import type { SolidAuthAdapter, SolidAuthConfig } from "~/solid-auth";
import {
  emailProvider,
  openApplication,
  openDatabase,
  QUIET,
  SECRET,
  type SentMail,
  signInByMail,
  type Visitor,
} from "../../../support/auth";
import type { Peer } from "../../../support/peer";
import {
  ADA,
  consent,
  GRACE,
  gitHub,
  outcome,
  STRATEGIES,
  serveGitHub,
  throughGitHub,
  visitorOf,
} from "../../support/peers";

const CONNECT = { connect: "true" };
const INTENT = "__Secure-authjs.link-intent";
const SIGN_IN = "/api/auth/signin";

let peer: Peer;
let prisma: PrismaClient;
let adapter: SolidAuthAdapter;
let sent: SentMail[];
let config: SolidAuthConfig;
let visitor: Visitor;

beforeAll(async () => {
  peer = await serveGitHub();
});
afterAll(() => peer.close());

/** Which accounts belong to the user with that address. */
async function accountsOf(email: string): Promise<string[]> {
  const accounts = await prisma.account.findMany({ where: { user: { email } }, orderBy: { provider: "asc" } });
  return accounts.map(({ provider }) => provider);
}

describe.each(STRATEGIES)("a GitHub account while signed in, sessions by %s", (strategy) => {
  beforeEach(async () => {
    ({ prisma, adapter } = await openDatabase());
    sent = [];
    config = {
      adapter,
      // The second is another site that happens to run on the same simulation.
      providers: [gitHub(peer), { ...gitHub(peer), id: "other" }, emailProvider(sent)],
      secret: SECRET,
      trustHost: true,
      session: { strategy },
      logger: QUIET,
    };
    visitor = visitorOf(config);
    await signInByMail(visitor, sent, "owner@example.com");
  });

  it("is linked when the visitor asked to connect it", async () => {
    const answer = await throughGitHub(visitor, ADA, { ...CONNECT, callbackUrl: "/account" });
    expect(outcome(answer)).toEqual(["/account", null, null]);
    expect(await accountsOf("owner@example.com")).toEqual(["github"]);
    expect(await visitor.session()).toMatchObject({ user: { email: "owner@example.com" } });
    expect(await prisma.user.count()).toBe(1);
    expect(visitor.cookies.has(INTENT)).toBe(false);
    const next = visitorOf(config);
    await throughGitHub(next);
    expect(await next.session()).toMatchObject({ user: { email: "owner@example.com" } });
  });

  it("is linked whatever its own address is, even one that signs somebody else in", async () => {
    await signInByMail(visitorOf(config), sent, "ada@example.com");
    await throughGitHub(visitor, ADA, CONNECT);
    expect(await accountsOf("owner@example.com")).toEqual(["github"]);
    expect(await accountsOf("ada@example.com")).toEqual([]);
  });

  it("that the visitor refuses to share leads back to where Connect was pressed, and links nothing", async () => {
    const answer = await throughGitHub(visitor, { cancel: "yes" }, { ...CONNECT, callbackUrl: "/account" });
    expect(outcome(answer)).toEqual(["/account", "OAuthCallbackError", "connect"]);
    expect(await accountsOf("owner@example.com")).toEqual([]);
    const withoutConnect = await throughGitHub(visitor, { cancel: "yes" }, { callbackUrl: "/account" });
    expect(outcome(withoutConnect)).toEqual([SIGN_IN, "OAuthCallbackError", null]);
  });

  it("is not linked when the visitor did not ask to connect it", async () => {
    const before = visitor.sessionCookie;
    expect(outcome(await throughGitHub(visitor))).toEqual([SIGN_IN, "OAuthAccountNotLinked", "signed_in"]);
    expect(await prisma.account.count()).toBe(0);
    expect(await prisma.user.count()).toBe(1);
    expect(visitor.sessionCookie).toEqual(before);
    expect(await visitor.session()).toMatchObject({ user: { email: "owner@example.com" } });
  });

  it("of another user neither switches nor links users", async () => {
    await throughGitHub(visitorOf(config), ADA);
    expect(outcome(await throughGitHub(visitor))).toEqual([SIGN_IN, "OAuthAccountNotLinked", "other_user"]);
    const connected = await throughGitHub(visitor, ADA, CONNECT);
    expect(outcome(connected)).toEqual([SIGN_IN, "OAuthAccountNotLinked", "other_user"]);
    expect(await accountsOf("owner@example.com")).toEqual([]);
    expect(await visitor.session()).toMatchObject({ user: { email: "owner@example.com" } });
  });

  it("that is connected already stays so when it is connected again", async () => {
    await throughGitHub(visitor, ADA, CONNECT);
    expect(outcome(await throughGitHub(visitor, ADA, CONNECT))).toEqual(["/", null, null]);
    expect(await accountsOf("owner@example.com")).toEqual(["github"]);
    expect(await visitor.session()).toMatchObject({ user: { email: "owner@example.com" } });
  });

  it("gives its owner a new session, not the old one over again", async () => {
    await throughGitHub(visitor, ADA, CONNECT);
    const old = visitorOf(config);
    for (const [name, value] of visitor.cookies) old.cookies.set(name, value);
    const rows = await prisma.session.findMany();
    await throughGitHub(visitor);
    expect(visitor.sessionCookie).not.toEqual(old.sessionCookie);
    expect(await visitor.session()).toMatchObject({ user: { email: "owner@example.com" } });
    if (strategy === "jwt") return;
    const after = await prisma.session.findMany();
    expect(after).toHaveLength(1);
    expect(after[0]?.id).not.toBe(rows[0]?.id);
    expect(await old.session()).toBeNull();
  });

  it("cannot be connected by somebody who is signed out", async () => {
    const stranger = visitorOf(config);
    const answer = await stranger.post("/signin/github", CONNECT);
    expect(outcome(answer)).toEqual([SIGN_IN, "SessionRequired", null]);
    expect([...stranger.cookies.keys()].filter((name) => /state|link-intent/.test(name))).toEqual([]);
  });

  it("is not linked once the visitor has signed out on the way", async () => {
    const { location } = await visitor.post("/signin/github", CONNECT);
    const back = await consent(location, ADA);
    await visitor.post("/signout");
    const answer = await visitor.get(back.href);
    expect(outcome(answer)).toEqual([SIGN_IN, "SessionRequired", null]);
    expect(visitor.cookies.has(INTENT)).toBe(false);
    expect(await visitor.session()).toBeNull();
    expect(await prisma.account.count()).toBe(0);
    expect(await prisma.user.count()).toBe(1);
  });

  it("is not linked to whoever else has signed in on the way", async () => {
    const { location } = await visitor.post("/signin/github", CONNECT);
    const back = await consent(location, ADA);
    await signInByMail(visitor, sent, "second@example.com");
    expect(outcome(await visitor.get(back.href))).toEqual([SIGN_IN, "SessionRequired", null]);
    expect(await prisma.account.count()).toBe(0);
    expect(await visitor.session()).toMatchObject({ user: { email: "second@example.com" } });
  });

  it("is not linked by an intent that was for another provider", async () => {
    await visitor.post("/signin/other", CONNECT);
    const intent = visitor.cookies.get(INTENT) ?? "";
    const { location } = await visitor.post("/signin/github");
    visitor.cookies.set(INTENT, intent);
    const answer = await visitor.get((await consent(location, ADA)).href);
    expect(outcome(answer)).toEqual([SIGN_IN, "OAuthAccountNotLinked", "signed_in"]);
    expect(await prisma.account.count()).toBe(0);
  });

  it("is not linked by an intent that was left over when an ordinary sign-in began", async () => {
    await visitor.post("/signin/github", CONNECT);
    expect(visitor.cookies.has(INTENT)).toBe(true);
    const { location } = await visitor.post("/signin/github");
    expect(visitor.cookies.has(INTENT)).toBe(false);
    const answer = await visitor.get((await consent(location, ADA)).href);
    expect(outcome(answer)).toEqual([SIGN_IN, "OAuthAccountNotLinked", "signed_in"]);
  });

  it("is not linked by an intent that somebody made up", async () => {
    const { location } = await visitor.post("/signin/github");
    visitor.cookies.set(INTENT, "eyJhbGciOiJkaXIifQ..forged");
    const answer = await visitor.get((await consent(location, ADA)).href);
    expect(outcome(answer)).toEqual([SIGN_IN, "OAuthAccountNotLinked", "signed_in"]);
    expect(await prisma.account.count()).toBe(0);
  });

  it("leaves everything as it was when it cannot be stored", async () => {
    const linkAccount = async () => {
      throw new Error("The disk is full.");
    };
    const cookies = visitor.cookies;
    visitor = visitorOf({ ...config, adapter: { ...adapter, linkAccount } });
    for (const [name, value] of cookies) visitor.cookies.set(name, value);
    expect(outcome(await throughGitHub(visitor, ADA, CONNECT))).toEqual(["/api/auth/error", "Configuration", null]);
    expect(await visitor.session()).toMatchObject({ user: { email: "owner@example.com" } });
    expect(await prisma.user.count()).toBe(1);
  });

  it("is not connected for a user whose account was deleted on the way", async () => {
    const { location } = await visitor.post("/signin/github", CONNECT);
    const back = await consent(location, ADA);
    await prisma.user.deleteMany();
    expect(outcome(await visitor.get(back.href))).toEqual([SIGN_IN, "SessionRequired", null]);
    expect(await prisma.user.count()).toBe(0);
  });
});

describe("connecting an account, sessions by database", () => {
  beforeEach(async () => {
    ({ prisma, adapter, sent, config } = await openApplication({}, gitHub(peer)));
    visitor = visitorOf(config);
    await signInByMail(visitor, sent, "owner@example.com");
  });

  it("changes the session's token, and neither its row nor the time of sign-in", async () => {
    const old = visitorOf(config);
    for (const [name, value] of visitor.cookies) old.cookies.set(name, value);
    const [before] = await prisma.session.findMany();
    await throughGitHub(visitor, ADA, CONNECT);
    const [after, ...others] = await prisma.session.findMany();
    expect(others).toEqual([]);
    expect(after).toMatchObject({ id: before?.id, authenticatedAt: before?.authenticatedAt, expires: before?.expires });
    expect(after?.sessionToken).not.toBe(before?.sessionToken);
    expect(await visitor.session()).toMatchObject({ user: { email: "owner@example.com" } });
    expect(await old.session()).toBeNull();
  });

  it("links nothing to a session that has expired on the way", async () => {
    const { location } = await visitor.post("/signin/github", CONNECT);
    const back = await consent(location, ADA);
    await prisma.session.updateMany({ data: { expires: new Date(Date.now() - 1000) } });
    expect(outcome(await visitor.get(back.href))).toEqual([SIGN_IN, "SessionRequired", null]);
    expect(await prisma.account.count()).toBe(0);
  });

  it("waits a quarter of an hour for the visitor, not longer", async () => {
    await visitor.post("/signin/github", CONNECT);
    const intent = visitor.cookies.get(INTENT) ?? "";
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * 60_000 + 20_000 });
    try {
      const { location } = await visitor.post("/signin/github");
      // The browser has dropped it by then; one that was copied must not help.
      visitor.cookies.set(INTENT, intent);
      const answer = await visitor.get((await consent(location, ADA)).href);
      expect(outcome(answer)).toEqual([SIGN_IN, "OAuthAccountNotLinked", "signed_in"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("adds a second GitHub account beside the first", async () => {
    await throughGitHub(visitor, ADA, CONNECT);
    await throughGitHub(visitor, GRACE, CONNECT);
    expect(await accountsOf("owner@example.com")).toEqual(["github", "github"]);
    expect(await prisma.user.count()).toBe(1);
  });
});
