// What pages read besides the session: the CSRF token, the pending mail link, the origin, the callback URL.

import { skipCSRFCheck } from "@auth/core";
import type { OAuthConfig } from "@auth/core/providers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { bindAuth, getSession, type Profile, SolidAuth, type SolidAuthConfig } from "../../src";
import { EMAIL, SECRET, useApplication } from "../support/application";
import { ORIGIN, Visitor } from "../support/visitor";

const CSRF_COOKIE = "__Host-authjs.csrf-token";
const MAIL_COOKIE = "__Host-authjs.mail-request";

const app = useApplication();
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const auth = () => bindAuth(app.config);

describe("getCsrfToken", () => {
  it("gives a first visit a token, whose cookie is sent with the page, so the form works", async () => {
    const visitor = app.visitor();
    const { result: csrfToken, set } = await visitor.answering((request) => auth().getCsrfToken(request));
    expect([...set.keys()]).toEqual([CSRF_COOKIE]);
    const body = new URLSearchParams({ csrfToken, email: EMAIL });
    await visitor.visit("/signin/email", { method: "POST", body });
    expect(app.sent).toHaveLength(1);
  });

  it("throws on a first visit if the configuration has no getRequestEvent, since the form would not work", async () => {
    const { getCsrfToken } = bindAuth(app.configWith({ getRequestEvent: undefined }));
    await expect(app.visitor().answering((request) => getCsrfToken(request))).rejects.toThrow("getRequestEvent");
  });

  it("each form gets another string, so the length of a compressed page tells nothing of it, and each is accepted", async () => {
    const visitor = app.visitor();
    const { result: onFirst, set } = await visitor.answering((request) =>
      Promise.all([auth().getCsrfToken(request), auth().getCsrfToken(request)]),
    );
    expect(set.size).toBe(1);
    const next = await visitor.answering((request) => auth().getCsrfToken(request));
    expect(next.set.size).toBe(0);

    const shown = [...onFirst, next.result];
    const token = visitor.cookies.get(CSRF_COOKIE)?.slice(0, 64) ?? "";
    for (const string of shown) expect(string).toMatch(/^[0-9a-f]{128}$/);
    const halves = shown.flatMap((string) => [string.slice(0, 64), string.slice(64)]);
    expect(new Set([token, ...halves]).size).toBe(7);
    for (const [index, csrfToken] of shown.entries()) {
      await visitor.visit("/signin/email", { method: "POST", body: new URLSearchParams({ csrfToken, email: EMAIL }) });
      expect(app.sent).toHaveLength(index + 1);
    }
  });

  it("a string that hides another token is refused", async () => {
    const visitor = app.visitor();
    const { result } = await visitor.answering((request) => auth().getCsrfToken(request));
    const last = result.endsWith("0") ? "1" : "0";
    for (const csrfToken of [result.slice(0, -1) + last, "0".repeat(128), "x".repeat(128), result.slice(64)])
      await visitor.visit("/signin/email", { method: "POST", body: new URLSearchParams({ csrfToken, email: EMAIL }) });
    expect(app.sent).toHaveLength(0);
  });

  it("a forged cookie gets a new token", async () => {
    const visitor = app.visitor();
    const forged = "0".repeat(64);
    visitor.cookies.set(CSRF_COOKIE, `${forged}%7C${forged}`);
    const { result } = await visitor.answering((request) => auth().getCsrfToken(request));
    expect(result).not.toBe(forged);
  });

  it("the token does not change when the session is read in the same request", async () => {
    const visitor = await app.signedIn();
    visitor.cookies.delete(CSRF_COOKIE);
    const { result: csrfToken } = await visitor.answering(async (request) => {
      await getSession(request, app.config);
      const token = await auth().getCsrfToken(request);
      await getSession(request, app.config);
      return token;
    });
    await visitor.visit("/signout", { method: "POST", body: new URLSearchParams({ csrfToken }) });
    expect(visitor.sessionCookie).toBeUndefined();
  });

  it("the token is empty if the check is off", async () => {
    expect(await bindAuth({ ...app.config, skipCSRFCheck }).getCsrfToken(app.visitor().request())).toBe("");
  });
});

describe("getPendingEmail", () => {
  it("the page gets the address that this browser asked a link for, normalised", async () => {
    const visitor = app.visitor();
    expect(await auth().getPendingEmail(visitor.request())).toBeNull();
    await visitor.post("/signin/email", { email: "User@Example.com" });
    expect(await auth().getPendingEmail(visitor.request())).toBe(EMAIL);
  });

  it("any other browser gets null", async () => {
    await app.visitor().post("/signin/email", { email: EMAIL });
    expect(await auth().getPendingEmail(app.visitor().request())).toBeNull();
  });

  it("an expired link has no address, even if the browser kept the cookie", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const visitor = app.visitor();
    await visitor.post("/signin/email", { email: EMAIL });
    vi.setSystemTime(Date.now() + 9 * 60 * 1000);
    expect(await auth().getPendingEmail(visitor.request())).toBe(EMAIL);
    // A minute past the end, because of the tolerance for clock skew.
    vi.setSystemTime(Date.now() + 2 * 60 * 1000);
    expect(await auth().getPendingEmail(visitor.request())).toBeNull();
  });

  it("a browser has none after signing in, or if no mail was sent", async () => {
    const visitor = await app.signedIn();
    expect(await auth().getPendingEmail(visitor.request())).toBeNull();
    const refusing = app.visitor({ callbacks: { signIn: () => false } });
    await refusing.post("/signin/email", { email: EMAIL });
    expect(await auth().getPendingEmail(refusing.request())).toBeNull();
  });

  it.each(["x", "a.b.c.d.e", ""])("a forged cookie has none: %j", async (value) => {
    const visitor = app.visitor();
    visitor.cookies.set(MAIL_COOKIE, value);
    expect(await auth().getPendingEmail(visitor.request())).toBeNull();
  });

  it("the cookie does not show the address, and another cookie's content is not accepted", async () => {
    const visitor = app.visitor();
    await visitor.post("/signin/email", { email: EMAIL });
    const value = visitor.cookies.get(MAIL_COOKIE) ?? "";
    for (const part of value.split(".")) expect(Buffer.from(part, "base64url").toString()).not.toContain(EMAIL);

    const jwt = { ...app.config, session: { strategy: "jwt" } } satisfies SolidAuthConfig;
    const other = new Visitor(jwt);
    await app.signIn(other);
    other.cookies.set(MAIL_COOKIE, other.sessionCookie?.[1] ?? "");
    expect(await bindAuth(jwt).getPendingEmail(other.request())).toBeNull();
  });
});

describe("getOrigin", () => {
  const forwarded = { "x-forwarded-host": "shop.example", "x-forwarded-proto": "https" };

  it("AUTH_URL's origin counts if it is set: request headers have no influence", () => {
    vi.stubEnv("AUTH_URL", "https://canonical.example/api/auth");
    expect(bindAuth({ ...app.config }).getOrigin(app.visitor().request("/page", { headers: forwarded }))).toBe(
      "https://canonical.example",
    );
  });

  it("the origin that a trusted proxy forwards counts, otherwise the request's own", () => {
    expect(auth().getOrigin(app.visitor().request("/page", { headers: forwarded }))).toBe("https://shop.example");
    expect(auth().getOrigin(app.visitor().request())).toBe(ORIGIN);
  });

  it("the request's own origin counts without trust in the proxy", () => {
    expect(
      bindAuth({ ...app.config, trustHost: false }).getOrigin(app.visitor().request("/page", { headers: forwarded })),
    ).toBe(ORIGIN);
  });
});

describe("rememberCallbackUrl", () => {
  it("makes the next sign-in lead to the page", async () => {
    const visitor = app.visitor();
    const line = auth().rememberCallbackUrl(app.visitor().request(), "/protected?tab=2&q=a b");
    expect(line).toMatch(/^__Secure-authjs\.callback-url=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    visitor.keep(new Response(null, { headers: { "set-cookie": line ?? "" } }));
    const answer = await app.signIn(visitor);
    expect(answer.location?.href).toBe(`${ORIGIN}/protected?tab=2&q=a%20b`);
  });

  it.each([
    "//evil.example/..%2fprotected",
    "/\\evil.example/",
    "https://evil.example/",
    "@evil.example/",
    ".evil.example/",
  ])("leads to no other site with a path like %s", async (path) => {
    const visitor = app.visitor();
    const line = auth().rememberCallbackUrl(app.visitor().request(), path);
    expect(decodeURIComponent(line ?? `=${ORIGIN}/`)).toContain(`=${ORIGIN}/`);
    visitor.keep(new Response(null, { headers: { "set-cookie": line ?? "" } }));
    expect((await app.signIn(visitor)).location?.origin).toBe(ORIGIN);
  });

  it("ends after the given time, and with a sign-in that has begun no sooner than the browser", async () => {
    const visitor = app.visitor();
    const line = auth().rememberCallbackUrl(visitor.request(), "/protected", 300) ?? "";
    expect(line).toContain("Max-Age=300");
    visitor.keep(new Response(null, { headers: { "set-cookie": line } }));
    const { set } = await visitor.post("/signin/email", { email: EMAIL });
    expect(set.get("__Secure-authjs.callback-url")).toMatch(/protected; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  it("remembers no path that takes more than 900 bytes of a cookie", () => {
    const remember = (path: string) => auth().rememberCallbackUrl(app.visitor().request(), path);
    expect(remember(`/${"a".repeat(850)}`)).toContain("aaa;");
    for (const path of [`/${"a".repeat(900)}`, `/?${"/".repeat(310)}`, `/?q=${"ü".repeat(150)}`])
      expect(remember(path)).toBeUndefined();
  });

  it("uses the cookie as it is configured", () => {
    const cookies = {
      callbackUrl: { name: "next", options: { path: "/", sameSite: "strict" as const, secure: true } },
    };
    const line = bindAuth({ ...app.config, cookies }).rememberCallbackUrl(app.visitor().request(), "/a");
    expect(line).toMatch(/^next=/);
    expect(line).toContain("SameSite=Strict");
  });
});

describe("the configuration", () => {
  function deepFreeze<T>(value: T): T {
    if (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype)
      for (const part of Object.values(Object.freeze(value))) deepFreeze(part);
    return value;
  }

  it("no reader and no handler writes to it", async () => {
    const own = deepFreeze<SolidAuthConfig>({ ...app.config, pages: {}, session: {}, callbacks: {}, cookies: {} });
    Object.freeze(own.providers);
    const before = JSON.stringify(own);
    const visitor = new Visitor(own);
    await app.signIn(visitor);
    const request = visitor.request();
    expect(await getSession(request, own)).toMatchObject({ user: { email: EMAIL } });
    expect(await bindAuth(own).getCsrfToken(request)).toMatch(/^[0-9a-f]{128}$/);
    expect(await bindAuth(own).getPendingEmail(request)).toBeNull();
    expect(bindAuth(own).getOrigin(request)).toBe(ORIGIN);
    expect(bindAuth(own).rememberCallbackUrl(request, "/")).toBeTruthy();
    expect(Object.keys(SolidAuth(own))).toHaveLength(2);
    expect(JSON.stringify(own)).toBe(before);
  });

  it("values from the environment are not written into it or its providers", async () => {
    vi.stubEnv("AUTH_SECRET", SECRET);
    vi.stubEnv("AUTH_IDP_ID", "from the environment");
    vi.stubEnv("AUTH_REDIRECT_PROXY_URL", "https://proxy.example/api/auth");
    const provider: OAuthConfig<Profile> = {
      id: "idp",
      name: "An IdP",
      type: "oauth",
      authorization: { url: "https://idp.example/authorize", params: { scope: "email" } },
      token: "https://idp.example/token",
      userinfo: "https://idp.example/me",
      checks: ["pkce"],
    };
    const { secret: _, trustHost: __, ...rest } = app.config;
    const own: SolidAuthConfig = { ...rest, providers: [...rest.providers, provider] };
    const before = JSON.stringify(own);
    const answer = await new Visitor(own).post("/signin/idp");
    expect(answer.location?.searchParams.get("client_id")).toBe("from the environment");
    expect(answer.location?.searchParams.has("state")).toBe(true);
    expect(JSON.stringify(own)).toBe(before);
  });
});
