// The base path, the origin, and what may decide about them. If a mail, a redirect URI or a cookie followed a header
// that an attacker chose, the attacker would get the sign-in.

import GitHub from "@auth/core/providers/github";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bindAuth, getSession, SolidAuth, type SolidAuthConfig } from "../src";
import { linkFields, SECRET, useApplication } from "./support/application";
import { Visitor } from "./support/visitor";

const APP = "https://app.example.com";
const EVIL = "https://evil.example";
const SECURE_SESSION = "__Secure-authjs.session-token";
const PLAIN_SESSION = "authjs.session-token";

const app = useApplication(() => ({ providers: [GitHub({ clientId: "id", clientSecret: "secret" })] }));
beforeEach(() => {
  vi.stubEnv("NODE_ENV", "production");
  for (const name of ["AUTH_URL", "AUTH_TRUST_HOST", "VERCEL", "CF_PAGES"]) vi.stubEnv(name, undefined);
});
afterEach(() => void vi.unstubAllEnvs());

const configWith = (options: Partial<SolidAuthConfig> = {}) => app.configWith({ trustHost: undefined, ...options });

/**
 * The origins that a visitor sees after a request with these headers: in the mail, the redirect URI, the pages, the
 * cookies.
 */
async function seen(config: SolidAuthConfig, origin: string, headers: Record<string, string> = {}) {
  const visitor = new Visitor(config, { origin });
  const { status } = await visitor.get("/session", headers);
  if (status !== 200) return { status };
  const csrf = await (await visitor.get("/csrf", headers)).json();
  const post = (path: string) =>
    visitor.visit(path, { method: "POST", headers, body: new URLSearchParams({ ...csrf, email: "user@example.com" }) });
  const github = await post("/signin/github");
  const asked = await post("/signin/email");
  const body = new URLSearchParams({ ...csrf, ...linkFields(app.sent.at(-1)) });
  const signedIn = await visitor.visit("/callback/email", { method: "POST", headers, body });
  const origins = [
    app.sent.at(-1)?.url.origin,
    new URL(github.location?.searchParams.get("redirect_uri") ?? "x:").origin,
    asked.location?.origin,
    signedIn.location?.origin,
    bindAuth(config).getOrigin(new Request(origin, { headers })),
  ];
  return { status, origins: [...new Set(origins)], session: [...signedIn.set.keys()].find((n) => n.endsWith("token")) };
}

const at = (origin: string, session: string) => ({ status: 200, origins: [origin], session });

describe("the base path", () => {
  const trusted = { trustHost: true };

  it.each([
    ["/api/auth by default", undefined, {}, "/api/auth"],
    ["/api/auth for an AUTH_URL without a path", APP, {}, "/api/auth"],
    ["/api/auth for an AUTH_URL that ends in a slash", `${APP}/`, {}, "/api/auth"],
    ["AUTH_URL's path", `${APP}/auth`, {}, "/auth"],
    ["AUTH_URL's path without a slash at its end", `${APP}/deep/er/auth/`, {}, "/deep/er/auth"],
    ["prefix, which AUTH_URL may repeat", `${APP}/prefixed/`, { prefix: "/prefixed" }, "/prefixed"],
    ["basePath, which AUTH_URL may repeat", `${APP}/based`, { basePath: "based/" }, "/based"],
    ["basePath rather than prefix", `${APP}`, { basePath: "/based", prefix: "/prefixed" }, "/based"],
    ["a nested path", undefined, { basePath: "/a/b/c/auth" }, "/a/b/c/auth"],
    ["the same with its slashes spelled otherwise", undefined, { basePath: "auth/" }, "/auth"],
  ])("the base path is %s", async (_which, authUrl, paths, basePath) => {
    vi.stubEnv("AUTH_URL", authUrl);
    const config = configWith({ ...trusted, ...paths });
    const visitor = new Visitor(config, { origin: APP, basePath });
    await app.signIn(visitor);
    expect(app.sent[0]?.url.href).toContain(`${APP}${basePath}/callback/email?`);
    const { github } = await (await visitor.get("/providers")).json();
    expect(github.callbackUrl).toBe(`${APP}${basePath}/callback/github`);
    const request = visitor.request();
    expect(await getSession(request, config)).toMatchObject({ user: { email: "user@example.com" } });
    await visitor.post("/signout");
    expect(await visitor.session()).toBeNull();
  });

  it.each(["/session", "/api/session", "/api/authsession", "/api/auth", "/api/auth/", "/x/api/auth/session"])(
    "no other path has answers: not %s",
    async (path) => {
      expect((await new Visitor(configWith(trusted)).get(APP + path)).status).toBe(404);
    },
  );
});

describe("AUTH_URL", () => {
  it.each([
    ["https", APP, "http://internal:3000", SECURE_SESSION],
    ["http", "http://localhost:3000", APP, PLAIN_SESSION],
    ["a port", `${APP}:8443`, APP, SECURE_SESSION],
  ])(
    "AUTH_URL's origin counts and decides about Secure, whatever the request's headers say: %s",
    async (_w, url, origin, name) => {
      vi.stubEnv("AUTH_URL", url);
      expect(await seen(configWith(), origin)).toEqual(at(url, name));
    },
  );

  it("overrides the headers of proxies and visitors", async () => {
    vi.stubEnv("AUTH_URL", APP);
    const headers = { host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "http" };
    for (const options of [{}, { trustHost: true }])
      expect(await seen(configWith(options), "http://evil.example", headers)).toEqual(at(APP, SECURE_SESSION));
  });

  it("counts as unset when it is empty", async () => {
    vi.stubEnv("AUTH_URL", "");
    expect(await seen(configWith(), APP)).toEqual({ status: 500 });
    expect(await seen(configWith({ trustHost: true }), APP)).toEqual(at(APP, SECURE_SESSION));
  });

  it.each(["not a URL", "app.example.com", "localhost:3000", "ftp://app.example.com", "javascript:alert(1)"])(
    "an AUTH_URL that is not an http(s) URL is refused immediately: %s",
    (url) => {
      vi.stubEnv("AUTH_URL", url);
      expect(() => SolidAuth(configWith())).toThrow(/AUTH_URL/);
    },
  );
});

describe("a part of AUTH_URL that would have no effect", () => {
  it.each([
    ["another path than basePath", `${APP}/sub`, { basePath: "/api/auth" }, "has the path /sub"],
    ["another path than prefix", `${APP}/api/auth/x`, { prefix: "/api/auth" }, "has the path /api/auth/x"],
    ["a query", `${APP}?a=1`, {}, "has more than an origin"],
    ["a hash", `${APP}#a`, {}, "has more than an origin"],
    ["a user", "https://user@app.example.com", {}, "has more than an origin"],
  ])("AUTH_URL is refused at once: %s", (_, url, paths, words) => {
    vi.stubEnv("AUTH_URL", url);
    expect(() => SolidAuth(configWith(paths))).toThrow(`AUTH_URL ${words}`);
  });
});

describe("trust", () => {
  it.each([
    ["trustHost", { trustHost: true }, {}],
    ["AUTH_TRUST_HOST=true", {}, { AUTH_TRUST_HOST: "true" }],
    ["AUTH_TRUST_HOST=1", {}, { AUTH_TRUST_HOST: "1" }],
    ["a platform whose proxy sets the host (VERCEL)", {}, { VERCEL: "1" }],
    ["a platform whose proxy sets the host (CF_PAGES)", {}, { CF_PAGES: "1" }],
    ["development", {}, { NODE_ENV: "development" }],
  ])("%s switches trust on: the request's own origin counts", async (_what, options, variables) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    expect(await seen(configWith(options), APP)).toEqual(at(APP, SECURE_SESSION));
    expect(await seen(configWith(options), "http://localhost:3000")).toEqual(
      at("http://localhost:3000", PLAIN_SESSION),
    );
  });

  it.each([
    ["nothing says so", {}, {}],
    ["AUTH_TRUST_HOST=false", {}, { AUTH_TRUST_HOST: "false" }],
    ["AUTH_TRUST_HOST=0", {}, { AUTH_TRUST_HOST: "0" }],
    ["AUTH_TRUST_HOST is empty", {}, { AUTH_TRUST_HOST: "" }],
    ["trustHost: false is stronger than AUTH_TRUST_HOST", { trustHost: false }, { AUTH_TRUST_HOST: "true" }],
    ["AUTH_TRUST_HOST=false is stronger than a platform", {}, { AUTH_TRUST_HOST: "false", VERCEL: "1" }],
    ["AUTH_TRUST_HOST=false is stronger than development", {}, { AUTH_TRUST_HOST: "false", NODE_ENV: "development" }],
  ])(
    "no trust, because %s, is an error of the configuration, and no mail is sent",
    async (_what, options, variables) => {
      for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
      const config = configWith(options);
      expect(await seen(config, APP)).toEqual({ status: 500 });
      const body = new URLSearchParams({ email: "user@example.com" });
      const headers = { host: "evil.example", "x-forwarded-host": "evil.example" };
      for (const path of ["/signin/email", "/signin/github"]) {
        const answer = await new Visitor(config, { origin: EVIL }).visit(path, { method: "POST", body, headers });
        expect([answer.status, answer.location, answer.set.size]).toEqual([500, undefined, 0]);
      }
      // The origin for pages, and the target of the one redirect that needs no configuration.
      const forwarded = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "http" };
      expect(bindAuth(config).getOrigin(new Request(APP, { headers: forwarded }))).toBe(APP);
      const nowhere = await new Visitor(config).get(`${APP}/api/auth/nowhere`, { ...forwarded, accept: "text/html" });
      expect(nowhere.location?.origin).toBe(APP);
      expect(app.sent).toHaveLength(0);
    },
  );
});

describe("behind a proxy, with trust", () => {
  const INTERNAL = "http://10.0.0.7:3000";
  const forwarded = (host: string, proto?: string) => ({
    "x-forwarded-host": host,
    ...(proto !== undefined && { "x-forwarded-proto": proto }),
  });

  it.each([
    ["host and protocol", forwarded("app.example.com", "https"), APP, SECURE_SESSION],
    ["a port", forwarded("app.example.com:8443", "https"), `${APP}:8443`, SECURE_SESSION],
    ["the protocol's own port", forwarded("app.example.com:443", "https"), APP, SECURE_SESSION],
    [
      "two protocols: the first, which is the visitor's",
      forwarded("app.example.com", "https,http"),
      APP,
      SECURE_SESSION,
    ],
    ["two protocols with a space", forwarded("app.example.com", "https, http"), APP, SECURE_SESSION],
    ["http", forwarded("app.example.com", "http"), "http://app.example.com", PLAIN_SESSION],
    ["a host alone", forwarded("app.example.com"), "http://app.example.com", PLAIN_SESSION],
    ["a protocol alone", { "x-forwarded-proto": "https" }, "https://10.0.0.7:3000", SECURE_SESSION],
  ])("the origin is what it forwards: %s", async (_what, headers, origin, session) => {
    expect(await seen(configWith({ trustHost: true }), INTERNAL, headers)).toEqual(at(origin, session));
  });

  it.each(["evil.example, app.example.com", "app.example.com,evil.example"])(
    "several hosts are ignored: the request's own counts (%s)",
    async (hosts) => {
      const headers = forwarded(hosts, "https");
      const origin = "https://10.0.0.7:3000";
      expect(await seen(configWith({ trustHost: true }), INTERNAL, headers)).toEqual(at(origin, SECURE_SESSION));
    },
  );

  it.each([
    "",
    " ",
    "a b",
    "%",
    "@",
    ":",
    ":99999",
    "app.example.com:port",
    "[::1",
    "<script>",
    "https://evil.example",
    "user@evil.example",
    "app.example.com/path",
    "app.example.com?query",
    "?",
    "#",
    "/",
  ])("an invalid host is ignored: %j", async (host) => {
    const answer = await seen(configWith({ trustHost: true }), INTERNAL, forwarded(host));
    expect(answer).toEqual(at(INTERNAL, PLAIN_SESSION));
  });

  it.each(["", ",", "javascript", "ftp", "https:", "//", "null"])(
    "an invalid protocol is ignored: %j",
    async (proto) => {
      const answer = await seen(configWith({ trustHost: true }), INTERNAL, forwarded("app.example.com", proto));
      expect(answer).toEqual(at("http://app.example.com", PLAIN_SESSION));
    },
  );
});

describe("a path that starts with two slashes", () => {
  const paths = [
    "//evil.example/api/auth/signin",
    "//evil.example",
    "///evil.example/",
    "/\\evil.example/api/auth/session",
  ];

  it.each(paths)("two slashes never change the origin: %s", async (path) => {
    for (const authUrl of [undefined, APP]) {
      vi.stubEnv("AUTH_URL", authUrl);
      const config = configWith({ trustHost: true });
      const visitor = new Visitor(config);
      expect((await visitor.get(APP + path)).status).toBe(404);
      expect((await visitor.get(APP + path, { accept: "text/html" })).location?.origin).toBe(APP);
      expect((await visitor.visit(APP + path, { method: "POST" })).status).toBe(404);
      expect(bindAuth(config).getOrigin(new Request(APP + path))).toBe(APP);
    }
  });
});

describe("a base path that cannot work", () => {
  it.each(["/", "", "/a+b", "/a b", "/(x)", "/api//auth", "/a/../b", "/a/./b", "/a/.."])(
    "%j is refused at once, in plain words",
    (basePath) => {
      expect(() => SolidAuth({ providers: [], secret: SECRET, trustHost: true, basePath })).toThrow(
        `The auth route cannot be mounted at "${basePath}".`,
      );
    },
  );
});
