// SPEC.md, FrameworkAuthConfig: `redirectProxyUrl` and AUTH_REDIRECT_PROXY_URL: a preview deployment signs in by way of a
// stable one, whose callback URL is the only one that the provider knows.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { OAuth2Config } from "@auth/core/providers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { SolidAuthAdapter, SolidAuthConfig } from "~/solid-auth";
import { ORIGIN, openDatabase, QUIET, SECRET, Visitor } from "../../support/auth";

const PREVIEW = "https://preview-7.example.net";
const PROXY_URL = `${ORIGIN}/api/auth`;

let server: Server;
let issuer: string;
let tokenRequest: URLSearchParams;
let adapter: SolidAuthAdapter;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (request.url === "/token") tokenRequest = new URLSearchParams(body);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ access_token: "token", token_type: "bearer", id: "7", email: "ada@example.com" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

beforeEach(async () => {
  ({ adapter } = await openDatabase());
});
afterEach(() => vi.unstubAllEnvs());

function provider(options: Partial<OAuth2Config<{ id: string; email: string }>> = {}) {
  return {
    id: "custom",
    name: "Custom",
    type: "oauth" as const,
    clientId: "client",
    clientSecret: "client-secret",
    authorization: `${issuer}/authorize`,
    token: `${issuer}/token`,
    userinfo: `${issuer}/userinfo`,
    ...options,
  };
}

function configWith(options: Partial<SolidAuthConfig> = {}): SolidAuthConfig {
  const logger = QUIET;
  return { adapter, providers: [provider()], secret: SECRET, trustHost: true, logger, ...options };
}

async function start(visitor: Visitor, id = "custom") {
  const { location, set } = await visitor.post(`/signin/${id}`);
  return {
    redirectUri: location?.searchParams.get("redirect_uri"),
    state: location?.searchParams.get("state"),
    hasStateCookie: set.has("__Secure-authjs.state"),
  };
}

describe("redirectProxyUrl", () => {
  it("is unset by default: the callback is the application's own, and the provider's checks stay as they are", async () => {
    expect(await start(new Visitor(configWith(), { origin: PREVIEW }))).toEqual({
      redirectUri: `${PREVIEW}/api/auth/callback/custom`,
      state: null,
      hasStateCookie: false,
    });
  });

  it("is what the redirect_uri is derived from, and it switches the state check on", async () => {
    const config = configWith({ redirectProxyUrl: PROXY_URL });
    expect(await start(new Visitor(config, { origin: PREVIEW }))).toEqual({
      redirectUri: `${PROXY_URL}/callback/custom`,
      state: expect.any(String),
      hasStateCookie: true,
    });
  });

  it("comes from AUTH_REDIRECT_PROXY_URL where the configuration has none", async () => {
    vi.stubEnv("AUTH_REDIRECT_PROXY_URL", PROXY_URL);
    const { redirectUri, hasStateCookie } = await start(new Visitor(configWith(), { origin: PREVIEW }));
    expect(redirectUri).toBe(`${PROXY_URL}/callback/custom`);
    expect(hasStateCookie).toBe(true);

    const own = configWith({ redirectProxyUrl: "https://stable.example.org/auth" });
    const visitor = new Visitor(own, { origin: PREVIEW });
    expect((await start(visitor)).redirectUri).toBe("https://stable.example.org/auth/callback/custom");
  });

  it("can be set for one provider alone", async () => {
    const providers = [provider(), provider({ id: "proxied", redirectProxyUrl: PROXY_URL })];
    const visitor = new Visitor(configWith({ providers }), { origin: PREVIEW });
    expect((await start(visitor)).redirectUri).toBe(`${PREVIEW}/api/auth/callback/custom`);
    const proxied = await start(visitor, "proxied");
    expect(proxied.redirectUri).toBe(`${PROXY_URL}/callback/proxied`);
    expect(proxied.hasStateCookie).toBe(true);
  });

  it("brings the visitor from the stable deployment back to the preview, which signs in", async () => {
    const preview = new Visitor(configWith({ redirectProxyUrl: PROXY_URL }), { origin: PREVIEW });
    const stable = new Visitor(configWith({ redirectProxyUrl: PROXY_URL }));
    const { state } = await start(preview);

    const passedOn = await stable.get(`/callback/custom?${new URLSearchParams({ code: "code", state: state ?? "" })}`);
    expect(passedOn.location?.origin).toBe(PREVIEW);
    expect(passedOn.location?.pathname).toBe("/api/auth/callback/custom");
    expect(stable.sessionCookie).toBeUndefined();

    expect((await preview.get(passedOn.location?.href ?? "")).location?.href).toBe(`${PREVIEW}/`);
    expect(await preview.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(tokenRequest.get("redirect_uri")).toBe(`${PROXY_URL}/callback/custom`);
  });

  it("passes nobody on for a state that another secret has sealed", async () => {
    const config = configWith({ redirectProxyUrl: PROXY_URL, secret: "an entirely different secret of a stranger" });
    const { state } = await start(new Visitor(config, { origin: "https://evil.example" }));
    const stable = new Visitor(configWith({ redirectProxyUrl: PROXY_URL }));
    const answer = await stable.get(`/callback/custom?${new URLSearchParams({ code: "code", state: state ?? "" })}`);
    expect(answer.location?.origin).toBe(ORIGIN);
    expect(answer.location?.searchParams.get("error")).toBe("InvalidCheck");
  });

  it("refuses a callback on the preview without the state cookie that it set", async () => {
    const preview = new Visitor(configWith({ redirectProxyUrl: PROXY_URL }), { origin: PREVIEW });
    const { state } = await start(preview);
    const stranger = new Visitor(configWith({ redirectProxyUrl: PROXY_URL }), { origin: PREVIEW });
    const answer = await stranger.get(`/callback/custom?${new URLSearchParams({ code: "code", state: state ?? "" })}`);
    expect(answer.location?.searchParams.get("error")).toBe("InvalidCheck");
    expect(stranger.sessionCookie).toBeUndefined();
  });
});
