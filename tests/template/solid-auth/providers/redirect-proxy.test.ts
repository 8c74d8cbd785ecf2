// Previews under changing origins, and a provider that knows one redirect_uri: the stable deployment's, which passes the answer on.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { PrismaClient } from "~/server/database/generated/client";
import type { SolidAuthConfig } from "~/solid-auth";
import {
  emailProvider,
  openDatabase,
  QUIET,
  SECRET,
  type SentMail,
  signInByMail,
  Visitor,
} from "../../../support/auth";
import type { Peer } from "../../../support/peer";
import { ADA, consent, gitHub, outcome, STRATEGIES, serveGitHub } from "../../support/peers";

const STABLE = "https://localhost:3000";
const PREVIEW = "https://localhost:4001";
const PROXY_URL = `${STABLE}/api/auth`;

let peer: Peer;

beforeAll(async () => {
  peer = await serveGitHub();
});
afterAll(() => peer.close());
afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each(STRATEGIES)("a sign-in through the redirect proxy, sessions by %s", (strategy) => {
  let prisma: { stable: PrismaClient; preview: PrismaClient };
  let stable: Visitor;
  let preview: Visitor;
  let sent: SentMail[];
  let configure: (more?: Partial<SolidAuthConfig>) => Promise<{ prisma: PrismaClient; config: SolidAuthConfig }>;

  beforeEach(async () => {
    sent = [];
    configure = async (more) => {
      const { prisma, adapter } = await openDatabase();
      const providers = [gitHub(peer), emailProvider(sent)];
      const session = { strategy };
      const shared = { secret: SECRET, trustHost: true, redirectProxyUrl: PROXY_URL, logger: QUIET };
      return { prisma, config: { adapter, providers, session, ...shared, ...more } };
    };
    const [ofStable, ofPreview] = [await configure(), await configure()];
    prisma = { stable: ofStable.prisma, preview: ofPreview.prisma };
    stable = new Visitor(ofStable.config, { origin: STABLE });
    preview = new Visitor(ofPreview.config, { origin: PREVIEW });
  });

  it("comes back by way of the stable origin and ends on the preview it began on", async () => {
    const { location } = await preview.post("/signin/github", { callbackUrl: "/protected" });
    expect(location?.searchParams.get("redirect_uri")).toBe(`${STABLE}/api/auth/callback/github`);
    const back = await consent(location, ADA);
    expect(back.origin).toBe(STABLE);

    const forwarded = await stable.get(back.href);
    expect(forwarded.status).toBe(302);
    expect(forwarded.location?.origin).toBe(PREVIEW);
    expect(forwarded.location?.pathname).toBe("/api/auth/callback/github");
    expect(await stable.session()).toBeNull();
    expect(await prisma.stable.user.count()).toBe(0);

    const answer = await preview.get(forwarded.location?.href ?? "");
    expect(answer.location?.href).toBe(`${PREVIEW}/protected`);
    expect(await preview.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(await prisma.preview.account.count()).toBe(1);
  });

  it("is an ordinary one on the stable origin itself", async () => {
    const { location } = await stable.post("/signin/github");
    const answer = await stable.get((await consent(location, ADA)).href);
    expect(answer.location?.origin).toBe(STABLE);
    expect(await stable.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(await prisma.preview.user.count()).toBe(0);
  });

  it("leaves the visitor's session on the stable origin alone", async () => {
    await signInByMail(stable, sent, "owner@example.com");
    const before = stable.sessionCookie;
    const { location } = await preview.post("/signin/github");
    await stable.get((await consent(location, ADA)).href);
    expect(stable.sessionCookie).toEqual(before);
    expect(await stable.session()).toMatchObject({ user: { email: "owner@example.com" } });
    expect(await prisma.stable.account.count()).toBe(0);
  });

  it("connects an account to the user who is signed in on the preview", async () => {
    await signInByMail(preview, sent, "owner@example.com");
    const { location } = await preview.post("/signin/github", { connect: "true" });
    const forwarded = await stable.get((await consent(location, ADA)).href);
    await preview.get(forwarded.location?.href ?? "");
    expect(await prisma.preview.account.findMany({ include: { user: true } })).toMatchObject([
      { provider: "github", user: { email: "owner@example.com" } },
    ]);
  });

  it("passes a refusal on to the preview, which says so", async () => {
    const { location } = await preview.post("/signin/github");
    const forwarded = await stable.get((await consent(location, { cancel: "yes" })).href);
    expect(forwarded.location?.origin).toBe(PREVIEW);
    const answer = await preview.get(forwarded.location?.href ?? "");
    expect(outcome(answer)).toEqual(["/api/auth/signin", "OAuthCallbackError", null]);
  });

  it("is forwarded only where a state says that was made with the shared secret", async () => {
    const { config } = await configure({ secret: "another secret, of somebody else's preview" });
    const evil = new Visitor(config, { origin: PREVIEW });
    const { location } = await evil.post("/signin/github");
    const answer = await stable.get((await consent(location, ADA)).href);
    expect(answer.location?.origin).toBe(STABLE);
    expect(outcome(answer)).toEqual(["/api/auth/signin", "InvalidCheck", null]);
  });

  it("outlives the rotation of the secret on the stable deployment", async () => {
    const { location } = await preview.post("/signin/github");
    const { config } = await configure({ secret: ["the new secret, which comes first", SECRET] });
    const answer = await new Visitor(config, { origin: STABLE }).get((await consent(location, ADA)).href);
    expect(answer.location?.origin).toBe(PREVIEW);
  });

  it("is finished by the browser it began in and by no other", async () => {
    const { location } = await preview.post("/signin/github");
    const forwarded = await stable.get((await consent(location, ADA)).href);
    const { config } = await configure();
    const other = new Visitor(config, { origin: PREVIEW });
    expect(outcome(await other.get(forwarded.location?.href ?? ""))[1]).toBe("InvalidCheck");
    expect(await other.session()).toBeNull();
  });

  it("is switched on by AUTH_REDIRECT_PROXY_URL as well", async () => {
    vi.stubEnv("AUTH_REDIRECT_PROXY_URL", PROXY_URL);
    const { config } = await configure({ redirectProxyUrl: undefined });
    const { location } = await new Visitor(config, { origin: PREVIEW }).post("/signin/github");
    expect(location?.searchParams.get("redirect_uri")).toBe(`${STABLE}/api/auth/callback/github`);
  });

  it("checks the state even where the provider's configuration does not, and does not write that into it", async () => {
    const { options, ...provider } = gitHub(peer);
    const checks = ["pkce" as const];
    const { config } = await configure({
      providers: [{ ...provider, checks, options: { ...options, checks: undefined } }],
    });
    const visitor = new Visitor(config, { origin: PREVIEW });
    const { location } = await visitor.post("/signin/github");
    expect(location?.searchParams.get("state")).toBeTruthy();
    expect(visitor.cookies.has("__Secure-authjs.state")).toBe(true);
    expect(checks).toEqual(["pkce"]);
  });

  it("can be one provider's alone", async () => {
    const proxied = { ...gitHub(peer), redirectProxyUrl: PROXY_URL };
    const providers = [proxied, { ...gitHub(peer), id: "direct" }];
    const { config } = await configure({ redirectProxyUrl: undefined, providers });
    const visitor = new Visitor(config, { origin: PREVIEW });
    const through = await visitor.post("/signin/github");
    expect(through.location?.searchParams.get("redirect_uri")).toBe(`${STABLE}/api/auth/callback/github`);
    const direct = await visitor.post("/signin/direct");
    expect(direct.location?.searchParams.get("redirect_uri")).toBe(`${PREVIEW}/api/auth/callback/direct`);
  });
});
