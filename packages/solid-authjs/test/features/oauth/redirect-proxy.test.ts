// Preview deployments with changing origins, and a provider that knows one redirect_uri: the stable deployment's, which
// forwards the answer.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SECRET, useApplication } from "../../support/application";
import { LOCAL_ORIGIN as STABLE, useGitHub } from "../../support/peers";
import { type Answer, errorOf, outcome, type Visitor } from "../../support/visitor";

const PREVIEW = "https://localhost:4001";
const PROXY_URL = `${STABLE}/api/auth`;
const CALLBACK = `${PROXY_URL}/callback/github`;

const gitHub = useGitHub();
afterEach(() => void vi.unstubAllEnvs());

describe("a sign-in through the redirect proxy", () => {
  const proxied = () => ({ providers: [gitHub.provider()], redirectProxyUrl: PROXY_URL });
  const onStable = useApplication(proxied, STABLE);
  const onPreview = useApplication(proxied, PREVIEW);
  let stable: Visitor;
  let preview: Visitor;

  beforeEach(() => {
    stable = onStable.visitor();
    preview = onPreview.visitor();
  });

  /** Begins a sign-in on the preview. @returns where the stable deployment sends the browser that comes back to it */
  async function forwarded(fields = {}, from = preview, to = stable): Promise<Answer> {
    const { location } = await from.post("/signin/github", fields);
    expect(location?.searchParams.get("redirect_uri")).toBe(CALLBACK);
    const back = await gitHub.decide(location);
    expect(back.origin).toBe(STABLE);
    return to.get(back);
  }

  const redirectUri = async (visitor: Visitor) =>
    (await visitor.post("/signin/github")).location?.searchParams.get("redirect_uri");

  it("comes back through the stable origin and ends on the preview where it began, and in no other browser", async () => {
    await onStable.signIn(stable, "owner@example.com");
    const before = stable.sessionCookie;
    const answer = await forwarded({ callbackUrl: "/protected" });
    expect(answer.status).toBe(302);
    expect(answer.location?.origin).toBe(PREVIEW);
    expect(answer.location?.pathname).toBe("/api/auth/callback/github");
    expect(stable.sessionCookie).toEqual(before);
    expect(await stable.session()).toMatchObject({ user: { email: "owner@example.com" } });
    expect([await onStable.prisma.user.count(), await onStable.prisma.account.count()]).toEqual([1, 0]);

    const other = onPreview.visitor();
    expect(errorOf(await other.get(answer.location ?? ""))).toBe("InvalidCheck");
    expect(await other.session()).toBeNull();
    expect((await preview.get(answer.location ?? "")).location?.href).toBe(`${PREVIEW}/protected`);
    expect(await preview.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(await onPreview.prisma.account.count()).toBe(1);
  });

  it("the stable origin forwards only a state that was made with the shared secret, also after its rotation", async () => {
    const evil = onPreview.visitor({ secret: "another secret, of an attacker's preview" });
    const answer = await forwarded({}, evil);
    expect(answer.location?.origin).toBe(STABLE);
    expect(outcome(answer)).toEqual(["/api/auth/signin", "InvalidCheck", null]);
    const rotated = onStable.visitor({ secret: ["the new secret, which comes first", SECRET] });
    expect((await forwarded({}, preview, rotated)).location?.origin).toBe(PREVIEW);
  });

  it.each([PROXY_URL, `${PROXY_URL}/`])("AUTH_REDIRECT_PROXY_URL switches it on as well: %s", async (url) => {
    vi.stubEnv("AUTH_REDIRECT_PROXY_URL", url);
    expect(await redirectUri(onPreview.visitor({ redirectProxyUrl: undefined }))).toBe(CALLBACK);
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
});
