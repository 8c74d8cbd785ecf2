// A visitor can pass the page to go to after signing in or out: in the query, in a form, in a cookie. A link to our
// sign-in page that ends on an attacker's page is phishing.

import GitHub from "@auth/core/providers/github";
import { describe, expect, it } from "vitest";
import { Passkey } from "../src";
import { EMAIL, linkFields, useApplication } from "./support/application";
import { type Answer, ORIGIN, type Visitor } from "./support/visitor";

const COOKIE = "__Secure-authjs.callback-url";

/** Some parsers read some of these as a path of this site, but none of them is one. */
const HOSTILE = [
  ...["https://evil.example/api/auth/signin", "http://app.example.com/", `${ORIGIN}:8443/`, `${ORIGIN}.evil.example/`],
  ...[`${ORIGIN}@evil.example/`, "https://evil.example\\@app.example.com", "//evil.example", "/\\evil.example"],
  ...["\\\\evil.example", "/\r\n/evil.example", " //evil.example", "ht\ntps://evil.example", "https:evil.example"],
  ...["\u0000//evil.example", "java\nscript:alert(1)", "JAVASCRIPT://app.example.com/%0aalert(1)"],
  ...["data:text/html,<script>alert(1)</script>", "blob:https://app.example.com/1"],
];

/** Texts that are no URLs. */
const ODD = ["", "account", "..", "?", "%E0%A4%A", "https://%", "https://[::1", "\ud800", "/\r\nSet-Cookie: a=b"];

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
};

/** The origin to which a response sends the browser. A page of ours must not show an error. */
function landing({ status, location }: Answer): string {
  expect(status).toBe(302);
  expect(location?.searchParams.get("error")).toBeFalsy();
  return location?.origin ?? "nowhere";
}

const originOf = (url: string | null | undefined) => new URL(url ?? "x:").origin;

describe.each(Object.entries(WAYS))("a callback URL in %s", (_name, post) => {
  it("leads neither to another origin nor to an error: at sign-out, in a mail's link, and once that is spent", async () => {
    for (const value of [...HOSTILE, ...ODD]) {
      const text = JSON.stringify(value);
      expect(landing(await post(app.visitor(), "/signout", value)), text).toBe(ORIGIN);
      const visitor = app.visitor();
      expect(landing(await post(visitor, "/signin/email", value, { email: EMAIL })), text).toBe(ORIGIN);
      const { callbackUrl, ...link } = linkFields(app.sent.at(-1));
      expect(originOf(callbackUrl), text).toBe(ORIGIN);
      expect(landing(await post(visitor, "/callback/email", value, link)), text).toBe(ORIGIN);
      expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
    }
  });

  it("a callback URL is dropped if it is too long: browsers and proxies refuse long headers", async () => {
    for (const value of [`/${"x".repeat(20_000)}`, `/?${"ü ".repeat(900)}`]) {
      const answer = await post(app.visitor(), "/signout", value);
      const lengths = [...answer.headers].map(([name, line]) => name.length + line.length);
      expect(Math.max(...lengths)).toBeLessThan(8000);
      expect(answer.location?.href).not.toContain("xxx");
    }
  });
});

it("leads to a foreign origin that the redirect callback allows, and to that one alone", async () => {
  const partner = "https://partner.example.org";
  const redirect = ({ url, baseUrl }: { url: string; baseUrl: string }) =>
    url.startsWith(partner) || url === baseUrl ? url : baseUrl;
  const signOut = (callbackUrl: string) => app.visitor({ callbacks: { redirect } }).post("/signout", { callbackUrl });
  // The partner's sign-in page is no page of this site.
  for (const url of [`${partner}/bye`, `${partner}/api/auth/signin`])
    expect((await signOut(url)).location?.href).toBe(url);
  expect((await signOut("https://evil.example/bye")).location?.origin).toBe(ORIGIN);
});

it("no value of a callback URL leads scripts or the sign-in page elsewhere, or breaks reading the session", async () => {
  const headers = { "x-auth-return-redirect": "1" };
  for (const value of [...HOSTILE, ...ODD]) {
    const [text, query] = [JSON.stringify(value), new URLSearchParams({ callbackUrl: value })];
    const visitor = app.visitor();
    visitor.cookies.set(COOKIE, encodeURIComponent(value.toWellFormed()));
    const read = await visitor.get(`/session?${query}`);
    expect([read.status, await read.json()], text).toEqual([200, null]);
    const { url } = await (await app.visitor().post("/signout", { callbackUrl: value }, headers)).json();
    expect(originOf(url), text).toBe(ORIGIN);
    const { location } = await app.visitor({ pages: { signIn: "/sign-in" } }).get(`/signin?${query}`);
    expect([location?.origin, originOf(location?.searchParams.get("callbackUrl") ?? ORIGIN)]).toEqual([ORIGIN, ORIGIN]);
    expect((await app.visitor().get(`/signin?${query}`)).status, text).toBe(200);
  }
});

it("a callback URL that is not text is ignored", async () => {
  for (const callbackUrl of [null, 1, true, {}, ["https://evil.example"]])
    expect(landing(await app.visitor().postJson("/signout", { callbackUrl }))).toBe(ORIGIN);
});

it("a callback URL given twice counts once: the checked value is the one that is used", async () => {
  const twice = ["callbackUrl=/account", "callbackUrl=https://evil.example"];
  for (const query of [twice, twice.toReversed()])
    expect(landing(await app.visitor().post(`/signout?${query.join("&")}`))).toBe(ORIGIN);
});

const withPages = () => app.visitor({ pages: { signIn: "/sign-in", signOut: "/sign-out" } });

it.each([
  "/api/auth/signin?callbackUrl=/api/auth/signin",
  "/API//auth/%73ignin/github/",
  "/Sign-In/?callbackUrl=/protected",
  "/%73ign-out",
])("a signed-in visitor is led to the home page from a sign-in that was to lead to %s", async (callbackUrl) => {
  const visitor = withPages();
  const { location } = await visitor.get(`/signin?${new URLSearchParams({ callbackUrl })}`);
  expect(location?.searchParams.get("callbackUrl") ?? ORIGIN).toBe(ORIGIN);
  visitor.cookies.set(COOKIE, encodeURIComponent(ORIGIN + callbackUrl));
  expect((await visitor.get("/signin")).location?.searchParams.get("callbackUrl")).toBe(ORIGIN);
  expect((await app.signIn(visitor)).location?.href).toBe(`${ORIGIN}/`);
});

it("a sign-out may lead to the sign-in page, and a sign-in to pages whose names begin like it", async () => {
  const visitor = withPages();
  expect((await visitor.post("/signout", { callbackUrl: "/sign-in" })).location?.pathname).toBe("/sign-in");
  for (const path of ["/sign-in/confirm", "/sign-ins", "/api/authors"]) {
    const { location } = await visitor.get(`/signin?callbackUrl=${path}`);
    expect(location?.searchParams.get("callbackUrl")).toBe(ORIGIN + path);
  }
});

it.each(["/session", "/webauthn-options/passkey?action=authenticate"])(
  "a late answer of %s, which a page has read, changes neither where a sign-in leads nor the token of its form",
  async (path) => {
    const { status, set } = await app.visitor({ providers: [Passkey()] }).get(path);
    expect(status).toBe(200);
    expect([...set.keys()].filter((name) => /callback-url|csrf/.test(name))).toEqual([]);
  },
);
