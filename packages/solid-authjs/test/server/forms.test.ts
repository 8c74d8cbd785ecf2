// What pages read besides the session: the CSRF token, the pending mail link, the callback URL.

import { afterEach, describe, expect, it, vi } from "vitest";
import { bindAuth } from "../../src";
import { EMAIL, useApplication } from "../support/application";
import { ORIGIN, type Visitor } from "../support/visitor";

const CSRF_COOKIE = "__Host-authjs.csrf-token";
const MAIL_COOKIE = "__Host-authjs.mail-request";

const app = useApplication();
afterEach(() => void vi.useRealTimers());

const auth = () => bindAuth(app.config);
const tokenFor = (visitor: Visitor) => visitor.answering((request) => auth().getCsrfToken(request));
const askWith = (visitor: Visitor, csrfToken: string) =>
  visitor.visit("/signin/email", { method: "POST", body: new URLSearchParams({ csrfToken, email: EMAIL }) });

describe("getCsrfToken", () => {
  it("each form gets another string, so the length of a compressed page tells nothing of it, and each is accepted", async () => {
    const visitor = app.visitor();
    const { result: onFirst, set } = await visitor.answering((request) =>
      Promise.all([auth().getCsrfToken(request), auth().getCsrfToken(request)]),
    );
    // The cookie is sent with the page of the first visit.
    expect([...set.keys()]).toEqual([CSRF_COOKIE]);
    const next = await tokenFor(visitor);
    expect(next.set.size).toBe(0);

    const shown = [...onFirst, next.result];
    for (const string of shown) expect(string).toMatch(/^[0-9a-f]{128}$/);
    const halves = shown.flatMap((string) => [string.slice(0, 64), string.slice(64)]);
    expect(new Set([visitor.cookies.get(CSRF_COOKIE)?.slice(0, 64), ...halves]).size).toBe(7);
    for (const csrfToken of shown) await askWith(visitor, csrfToken);
    expect(app.sent).toHaveLength(3);
  });

  it("throws on a first visit if the configuration has no getRequestEvent, since the form would not work", async () => {
    const { getCsrfToken } = bindAuth(app.configWith({ getRequestEvent: undefined }));
    await expect(app.visitor().answering((request) => getCsrfToken(request))).rejects.toThrow("getRequestEvent");
  });

  it("a string that hides another token is refused, and a forged cookie gets a new one", async () => {
    const visitor = app.visitor();
    const { result } = await tokenFor(visitor);
    const last = result.endsWith("0") ? "1" : "0";
    for (const csrfToken of [result.slice(0, -1) + last, "0".repeat(128), "x".repeat(128), result.slice(64)])
      await askWith(visitor, csrfToken);
    const forged = "0".repeat(64);
    visitor.cookies.set(CSRF_COOKIE, `${forged}%7C${forged}`);
    await askWith(visitor, forged);
    expect(app.sent).toHaveLength(0);
    expect([...(await tokenFor(visitor)).set.keys()]).toEqual([CSRF_COOKIE]);
  });
});

describe("getPendingEmail", () => {
  const pending = (visitor: Visitor) => auth().getPendingEmail(visitor.request());

  it("the page gets the address that this browser asked a link for, normalised, until it signs in", async () => {
    const visitor = app.visitor();
    expect(await pending(visitor)).toBeNull();
    await visitor.post("/signin/email", { email: "User@Example.com" });
    expect(await pending(visitor)).toBe(EMAIL);
    expect(await pending(app.visitor())).toBeNull();
    await app.signIn(visitor);
    expect(await pending(visitor)).toBeNull();
  });

  it("an expired link has no address, even if the browser kept the cookie", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const visitor = app.visitor();
    await visitor.post("/signin/email", { email: EMAIL });
    vi.setSystemTime(Date.now() + 9 * 60 * 1000);
    expect(await pending(visitor)).toBe(EMAIL);
    // A minute past the end, because of the tolerance for clock skew.
    vi.setSystemTime(Date.now() + 2 * 60 * 1000);
    expect(await pending(visitor)).toBeNull();
  });

  it("the cookie does not show the address, and a forged one, or another cookie's content, has none", async () => {
    const visitor = await app.signedIn(EMAIL, { session: { strategy: "jwt" } });
    const jwt = visitor.sessionCookie?.[1] ?? "";
    await visitor.post("/signin/email", { email: EMAIL });
    const parts = visitor.cookies.get(MAIL_COOKIE)?.split(".") ?? [];
    expect(parts).toHaveLength(5);
    for (const part of parts) expect(Buffer.from(part, "base64url").toString()).not.toContain(EMAIL);
    for (const value of [jwt, "x", "a.b.c.d.e", ""]) {
      visitor.cookies.set(MAIL_COOKIE, value);
      expect(await pending(visitor)).toBeNull();
    }
  });
});

describe("rememberCallbackUrl", () => {
  const remember = (path: string, maxAge?: number) =>
    auth().rememberCallbackUrl(app.visitor().request(), path, maxAge) ?? "";
  const visitorWith = (line: string) => {
    const visitor = app.visitor();
    visitor.keep(new Response(null, { headers: { "set-cookie": line } }));
    return visitor;
  };

  it("makes the next sign-in lead to the page", async () => {
    const line = remember("/protected?tab=2&q=a b");
    expect(line).toMatch(/^__Secure-authjs\.callback-url=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect((await app.signIn(visitorWith(line))).location?.href).toBe(`${ORIGIN}/protected?tab=2&q=a%20b`);
  });

  it.each([
    "//evil.example/..%2fprotected",
    "/\\evil.example/",
    "https://evil.example/",
    "@evil.example/",
    ".evil.example/",
  ])("leads to no other site with a path like %s", async (path) => {
    const line = remember(path);
    expect(decodeURIComponent(line || `=${ORIGIN}/`)).toContain(`=${ORIGIN}/`);
    expect((await app.signIn(visitorWith(line))).location?.origin).toBe(ORIGIN);
  });

  it("ends after the given time, and with a sign-in that has begun no sooner than the browser", async () => {
    const line = remember("/protected", 300);
    expect(line).toContain("Max-Age=300");
    const { set } = await visitorWith(line).post("/signin/email", { email: EMAIL });
    expect(set.get("__Secure-authjs.callback-url")).toMatch(/protected; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  it("remembers no path that takes more than 900 bytes of a cookie", () => {
    expect(remember(`/${"a".repeat(850)}`)).toContain("aaa;");
    for (const path of [`/${"a".repeat(900)}`, `/?${"/".repeat(310)}`, `/?q=${"ü".repeat(150)}`])
      expect(remember(path)).toBe("");
  });

  it("uses the cookie as it is configured", () => {
    const options = { path: "/", sameSite: "strict" as const, secure: true };
    const config = app.configWith({ cookies: { callbackUrl: { name: "next", options } } });
    const line = bindAuth(config).rememberCallbackUrl(app.visitor().request(), "/a");
    expect(line).toMatch(/^next=.*SameSite=Strict/);
  });
});
