// SPEC.md, FrameworkAuthConfig: `redirectProxyUrl` and AUTH_REDIRECT_PROXY_URL. A preview deployment signs in through a
// stable one, whose callback URL is the only one that the provider knows.

import { afterEach, describe, expect, it, vi } from "vitest";
import { useApplication } from "./support/application";
import { useOAuth } from "./support/peers";
import { ORIGIN, Visitor } from "./support/visitor";

const PREVIEW = "https://preview-7.example.net";
const PROXY_URL = `${ORIGIN}/api/auth`;

const oauth = useOAuth();
const app = useApplication(() => ({ providers: [provider()] }));
afterEach(() => void vi.unstubAllEnvs());

const provider = (options: Parameters<typeof oauth.provider>[0] = {}) =>
  oauth.provider({ checks: ["pkce"], ...options });

async function start(visitor: Visitor, id = "custom") {
  const { location, set } = await visitor.post(`/signin/${id}`);
  return {
    redirectUri: location?.searchParams.get("redirect_uri"),
    state: location?.searchParams.get("state"),
    hasStateCookie: set.has("__Secure-authjs.state"),
  };
}

describe("redirectProxyUrl", () => {
  it("nothing changes by default: the callback is the application's own, and the provider's checks stay as they are", async () => {
    expect(await start(app.visitor({}, { origin: PREVIEW }))).toEqual({
      redirectUri: `${PREVIEW}/api/auth/callback/custom`,
      state: null,
      hasStateCookie: false,
    });
  });

  it("the redirect_uri is derived from it, and the state check is on", async () => {
    const config = app.configWith({ redirectProxyUrl: PROXY_URL });
    expect(await start(new Visitor(config, { origin: PREVIEW }))).toEqual({
      redirectUri: `${PROXY_URL}/callback/custom`,
      state: expect.any(String),
      hasStateCookie: true,
    });
  });

  it("comes from AUTH_REDIRECT_PROXY_URL if the configuration has none", async () => {
    vi.stubEnv("AUTH_REDIRECT_PROXY_URL", PROXY_URL);
    const { redirectUri, hasStateCookie } = await start(app.visitor({}, { origin: PREVIEW }));
    expect(redirectUri).toBe(`${PROXY_URL}/callback/custom`);
    expect(hasStateCookie).toBe(true);

    const own = app.configWith({ redirectProxyUrl: "https://stable.example.org/auth" });
    const visitor = new Visitor(own, { origin: PREVIEW });
    expect((await start(visitor)).redirectUri).toBe("https://stable.example.org/auth/callback/custom");
  });

  it("takes a slash at its end", async () => {
    vi.stubEnv("AUTH_REDIRECT_PROXY_URL", `${PROXY_URL}/`);
    const { redirectUri } = await start(app.visitor({}, { origin: PREVIEW }));
    expect(redirectUri).toBe(`${PROXY_URL}/callback/custom`);
  });

  it("one provider alone can have it", async () => {
    const providers = [provider(), provider({ id: "proxied", redirectProxyUrl: PROXY_URL })];
    const visitor = app.visitor({ providers }, { origin: PREVIEW });
    expect((await start(visitor)).redirectUri).toBe(`${PREVIEW}/api/auth/callback/custom`);
    const proxied = await start(visitor, "proxied");
    expect(proxied.redirectUri).toBe(`${PROXY_URL}/callback/proxied`);
    expect(proxied.hasStateCookie).toBe(true);
  });

  it("brings the visitor from the stable deployment back to the preview, which signs in", async () => {
    const preview = app.visitor({ redirectProxyUrl: PROXY_URL }, { origin: PREVIEW });
    const stable = app.visitor({ redirectProxyUrl: PROXY_URL });
    const { state } = await start(preview);

    const passedOn = await stable.get(`/callback/custom?${new URLSearchParams({ code: "code", state: state ?? "" })}`);
    expect(passedOn.location?.origin).toBe(PREVIEW);
    expect(passedOn.location?.pathname).toBe("/api/auth/callback/custom");
    expect(stable.sessionCookie).toBeUndefined();

    expect((await preview.get(passedOn.location?.href ?? "")).location?.href).toBe(`${PREVIEW}/`);
    expect(await preview.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(oauth.tokenRequest.get("redirect_uri")).toBe(`${PROXY_URL}/callback/custom`);
  });

  it("forwards nothing for a state that was sealed with another secret", async () => {
    const config = app.configWith({
      redirectProxyUrl: PROXY_URL,
      secret: "an entirely different secret of a stranger",
    });
    const { state } = await start(new Visitor(config, { origin: "https://evil.example" }));
    const stable = app.visitor({ redirectProxyUrl: PROXY_URL });
    const answer = await stable.get(`/callback/custom?${new URLSearchParams({ code: "code", state: state ?? "" })}`);
    expect(answer.location?.origin).toBe(ORIGIN);
    expect(answer.location?.searchParams.get("error")).toBe("InvalidCheck");
  });

  it("refuses a callback on the preview without the state cookie that it set", async () => {
    const preview = app.visitor({ redirectProxyUrl: PROXY_URL }, { origin: PREVIEW });
    const { state } = await start(preview);
    const stranger = app.visitor({ redirectProxyUrl: PROXY_URL }, { origin: PREVIEW });
    const answer = await stranger.get(`/callback/custom?${new URLSearchParams({ code: "code", state: state ?? "" })}`);
    expect(answer.location?.searchParams.get("error")).toBe("InvalidCheck");
    expect(stranger.sessionCookie).toBeUndefined();
  });
});
