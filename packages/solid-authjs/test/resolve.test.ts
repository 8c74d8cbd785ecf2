// SPEC.md, FrameworkAuthConfig: the remaining fields, and that the object is never written to.

import { raw, skipCSRFCheck } from "@auth/core";
import type { OAuthConfig } from "@auth/core/providers";
import GitHub from "@auth/core/providers/github";
import { afterEach, describe, expect, it, vi } from "vitest";
import { bindAuth, getSession, SolidAuth, type SolidAuthConfig } from "../src";
import { emailProvider, QUIET, SECRET, useApplication } from "./support/application";
import { ORIGIN, Visitor } from "./support/visitor";

const logger = QUIET;

const app = useApplication();
afterEach(() => void vi.unstubAllEnvs());

describe("basePath and prefix", () => {
  it.each([
    ["/api/auth by default", {}, "/api/auth"],
    ["basePath if it is set", { basePath: "/auth" }, "/auth"],
    ["prefix, its synonym", { prefix: "/auth" }, "/auth"],
    ["basePath if both are set", { basePath: "/one", prefix: "/two" }, "/one"],
  ])("set the path that the handlers answer: %s", async (_which, paths, basePath) => {
    const visitor = app.visitor(paths, { basePath });
    await app.signIn(visitor);
    expect(app.sent[0]?.url.pathname).toBe(`${basePath}/callback/email`);
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
    expect(await getSession(visitor.request(), app.configWith(paths))).not.toBeNull();
    expect((await visitor.get(`${ORIGIN}/elsewhere/session`)).status).toBe(404);
  });
});

describe("a field that is undefined", () => {
  // Code such as `pages: custom ? pages : undefined` makes such options.
  it("an undefined field has its default, as if it were absent", async () => {
    const fields = ["basePath", "prefix", "callbacks", "events", "cookies", "pages", "theme", "debug", "experimental"];
    const more = ["session", "jwt", "redirectProxyUrl", "useSecureCookies", "skipCSRFCheck", "raw"];
    const visitor = app.visitor(Object.fromEntries([...fields, ...more].map((field) => [field, undefined])));
    expect((await app.signIn(visitor)).location?.href).toBe(`${ORIGIN}/`);
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
    for (const page of ["/signin", "/signout", "/verify-request", "/error"])
      expect((await visitor.get(page)).status).toBe(200);
  });

  it.each(["database", "jwt"] as const)(
    "an undefined field within session, jwt and callbacks has its default, too: %s",
    async (strategy) => {
      const session = { strategy, maxAge: undefined, updateAge: undefined, generateSessionToken: undefined };
      const callbacks = { signIn: undefined, redirect: undefined, session: undefined, jwt: undefined };
      const jwt = { encode: undefined, decode: undefined, maxAge: undefined };
      const visitor = app.visitor({ session, callbacks, jwt });
      const answer = await app.signIn(visitor);
      expect(answer.location?.href).toBe(`${ORIGIN}/`);
      expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
    },
  );
});

describe("skipCSRFCheck", () => {
  const fields = () => new URLSearchParams({ email: "user@example.com" });

  it("accepts forms without a token if its value is Auth.js's marker", async () => {
    const config = app.configWith({ skipCSRFCheck });
    const visitor = new Visitor(config);
    await visitor.visit("/signin/email", { method: "POST", body: fields() });
    await visitor.visit("/callback/email", { method: "POST", body: app.sent[0]?.url.searchParams });
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
    expect((await visitor.get("/csrf")).status).toBe(404);
    expect(await bindAuth(config).getCsrfToken(visitor.request())).toBe("");
    await visitor.visit("/signout", { method: "POST" });
    expect(await visitor.session()).toBeNull();
  });

  it.each([
    ["absent", undefined],
    ["anything but the marker", true],
  ])("keeps the check when it is %s", async (_what, value) => {
    const visitor = app.visitor({ skipCSRFCheck: value as typeof skipCSRFCheck | undefined });
    for (const path of ["/signin/email", "/callback/email", "/signout"]) {
      const answer = await visitor.visit(path, { method: "POST", body: fields() });
      expect(answer.location?.searchParams.get("error")).toBe("MissingCSRF");
    }
    expect(app.sent).toHaveLength(0);
  });
});

describe("raw", () => {
  it("the handlers ignore it: they answer with responses and never throw", async () => {
    const { GET, POST } = SolidAuth(app.configWith({ raw }));
    const session = await GET({ request: new Request(`${ORIGIN}/api/auth/session`) });
    expect(session).toBeInstanceOf(Response);
    const forged = await POST({ request: new Request(`${ORIGIN}/api/auth/signin/email`, { method: "POST" }) });
    expect(forged.headers.get("location")).toContain("error=MissingCSRF");
  });

  it("getSession ignores it", async () => {
    const visitor = await app.signedIn();
    const { adapter, providers, secret } = app.config;
    // @ts-expect-error The type checker refuses `raw` here. At run time it changes nothing.
    const session = await getSession(visitor.request(), { adapter, providers, secret, trustHost: true, raw });
    expect(session).toEqual({
      user: { name: null, email: "user@example.com", image: null },
      expires: expect.stringMatching(/Z$/),
    });
  });
});

describe("the configuration object", () => {
  /** A frozen object throws when written to. Class instances and closures are not configuration. */
  function deepFreeze<T>(value: T): T {
    if ((typeof value !== "object" && typeof value !== "function") || value === null || Object.isFrozen(value))
      return value;
    for (const key of Reflect.ownKeys(value)) deepFreeze(value[key as keyof T]);
    return Object.freeze(value);
  }

  const custom = (id: string): OAuthConfig<Record<string, unknown>> => ({
    id,
    name: id,
    type: "oauth",
    authorization: { url: "https://provider.example/authorize", params: { scope: "profile" } },
    token: "https://provider.example/token",
    userinfo: "https://provider.example/userinfo",
    checks: ["pkce"],
    options: { clientId: id, clientSecret: "secret", authorization: { params: { prompt: "login" } } },
  });

  it("a deeply frozen configuration serves sign-in, session, providers and sign-out: none of them writes to it", async () => {
    const config: SolidAuthConfig = deepFreeze({
      adapter: app.adapter,
      providers: [
        emailProvider(app.sent),
        GitHub({ clientId: "id", clientSecret: "secret", authorization: { params: { login: "ada" } } }),
        custom("object"),
        () => custom("factory"),
      ],
      secret: [SECRET, "an older secret that still opens tokens"],
      session: { maxAge: 3600, updateAge: 0 },
      jwt: { maxAge: 3600 },
      callbacks: { signIn: () => true },
      events: { signIn() {} },
      cookies: { sessionToken: { name: "sid", options: { sameSite: "strict" } }, state: { options: { path: "/" } } },
      pages: { signIn: "/sign-in", confirm: "/confirm" },
      theme: { colorScheme: "dark" },
      logger: { ...logger },
      experimental: {},
      redirectProxyUrl: "https://stable.example.org/auth",
    });
    // Values that the environment would overwrite.
    for (const name of ["AUTH_FACTORY_ID", "AUTH_OBJECT_ID", "AUTH_GITHUB_ISSUER"])
      vi.stubEnv(name, "https://x.example");

    const visitor = new Visitor(config);
    expect(Object.keys(await (await visitor.get("/providers")).json())).toHaveLength(4);
    for (const id of ["github", "object", "factory"])
      expect((await visitor.post(`/signin/${id}`)).location?.searchParams.get("state")).toBeTruthy();
    await app.signIn(visitor);
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
    expect(await getSession(visitor.request(), config)).not.toBeNull();
    await visitor.post("/signout");
    expect(await visitor.session()).toBeNull();
  });

  it("stays as it is, even if a provider factory returns the same object each time", async () => {
    const shared = deepFreeze(custom("factory"));
    vi.stubEnv("AUTH_FACTORY_ISSUER", "https://x.example");
    const visitor = app.visitor({ providers: [() => shared] });
    expect((await visitor.post("/signin/factory")).location?.origin).toBe("https://provider.example");
  });

  it("gets no new fields", async () => {
    const config = app.configWith({ logger: undefined, secret: SECRET, basePath: undefined });
    const before = Object.entries(config);
    await app.signIn(new Visitor(config));
    expect(Object.entries(config)).toEqual(before);
  });
});
