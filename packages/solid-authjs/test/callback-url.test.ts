// A visitor can pass the page to go to after signing in or out: in the query, in a form, in a cookie. A link to our
// sign-in page that ends on an attacker's page is phishing.

import GitHub from "@auth/core/providers/github";
import { describe, expect, it, vi } from "vitest";
import { useApplication } from "./support/application";
import { type Answer, ORIGIN, type Visitor } from "./support/visitor";

const COOKIE = "__Secure-authjs.callback-url";

/** Some parsers read some of these as a path of this site, but none of them is one. */
const HOSTILE = [
  "https://evil.example",
  "https://evil.example/api/auth/signin",
  "http://app.example.com/",
  `${ORIGIN}:8443/`,
  `${ORIGIN}.evil.example/`,
  `${ORIGIN}@evil.example/`,
  "https://evil.example#@app.example.com",
  "https://evil.example\\@app.example.com",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "\thttps://evil.example",
  "ht\ntps://evil.example",
  "https:evil.example",
  "https:/\\evil.example",
  "\u0000//evil.example",
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  " javascript:alert(1)",
  "JAVASCRIPT://app.example.com/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "blob:https://app.example.com/1",
  "file:///etc/passwd",
  "mailto:user@example.com",
];

/** Texts that are no URLs. */
const GARBAGE = [
  "",
  " ",
  "null",
  "undefined",
  "account",
  "./",
  "..",
  "?",
  "#",
  "%",
  "%E0%A4%A",
  "http://",
  "https://%",
  "://",
];
const ODD = [...GARBAGE, "https://[::1", "\ud800", "\uffff", "'\"<>", "/\r\nSet-Cookie: a=b", "x".repeat(5000)];

const app = useApplication(() => ({ providers: [GitHub({ clientId: "id", clientSecret: "secret" })] }));

/** The ways to pass a callback URL. Each sends a post with `value`. */
const WAYS = {
  "the query": (visitor: Visitor, path: string, value: string, fields = {}) =>
    visitor.post(`${path}?${new URLSearchParams({ callbackUrl: value })}`, fields),
  "a form": (visitor: Visitor, path: string, value: string, fields = {}) =>
    visitor.post(path, { callbackUrl: value, ...fields }),
  "the cookie": (visitor: Visitor, path: string, value: string, fields = {}) => {
    visitor.cookies.set(COOKIE, encodeURIComponent(value.toWellFormed()));
    return visitor.post(path, fields);
  },
  "the cookie, unescaped": (visitor: Visitor, path: string, value: string, fields = {}) => {
    visitor.cookies.set(COOKIE, value.replace(/[^\x20-\x7e]/g, ""));
    return visitor.post(path, fields);
  },
};

/** The origin to which a response sends the browser. A page of ours must not show an error. */
function landing({ status, location }: Answer): string {
  expect(status).toBe(302);
  expect(location?.searchParams.get("error")).toBeFalsy();
  return location?.origin ?? "nowhere";
}

describe.each(Object.entries(WAYS))("a callback URL in %s", (_name, post) => {
  it("sign-out leads neither to another origin nor to an error", async () => {
    for (const value of [...HOSTILE, ...ODD])
      expect(landing(await post(app.visitor(), "/signout", value)), JSON.stringify(value)).toBe(ORIGIN);
  });

  it("a callback URL that is too long is dropped: browsers and proxies refuse long headers", async () => {
    for (const path of ["/signout", "/signin/email", "/signin/nobody"])
      for (const value of [`/${"x".repeat(20_000)}`, `/?${"ü ".repeat(900)}`]) {
        const answer = await post(app.visitor(), path, value, { email: "user@example.com" });
        const lengths = [...answer.headers].map(([name, line]) => name.length + line.length);
        expect(Math.max(...lengths), path).toBeLessThan(8000);
        expect(answer.location?.href).not.toContain("xxx");
      }
  });

  it("a mail's link leads neither to another origin nor to an error", async () => {
    for (const value of [...HOSTILE, ...ODD]) {
      const visitor = app.visitor();
      const asked = await post(visitor, "/signin/email", value, { email: "user@example.com" });
      expect(landing(asked), JSON.stringify(value)).toBe(ORIGIN);
      const { searchParams } = app.sent.at(-1)?.url ?? new URL("x:");
      expect(new URL(searchParams.get("callbackUrl") ?? "x:").origin).toBe(ORIGIN);
      const token = { token: searchParams.get("token") ?? "", email: "user@example.com" };
      expect(landing(await post(visitor, "/callback/email", value, token)), JSON.stringify(value)).toBe(ORIGIN);
      expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
    }
  });

  it("a sign-in leads to its own page, not to one that was remembered before", async () => {
    const visitor = app.visitor();
    visitor.cookies.set(COOKIE, encodeURIComponent(`${ORIGIN}/earlier`));
    await post(visitor, "/signin/github", "/account");
    expect(decodeURIComponent(visitor.cookies.get(COOKIE) ?? "")).toBe(`${ORIGIN}/account`);
  });

  it("a provider's callback leads to no other origin", async () => {
    for (const value of HOSTILE) {
      const visitor = app.visitor();
      expect((await post(visitor, "/signin/github", value)).location?.origin).toBe("https://github.com");
      const remembered = decodeURIComponent(visitor.cookies.get(COOKIE) ?? "x:");
      expect(new URL(remembered).origin, JSON.stringify(value)).toBe(ORIGIN);
    }
  });

  it("leads to a page of this origin, with its query and its fragment", async () => {
    const page = "/account?tab=sessions#passkeys";
    for (const value of [page, ORIGIN + page])
      expect((await post(app.visitor(), "/signout", value)).location?.href).toBe(ORIGIN + page);
  });

  it("loses a user name and password in it", async () => {
    const { location } = await post(app.visitor(), "/signout", "https://user:password@app.example.com/account");
    expect(location?.href).toBe(`${ORIGIN}/account`);
  });
});

describe("a callback URL", () => {
  it("reading the session breaks with no value in the cookie or the query", async () => {
    for (const value of [...HOSTILE, ...ODD]) {
      const visitor = app.visitor();
      visitor.cookies.set(COOKIE, encodeURIComponent(value.toWellFormed()));
      const answer = await visitor.get(`/session?${new URLSearchParams({ callbackUrl: value })}`);
      expect(answer.status, JSON.stringify(value)).toBe(200);
      expect(await answer.json()).toBeNull();
    }
  });

  it("the answer for scripts names no other origin", async () => {
    const headers = { "x-auth-return-redirect": "1" };
    for (const value of HOSTILE) {
      const { url } = await (await app.visitor().post("/signout", { callbackUrl: value }, headers)).json();
      expect(new URL(url).origin, JSON.stringify(value)).toBe(ORIGIN);
    }
  });

  it("a callback URL that is not text is ignored", async () => {
    for (const callbackUrl of [null, 1, true, {}, ["https://evil.example"]]) {
      const visitor = app.visitor();
      const { csrfToken } = await (await visitor.get("/csrf")).json();
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ csrfToken, callbackUrl });
      expect(landing(await visitor.visit("/signout", { method: "POST", body, headers }))).toBe(ORIGIN);
    }
  });

  it("given twice counts once: the checked value is the one that is used", async () => {
    const query = "callbackUrl=/account&callbackUrl=https://evil.example";
    for (const twice of [query, query.split("&").reverse().join("&")])
      expect(landing(await app.visitor().post(`/signout?${twice}`))).toBe(ORIGIN);
  });

  it("the sign-in page, ours or the built-in one, leads to our origin", async () => {
    for (const value of HOSTILE) {
      const path = `/signin?${new URLSearchParams({ callbackUrl: value })}`;
      const { location } = await app.visitor({ pages: { signIn: "/sign-in" } }).get(path);
      expect(location?.origin).toBe(ORIGIN);
      expect(new URL(location?.searchParams.get("callbackUrl") ?? "x:").origin, JSON.stringify(value)).toBe(ORIGIN);
      expect((await app.visitor().get(path)).status, JSON.stringify(value)).toBe(200);
    }
  });
});

describe("the redirect callback", () => {
  const PARTNER = "https://partner.example.org";
  const redirect = vi.fn(({ url, baseUrl }: { url: string; baseUrl: string }) =>
    [baseUrl, PARTNER].includes(new URL(url).origin) ? url : baseUrl,
  );

  it.each(Object.entries(WAYS))(
    "the callback can allow a foreign origin, and that one alone, in %s",
    async (_name, post) => {
      const visitor = () => app.visitor({ callbacks: { redirect } });
      expect((await post(visitor(), "/signout", `${PARTNER}/bye`)).location?.href).toBe(`${PARTNER}/bye`);
      expect((await post(visitor(), "/signout", "https://evil.example/bye")).location?.origin).toBe(ORIGIN);
    },
  );

  it("a callback that throws ends the sign-in on the error page, and no mail is sent", async () => {
    const throwing = { redirect: () => Promise.reject(new Error("Nowhere to go.")) };
    const fields = { email: "user@example.com", callbackUrl: "/a" };
    const { location } = await app.visitor({ callbacks: throwing }).post("/signin/email", fields);
    expect(location?.href).toBe(`${ORIGIN}/api/auth/error?error=Configuration`);
    expect(app.sent).toEqual([]);
  });

  it("the callback gets absolute http(s) URLs only, and the site's origin", async () => {
    redirect.mockClear();
    for (const value of [...HOSTILE, "/account"])
      await app.visitor({ callbacks: { redirect } }).post("/signout", { callbackUrl: value });
    expect(redirect).toHaveBeenCalled();
    for (const [{ url, baseUrl }] of redirect.mock.calls) {
      expect(baseUrl).toBe(ORIGIN);
      expect(new URL(url).href).toBe(url);
      expect(new URL(url).protocol).toMatch(/^https?:$/);
    }
  });
});

it.each([
  "/api/auth/signin",
  "/api/auth/signin?callbackUrl=/api/auth/signin",
  "/api/auth/signout",
  "/API//auth/%73ignin/github/",
  "/Sign-In/?callbackUrl=/protected",
  "/%73ign-out",
])("a signed-in visitor is led to the home page from a sign-in that was to lead to %s", async (callbackUrl) => {
  const pages = { signIn: "/sign-in", signOut: "/sign-out" };
  const visitor = app.visitor({ pages });
  const { location } = await visitor.get(`/signin?${new URLSearchParams({ callbackUrl })}`);
  expect(location?.searchParams.get("callbackUrl") ?? ORIGIN).toBe(ORIGIN);
  visitor.cookies.set(COOKIE, encodeURIComponent(ORIGIN + callbackUrl));
  expect((await visitor.get("/signin")).location?.searchParams.get("callbackUrl")).toBe(ORIGIN);
  expect((await app.signIn(visitor)).location?.href).toBe(`${ORIGIN}/`);
});

it("a sign-out may lead to the sign-in page, and a sign-in to pages whose names begin like it", async () => {
  const pages = { signIn: "/sign-in", signOut: "/sign-out" };
  const visitor = app.visitor({ pages });
  expect((await visitor.post("/signout", { callbackUrl: "/sign-in" })).location?.pathname).toBe("/sign-in");
  for (const path of ["/sign-in/confirm", "/sign-ins", "/api/authors"]) {
    const { location } = await visitor.get(`/signin?callbackUrl=${path}`);
    expect(location?.searchParams.get("callbackUrl")).toBe(ORIGIN + path);
  }
});
