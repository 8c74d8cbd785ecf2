// Preview deployments with changing origins, and a provider that knows one redirect_uri: the stable deployment's, which
// forwards the answer.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SECRET, STRATEGIES, useApplication } from "../../support/application";
import { ADA, CANCEL, useGitHub } from "../../support/peers";
import { outcome, type Visitor } from "../../support/visitor";

const STABLE = "https://localhost:3000";
const PREVIEW = "https://localhost:4001";
const PROXY_URL = `${STABLE}/api/auth`;

const gitHub = useGitHub();
afterEach(() => void vi.unstubAllEnvs());

describe.each(STRATEGIES)("a sign-in through the redirect proxy, sessions by %s", (strategy) => {
  const proxied = () => ({ providers: [gitHub.provider()], session: { strategy }, redirectProxyUrl: PROXY_URL });
  const onStable = useApplication(proxied, STABLE);
  const onPreview = useApplication(proxied, PREVIEW);
  let stable: Visitor;
  let preview: Visitor;

  beforeEach(() => {
    stable = onStable.visitor();
    preview = onPreview.visitor();
  });

  it("comes back through the stable origin and ends on the preview where it began", async () => {
    const { location } = await preview.post("/signin/github", { callbackUrl: "/protected" });
    expect(location?.searchParams.get("redirect_uri")).toBe(`${STABLE}/api/auth/callback/github`);
    const back = await gitHub.decide(location, ADA);
    expect(back.origin).toBe(STABLE);

    const forwarded = await stable.get(back.href);
    expect(forwarded.status).toBe(302);
    expect(forwarded.location?.origin).toBe(PREVIEW);
    expect(forwarded.location?.pathname).toBe("/api/auth/callback/github");
    expect(await stable.session()).toBeNull();
    expect(await onStable.prisma.user.count()).toBe(0);

    const answer = await preview.get(forwarded.location?.href ?? "");
    expect(answer.location?.href).toBe(`${PREVIEW}/protected`);
    expect(await preview.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(await onPreview.prisma.account.count()).toBe(1);
  });

  it("a sign-in on the stable origin itself is an ordinary one", async () => {
    const { location } = await stable.post("/signin/github");
    const answer = await stable.get(await gitHub.decide(location));
    expect(answer.location?.origin).toBe(STABLE);
    expect(await stable.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(await onPreview.prisma.user.count()).toBe(0);
  });

  it("leaves the visitor's session on the stable origin alone", async () => {
    await onStable.signIn(stable, "owner@example.com");
    const before = stable.sessionCookie;
    const { location } = await preview.post("/signin/github");
    await stable.get(await gitHub.decide(location));
    expect(stable.sessionCookie).toEqual(before);
    expect(await stable.session()).toMatchObject({ user: { email: "owner@example.com" } });
    expect(await onStable.prisma.account.count()).toBe(0);
  });

  it("connects an account to the user who is signed in on the preview", async () => {
    await onPreview.signIn(preview, "owner@example.com");
    const { location } = await preview.post("/signin/github", { connect: "true" });
    const forwarded = await stable.get(await gitHub.decide(location));
    await preview.get(forwarded.location?.href ?? "");
    expect(await onPreview.prisma.account.findMany({ include: { user: true } })).toMatchObject([
      { provider: "github", user: { email: "owner@example.com" } },
    ]);
  });

  it("passes a refusal on to the preview, which says so", async () => {
    const { location } = await preview.post("/signin/github");
    const forwarded = await stable.get(await gitHub.decide(location, CANCEL));
    expect(forwarded.location?.origin).toBe(PREVIEW);
    const answer = await preview.get(forwarded.location?.href ?? "");
    expect(outcome(answer)).toEqual(["/api/auth/signin", "OAuthCallbackError", null]);
  });

  it("the stable origin forwards only a state that was made with the shared secret", async () => {
    const evil = onPreview.visitor({ secret: "another secret, of an attacker's preview" });
    const { location } = await evil.post("/signin/github");
    const answer = await stable.get(await gitHub.decide(location));
    expect(answer.location?.origin).toBe(STABLE);
    expect(outcome(answer)).toEqual(["/api/auth/signin", "InvalidCheck", null]);
  });

  it("outlives the rotation of the secret on the stable deployment", async () => {
    const { location } = await preview.post("/signin/github");
    const rotated = onStable.visitor({ secret: ["the new secret, which comes first", SECRET] });
    const answer = await rotated.get(await gitHub.decide(location));
    expect(answer.location?.origin).toBe(PREVIEW);
  });

  it("the browser in which the sign-in began finishes it, and no other does", async () => {
    const { location } = await preview.post("/signin/github");
    const forwarded = await stable.get(await gitHub.decide(location));
    const other = onPreview.visitor();
    expect(outcome(await other.get(forwarded.location?.href ?? ""))[1]).toBe("InvalidCheck");
    expect(await other.session()).toBeNull();
  });

  it.each([PROXY_URL, `${PROXY_URL}/`])("AUTH_REDIRECT_PROXY_URL switches it on as well: %s", async (url) => {
    vi.stubEnv("AUTH_REDIRECT_PROXY_URL", url);
    const { location } = await onPreview.visitor({ redirectProxyUrl: undefined }).post("/signin/github");
    expect(location?.searchParams.get("redirect_uri")).toBe(`${STABLE}/api/auth/callback/github`);
  });

  it("checks the state even if the provider's configuration does not, and does not change that configuration", async () => {
    const { options, ...provider } = gitHub.provider();
    const checks = ["pkce" as const];
    const visitor = onPreview.visitor({
      providers: [{ ...provider, checks, options: { ...options, checks: undefined } }],
    });
    const { location } = await visitor.post("/signin/github");
    expect(location?.searchParams.get("state")).toBeTruthy();
    expect(visitor.cookies.has("__Secure-authjs.state")).toBe(true);
    expect(checks).toEqual(["pkce"]);
  });

  it("one provider alone can use the proxy", async () => {
    const through = { ...gitHub.provider(), redirectProxyUrl: PROXY_URL };
    const providers = [through, { ...gitHub.provider(), id: "direct" }];
    const visitor = onPreview.visitor({ redirectProxyUrl: undefined, providers });
    const shared = await visitor.post("/signin/github");
    expect(shared.location?.searchParams.get("redirect_uri")).toBe(`${STABLE}/api/auth/callback/github`);
    const direct = await visitor.post("/signin/direct");
    expect(direct.location?.searchParams.get("redirect_uri")).toBe(`${PREVIEW}/api/auth/callback/direct`);
  });
});
