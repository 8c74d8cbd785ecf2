// The HTTP contract below the base path: the response of each action to GET, POST and other methods.

import { skipCSRFCheck } from "@auth/core";
import Credentials from "@auth/core/providers/credentials";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SolidAuth } from "../src";
import { EMAIL, QUIET, STRATEGIES, useApplication } from "./support/application";
import { ORIGIN, type Visitor } from "./support/visitor";

const BASE = `${ORIGIN}/api/auth`;
const ACTIONS = ["providers", "csrf", "session", "signin", "signout", "callback", "verify-request", "error"];
const PAGES = {
  signIn: "/sign-in",
  signOut: "/sign-out",
  error: "/error",
  verifyRequest: "/verify-request",
  newUser: "/welcome",
};

const app = useApplication(() => ({
  providers: [
    {
      id: "idp",
      name: "An IdP",
      type: "oauth",
      authorization: "https://idp.example/authorize",
      token: "https://idp.example/token",
      userinfo: "https://idp.example/me",
      clientId: "client",
      checks: ["pkce", "state"],
    },
  ],
}));
let visitor: Visitor;

beforeEach(() => {
  visitor = app.visitor();
});

const withPages = () => app.visitor({ pages: PAGES });

describe("GET", () => {
  it("providers: names and URLs of the providers, and no secret", async () => {
    const answer = await visitor.get("/providers");
    expect(answer.headers.get("content-type")).toMatch("application/json");
    const at = (id: string) => ({ signinUrl: `${BASE}/signin/${id}`, callbackUrl: `${BASE}/callback/${id}` });
    expect(await answer.json()).toEqual({
      email: { id: "email", name: "Email", type: "email", ...at("email") },
      idp: { id: "idp", name: "An IdP", type: "oauth", ...at("idp") },
    });
  });

  it("csrf: a token, which stays the same as long as its cookie exists", async () => {
    const { csrfToken } = await (await visitor.get("/csrf")).json();
    expect(csrfToken).toMatch(/^[0-9a-f]{64}$/);
    expect(await (await visitor.get("/csrf")).json()).toEqual({ csrfToken });
    expect(await (await app.visitor().get("/csrf")).json()).not.toEqual({ csrfToken });
  });

  it("csrf: 404 if the check is off", async () => {
    const answer = await app.visitor({ skipCSRFCheck }).get("/csrf");
    expect(answer.status).toBe(404);
  });

  it("session: null, or the session", async () => {
    expect(await visitor.session()).toBeNull();
    await app.signIn(visitor);
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
  });

  it("session: a cookie that names no session stays, because its token may just have been replaced", async () => {
    visitor.cookies.set("__Secure-authjs.session-token", "nobody");
    const answer = await visitor.get("/session");
    expect([answer.status, await answer.json()]).toEqual([200, null]);
    expect(answer.set.has("__Secure-authjs.session-token")).toBe(false);
  });

  it.each([
    ["signin", "Sign In"],
    ["signout", "Sign Out"],
    ["verify-request", "Verify Request"],
    ["error", "Error"],
  ])("%s: core's page, if the application has none", async (action, title) => {
    const answer = await visitor.get(`/${action}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch("text/html");
    expect(await answer.text()).toContain(`<title>${title}</title>`);
  });

  it.each([
    ["Configuration", 500],
    ["AccessDenied", 403],
    ["Verification", 403],
    ["SomethingElse", 200],
  ])("error: %s is %i", async (error, status) => {
    expect((await visitor.get(`/error?error=${error}`)).status).toBe(status);
  });

  it.each([
    ["/signin?callbackUrl=/protected", `/sign-in?callbackUrl=${encodeURIComponent(`${ORIGIN}/protected`)}`],
    [
      "/signin?callbackUrl=/a&error=Verification",
      `/sign-in?callbackUrl=${encodeURIComponent(`${ORIGIN}/a`)}&error=Verification`,
    ],
    ["/signout", "/sign-out"],
    ["/error?error=AccessDenied", "/error?error=AccessDenied"],
    ["/error", "/error"],
    ["/error?error=a%26code%3Db", "/error?error=a%26code%3Db"],
    ["/verify-request?provider=email&type=email", "/verify-request?provider=email&type=email"],
  ])("%s: the application's own page", async (path, page) => {
    const answer = await withPages().get(path);
    expect(answer.status).toBe(302);
    expect(answer.location?.href).toBe(ORIGIN + page);
  });

  it.each(["email", "idp"])("signin/%s: the sign-in page, and no sign-in is started", async (id) => {
    const own = await withPages().get(`/signin/${id}?callbackUrl=/protected`);
    expect(own.location?.pathname).toBe("/sign-in");
    expect(own.location?.searchParams.get("callbackUrl")).toBe(`${ORIGIN}/protected`);
    const builtIn = await visitor.get(`/signin/${id}`);
    expect([builtIn.status, await builtIn.text()]).toEqual([200, expect.stringContaining("<title>Sign In</title>")]);
    expect(app.sent).toEqual([]);
  });
});

describe("POST", () => {
  it("signin/<an OAuth provider>: redirects to the provider, with state and PKCE in cookies", async () => {
    const answer = await visitor.post("/signin/idp");
    expect(answer.status).toBe(302);
    const { origin, pathname, searchParams } = answer.location ?? {};
    expect(`${origin}${pathname}`).toBe("https://idp.example/authorize");
    expect(Object.fromEntries(searchParams ?? [])).toMatchObject({
      response_type: "code",
      client_id: "client",
      redirect_uri: `${BASE}/callback/idp`,
      state: expect.any(String),
      code_challenge: expect.any(String),
      code_challenge_method: "S256",
    });
    for (const name of ["__Secure-authjs.state", "__Secure-authjs.pkce.code_verifier"])
      expect(answer.set.get(name)).toMatch(/HttpOnly.*Secure.*SameSite=Lax/i);
  });

  it("signin/<an OAuth provider>: adds the query to the authorization parameters", async () => {
    const answer = await visitor.post("/signin/idp?login_hint=ada&prompt=consent");
    expect(answer.location?.searchParams.get("login_hint")).toBe("ada");
    expect(answer.location?.searchParams.get("prompt")).toBe("consent");
  });

  it("signin/email: a mail, then the page that says so", async () => {
    const answer = await visitor.post("/signin/email", { email: EMAIL });
    expect(answer.status).toBe(302);
    expect(answer.location?.href).toBe(`${BASE}/verify-request?provider=email&type=email`);
    expect(app.sent.map(({ to }) => to)).toEqual([EMAIL]);
  });

  it("signin without a provider: the sign-in page", async () => {
    expect((await visitor.post("/signin")).location?.href).toBe(`${BASE}/signin`);
  });

  it("signout: redirects to the callback URL, else to the remembered one, else to the origin", async () => {
    expect((await visitor.post("/signout")).location?.href).toBe(`${ORIGIN}/`);
    expect((await visitor.post("/signout", { callbackUrl: "/bye" })).location?.href).toBe(`${ORIGIN}/bye`);
    expect((await visitor.post("/signout")).location?.href).toBe(`${ORIGIN}/bye`);
  });

  it("session accepts a form as well as JSON", async () => {
    await app.signIn(visitor);
    const answer = await visitor.post("/session", { data: "x" });
    expect(await answer.json()).toMatchObject({ user: { email: EMAIL } });
    expect(answer.headers.get("cache-control")).toContain("no-store");
  });

  it("callback/credentials: signs in with the form's token, and only with it", async () => {
    const provider = Credentials({ authorize: () => ({ id: "7", email: EMAIL }) });
    const own = app.visitor({ providers: [provider], session: { strategy: "jwt" } });
    const forged = await own.visit("/callback/credentials", { method: "POST", body: new URLSearchParams({ a: "b" }) });
    expect(forged.location?.href).toBe(`${BASE}/signin?error=MissingCSRF`);
    expect(own.sessionCookie).toBeUndefined();
    expect((await own.post("/callback/credentials", { callbackUrl: "/in" })).location?.href).toBe(`${ORIGIN}/in`);
    expect(await own.session()).toMatchObject({ user: { email: EMAIL } });
  });

  it.each(["/signin/email", "/signin/idp", "/signout", "/callback/email"])(
    "%s needs the form's token, and logs a request without it",
    async (path) => {
      const error = vi.fn();
      const own = app.visitor({ logger: { ...QUIET, error } });
      await app.signIn(own);
      for (const csrfToken of [undefined, "", "0".repeat(64)]) {
        const body = new URLSearchParams({ email: "other@example.com", token: "x", ...(csrfToken && { csrfToken }) });
        const answer = await own.visit(path, { method: "POST", body });
        expect(answer.location?.pathname).toBe("/api/auth/signin");
        expect(answer.location?.searchParams.get("error")).toBe("MissingCSRF");
      }
      expect(error.mock.calls.map(([{ type }]) => type)).toEqual(["MissingCSRF", "MissingCSRF", "MissingCSRF"]);
      expect(app.sent).toHaveLength(1);
      expect(await own.session()).toMatchObject({ user: { email: EMAIL } });
    },
  );

  it.each(STRATEGIES)("session needs the CSRF token: else 400 and null (%s)", async (strategy) => {
    const own = app.visitor({ session: { strategy } });
    const answer = await own.visit("/session", { method: "POST", body: new URLSearchParams({ data: "x" }) });
    expect([answer.status, await answer.json()]).toEqual([400, null]);
  });

  it.each(["/providers", "/csrf", "/verify-request", "/error"])("%s is for reading: the error page", async (path) => {
    const answer = await visitor.post(path);
    expect(answer.location?.href).toBe(`${BASE}/error?error=UnknownAction`);
  });

  it("a POST that asks for JSON gets 200 and the URL instead of the redirect", async () => {
    const answer = await visitor.post("/signin/email", { email: EMAIL }, { "x-auth-return-redirect": "1" });
    expect(answer.status).toBe(200);
    expect(answer.headers.has("location")).toBe(false);
    expect(await answer.json()).toEqual({ url: `${BASE}/verify-request?provider=email&type=email` });
  });
});

describe("a form that names its page, and is refused for its CSRF token", () => {
  const post = (from: string, path = "/signout") =>
    withPages().visit(path, { method: "POST", body: new URLSearchParams({ from, callbackUrl: "/next" }) });

  it.each(["/signin/email", "/signin/idp", "/signout", "/callback/email"])(
    "%s leads back to the page, with what is in its query, and without an earlier failure",
    async (path) => {
      const answer = await post("/page?token=a%26b&error=Verification&code=mismatch&left=2", path);
      expect(answer.location?.href).toBe(`${ORIGIN}/page?token=a%26b&error=MissingCSRF`);
    },
  );

  it("leads back to a page whose own parameters have the names of a failure's", async () => {
    const answer = await post("/invitation?code=a&provider=b");
    expect(answer.location?.href).toBe(`${ORIGIN}/invitation?code=a&provider=b&error=MissingCSRF`);
  });

  it.each([
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    `${ORIGIN}.evil.example/`,
    "javascript:x",
    "x",
  ])("a page on another site is none: %s", async (from) => {
    const answer = await post(from);
    expect(answer.location?.href).toBe(
      `${ORIGIN}/sign-in?error=MissingCSRF&callbackUrl=${encodeURIComponent(`${ORIGIN}/next`)}`,
    );
  });
});

describe("requests that the auth route refuses", () => {
  const NOT_FOUND = [
    "",
    "/",
    "/nothing",
    "/session/x",
    "/csrf/x",
    "/signin/email/x",
    "/_log",
    "/constructor",
    "/Session",
  ];

  it.each(NOT_FOUND)("%j is 404 in JSON for a program, by GET and by POST", async (path) => {
    for (const method of ["GET", "POST"]) {
      const answer = await visitor.visit(path, { method });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ message: expect.any(String) });
    }
  });

  it.each(NOT_FOUND)("%j leads a person to the error page", async (path) => {
    const answer = await withPages().get(path, { accept: "text/html,application/xhtml+xml" });
    expect([answer.status, answer.location?.href]).toEqual([302, `${ORIGIN}/error?error=UnknownAction`]);
    const builtIn = await visitor.get(path, { accept: "text/html" });
    expect(builtIn.location?.href).toBe(`${BASE}/error?error=UnknownAction`);
  });

  it("a path that only begins with the base path's text is 404", async () => {
    for (const path of ["/api/author/session", "/api/authsession", "/session", "/x/api/auth/session"])
      expect((await visitor.get(ORIGIN + path)).status).toBe(404);
  });

  it("HEAD of what answers with JSON is the GET without its body; of what may act it is 405", async () => {
    for (const action of ACTIONS) {
      const answer = await visitor.visit(`/${action}`, { method: "HEAD" });
      const isJson = ["providers", "csrf", "session"].includes(action);
      expect(answer.status, action).toBe(isJson ? 200 : 405);
      if (!isJson) continue;
      expect(answer.headers.get("content-type")).toMatch("application/json");
      expect(await answer.text()).toBe("");
    }
  });

  it.each(["PUT", "PATCH", "DELETE", "OPTIONS"])("%s is 405, and says what is allowed", async (method) => {
    for (const action of ACTIONS) {
      const answer = await visitor.visit(`/${action}`, { method });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, POST"]);
    }
  });

  it.each([
    ["broken JSON", "application/json", "{"],
    ["a JSON list", "application/json", "[]"],
    ["a JSON string", "application/json", '"csrfToken"'],
    ["JSON null", "application/json", "null"],
    ["an empty JSON body", "application/json", ""],
    ["a multipart body without its boundary", "multipart/form-data", "x"],
    ["a multipart body cut short", "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; na"],
  ])("%s is 400", async (_, type, body) => {
    const answer = await visitor.visit("/signin/email", { method: "POST", headers: { "content-type": type }, body });
    expect([answer.status, await answer.json()]).toEqual([400, { message: expect.any(String) }]);
    expect(app.sent).toEqual([]);
  });

  it("a multipart form is read like any other, without its files", async () => {
    const { csrfToken } = await (await visitor.get("/csrf")).json();
    const body = new FormData();
    body.set("csrfToken", csrfToken);
    body.set("email", EMAIL);
    body.set("file", new Blob(["x"]));
    expect((await visitor.visit("/signin/email", { method: "POST", body })).location?.pathname).toMatch(
      /verify-request$/,
    );
    expect(app.sent).toHaveLength(1);
  });
});

it("no answer may be cached", async () => {
  const paths = [...ACTIONS.map((action) => `/${action}`), "/signin/email", "/callback/email?token=x", "/nothing", ""];
  for (const method of ["GET", "POST", "PUT"])
    for (const path of paths)
      for (const own of [app.visitor(), withPages()]) {
        const answer = await own.visit(path, { method, headers: { accept: "text/html" } });
        expect(answer.headers.get("cache-control"), `${method} ${path}`).toContain("no-store");
      }
});

it("GET and POST answer through the same handlers that SolidAuth returns, as promises of a Response", async () => {
  const handlers = SolidAuth(app.config);
  expect(Object.keys(handlers).sort()).toEqual(["GET", "POST"]);
  for (const handler of Object.values(handlers))
    expect(await handler({ request: new Request(`${BASE}/providers`) })).toBeInstanceOf(Response);
});
