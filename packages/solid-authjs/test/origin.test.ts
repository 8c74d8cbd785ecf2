// The base path, the origin, and what may decide about them. If a mail, a redirect URI or a cookie followed a header
// that an attacker chose, the attacker would get the sign-in.

import GitHub from "@auth/core/providers/github";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { bindAuth, getSession, SolidAuth, type SolidAuthConfig } from "../src";
import { linkFields, useApplication } from "./support/application";
import { Visitor } from "./support/visitor";

const APP = "https://app.example.com";
const INTERNAL = "http://10.0.0.7:3000";

const app = useApplication(() => ({
  trustHost: undefined,
  providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
}));
beforeEach(() => {
  vi.stubEnv("NODE_ENV", "production");
  for (const name of ["AUTH_URL", "AUTH_TRUST_HOST", "VERCEL", "CF_PAGES"]) vi.stubEnv(name, undefined);
});

type Options = Partial<SolidAuthConfig>;
/** Headers, or variables. */
type Texts = Record<string, string>;

const stub = (variables: Texts) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
};
const forwarded = (host: string, proto?: string): Texts => ({
  "x-forwarded-host": host,
  ...(proto !== undefined && { "x-forwarded-proto": proto }),
});

/**
 * The origins that a visitor sees after a request with these headers: in the mail, the redirect URI, the pages, the
 * cookies.
 */
async function seen(config: SolidAuthConfig, origin: string, headers: Texts = {}) {
  const visitor = new Visitor(config, { origin });
  const { status } = await visitor.get("/session", headers);
  if (status !== 200) return { status };
  const csrf = await (await visitor.get("/csrf", headers)).json();
  const post = (path: string, fields: Record<string, string>) =>
    visitor.visit(path, { method: "POST", headers, body: new URLSearchParams({ ...csrf, ...fields }) });
  const github = await post("/signin/github", {});
  const asked = await post("/signin/email", { email: "user@example.com" });
  const signedIn = await post("/callback/email", linkFields(app.sent.at(-1)));
  const origins = [
    app.sent.at(-1)?.url.origin,
    new URL(github.location?.searchParams.get("redirect_uri") ?? "x:").origin,
    asked.location?.origin,
    signedIn.location?.origin,
    bindAuth(config).getOrigin(new Request(origin, { headers })),
  ];
  return { status, origins: [...new Set(origins)], session: [...signedIn.set.keys()].find((n) => n.endsWith("token")) };
}

/** What a visitor sees where all is of one origin, which decides about Secure. */
const at = (origin: string) => ({
  status: 200,
  origins: [origin],
  session: `${origin.startsWith("https:") ? "__Secure-" : ""}authjs.session-token`,
});

describe("the base path", () => {
  it.each([
    ["/api/auth by default", undefined, {}, "/api/auth"],
    ["/api/auth for an AUTH_URL that ends in a slash", `${APP}/`, {}, "/api/auth"],
    ["AUTH_URL's path", `${APP}/auth`, {}, "/auth"],
    ["prefix, which AUTH_URL may repeat", `${APP}/prefixed/`, { prefix: "/prefixed" }, "/prefixed"],
    ["basePath, which AUTH_URL may repeat", `${APP}/based`, { basePath: "based/" }, "/based"],
    ["basePath rather than prefix", `${APP}`, { basePath: "/based", prefix: "/prefixed" }, "/based"],
    ["a nested path", undefined, { basePath: "/a/b/c/auth" }, "/a/b/c/auth"],
  ])("the base path is %s", async (_which, authUrl, paths, basePath) => {
    vi.stubEnv("AUTH_URL", authUrl);
    const config = app.configWith({ trustHost: true, ...paths });
    const visitor = new Visitor(config, { origin: APP, basePath });
    await app.signIn(visitor);
    expect(app.sent[0]?.url.href).toContain(`${APP}${basePath}/callback/email?`);
    const { github } = await (await visitor.get("/providers")).json();
    expect(github.callbackUrl).toBe(`${APP}${basePath}/callback/github`);
    expect(await getSession(visitor.request(), config)).toMatchObject({ user: { email: "user@example.com" } });
    expect((await visitor.get(`${APP}/elsewhere/session`)).status).toBe(404);
    await visitor.post("/signout");
    expect(await visitor.session()).toBeNull();
  });

  it.each(["", "/a+b", "/a b", "/api//auth", "/a/../b"])(
    "a base path that cannot work is refused at once, in plain words: %j",
    (basePath) => {
      expect(() => SolidAuth(app.configWith({ trustHost: true, basePath }))).toThrow(
        `The auth route cannot be mounted at "${basePath}".`,
      );
    },
  );
});

it.each<[string, Options, string]>([
  ["app.example.com", {}, "is not an http(s) URL"],
  [`${APP}/api/auth/x`, { prefix: "/api/auth" }, "has the path /api/auth/x"],
  [`${APP}#a`, {}, "has more than an origin"],
])("AUTH_URL is refused at once if it is no URL, or a part would have no effect: %s", (url, options, words) => {
  vi.stubEnv("AUTH_URL", url);
  expect(() => SolidAuth(app.configWith(options))).toThrow(words);
});

const trusting = { trustHost: true };
const evil = { host: "evil.example", ...forwarded("evil.example", "http") };
const LOCAL = "http://localhost:3000";

it.each<[string, Options, Texts, string, Texts, string]>([
  ["AUTH_URL's, on https", {}, { AUTH_URL: APP }, "http://internal:3000", {}, APP],
  ["AUTH_URL's, also with trust in the headers", trusting, { AUTH_URL: APP }, "http://evil.example", evil, APP],
  ["the request's, with trust and an empty AUTH_URL", trusting, { AUTH_URL: "" }, APP, {}, APP],
  ["the request's, with AUTH_TRUST_HOST=true", {}, { AUTH_TRUST_HOST: "true" }, APP, {}, APP],
  ["the request's, on a platform whose proxy sets the host (VERCEL)", {}, { VERCEL: "1" }, APP, {}, APP],
  ["the request's, on a platform whose proxy sets the host (CF_PAGES)", {}, { CF_PAGES: "1" }, APP, {}, APP],
  ["the request's, in development", {}, { NODE_ENV: "development" }, LOCAL, {}, LOCAL],
  ["what a proxy forwards", trusting, {}, INTERNAL, forwarded("app.example.com", "https"), APP],
  ["a forwarded protocol's own port", trusting, {}, INTERNAL, forwarded("app.example.com:443", "https"), APP],
  ["the first of two protocols", trusting, {}, INTERNAL, forwarded("app.example.com", "https,http"), APP],
  ["a forwarded host alone", trusting, {}, INTERNAL, forwarded("a.example"), "http://a.example"],
  ["a forwarded protocol", trusting, {}, INTERNAL, { "x-forwarded-proto": "https" }, "https://10.0.0.7:3000"],
])("the origin of mails, redirects and cookies is %s", async (_what, options, variables, origin, headers, expected) => {
  stub(variables);
  expect(await seen(app.configWith(options), origin, headers)).toEqual(at(expected));
});

const NO_HOSTS = ["", "a b", ":", ":99999", "[::1", "#", "/", "\\"];
const MORE = ["user@evil.example", "app.example.com/path", "app.example.com?query", "app.example.com,evil.example"];

it.each<[Texts, string]>([
  ...[...NO_HOSTS, ...MORE].map((host): [Texts, string] => [forwarded(host), INTERNAL]),
  [forwarded("app.example.com", ""), "http://app.example.com"],
  [forwarded("app.example.com", "javascript"), "http://app.example.com"],
])("an invalid forwarded host or protocol is ignored: %j leads to %s", async (headers, expected) => {
  expect(await seen(app.configWith(trusting), INTERNAL, headers)).toEqual(at(expected));
});

it.each<[string, Options, Texts]>([
  ["nothing says so", {}, {}],
  ["AUTH_TRUST_HOST=false", {}, { AUTH_TRUST_HOST: "false" }],
  ["trustHost: false is stronger than AUTH_TRUST_HOST", { trustHost: false }, { AUTH_TRUST_HOST: "true" }],
  ["AUTH_TRUST_HOST=false is stronger than a platform", {}, { AUTH_TRUST_HOST: "false", VERCEL: "1" }],
  ["AUTH_TRUST_HOST=false is stronger than development", {}, { AUTH_TRUST_HOST: "false", NODE_ENV: "development" }],
])("no trust, because %s, is an error of the configuration, and no mail is sent", async (_what, options, variables) => {
  stub(variables);
  const config = app.configWith(options);
  expect(await seen(config, APP)).toEqual({ status: 500 });
  const body = new URLSearchParams({ email: "user@example.com" });
  for (const path of ["/signin/email", "/signin/github"]) {
    const there = new Visitor(config, { origin: "https://evil.example" });
    const answer = await there.visit(path, { method: "POST", body, headers: evil });
    expect([answer.status, answer.location, answer.set.size]).toEqual([500, undefined, 0]);
  }
  // The origin for pages, and the target of the one redirect that needs no configuration.
  expect(bindAuth(config).getOrigin(new Request(APP, { headers: forwarded("evil.example", "http") }))).toBe(APP);
  const headers = { ...forwarded("evil.example", "http"), accept: "text/html" };
  expect((await new Visitor(config).get(`${APP}/api/auth/nowhere`, headers)).location?.origin).toBe(APP);
  expect(app.sent).toHaveLength(0);
});

it.each(["//evil.example/api/auth/signin", "/\\evil.example/api/auth/session"])(
  "two slashes at the start of a path never change the origin: %s",
  async (path) => {
    for (const authUrl of [undefined, APP]) {
      vi.stubEnv("AUTH_URL", authUrl);
      const config = app.configWith(trusting);
      const visitor = new Visitor(config);
      expect((await visitor.get(APP + path)).status).toBe(404);
      expect((await visitor.get(APP + path, { accept: "text/html" })).location?.origin).toBe(APP);
      expect((await visitor.visit(APP + path, { method: "POST" })).status).toBe(404);
      expect(bindAuth(config).getOrigin(new Request(APP + path))).toBe(APP);
    }
  },
);
