// The HTTP contract below the base path: the response of each action to GET, POST and other methods.

import Credentials from "@auth/core/providers/credentials";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { EMAIL, QUIET, useApplication } from "./support/application";
import { useOAuth } from "./support/oauth";
import { errorOf, ORIGIN, type Visitor } from "./support/visitor";

const BASE = `${ORIGIN}/api/auth`;
const ACTIONS = ["providers", "csrf", "session", "signin", "signout", "callback", "verify-request", "error"];
const THEME = { colorScheme: "dark", brandColor: "#c0ffee", logo: "/my-logo.svg" } as const;
const PAGES = { signIn: "/sign-in", signOut: "/sign-out", error: "/error", verifyRequest: "/verify-request" };

const oauth = useOAuth();
const app = useApplication(() => ({ providers: [oauth.provider({ id: "idp", name: "An IdP" })] }));
let visitor: Visitor;

beforeEach(() => {
  visitor = app.visitor();
});

const withPages = () => app.visitor({ pages: PAGES });
const urlOf = (path: string) => encodeURIComponent(ORIGIN + path);

describe("GET", () => {
  it("providers answers with names and URLs of the providers, and no secret", async () => {
    const answer = await visitor.get("/providers");
    expect(answer.headers.get("content-type")).toMatch("application/json");
    const at = (id: string) => ({ signinUrl: `${BASE}/signin/${id}`, callbackUrl: `${BASE}/callback/${id}` });
    expect(await answer.json()).toEqual({
      email: { id: "email", name: "Email", type: "email", ...at("email") },
      idp: { id: "idp", name: "An IdP", type: "oauth", ...at("idp") },
    });
  });

  it.each([
    ["/signin/idp", 200, "Sign In"],
    ["/signout", 200, "Sign Out"],
    ["/verify-request", 200, "Verify Request"],
    ["/error?error=Configuration", 500, "Error"],
    ["/error?error=AccessDenied", 403, "Error"],
  ])(
    "%s answers with core's page in the theme and status %i, if there is no own one, and no sign-in begins or ends",
    async (...row) => {
      const [path, status, title] = row;
      visitor = app.visitor({ theme: THEME });
      await app.signIn(visitor);
      const answer = await visitor.get(path);
      expect(answer.status).toBe(status);
      expect(answer.headers.get("content-type")).toMatch("text/html");
      const html = await answer.text();
      const themed = ["__next-auth-theme-dark", "--brand-color: #c0ffee", 'src="/my-logo.svg"'];
      for (const text of [`<title>${title}</title>`, ...themed]) expect(html).toContain(text);
      expect(app.sent).toHaveLength(1);
      expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
    },
  );

  it.each([
    ["/signin?callbackUrl=/a&error=Verification", `/sign-in?callbackUrl=${urlOf("/a")}&error=Verification`],
    ["/signin/idp?callbackUrl=/protected", `/sign-in?callbackUrl=${urlOf("/protected")}`],
    ["/signout", "/sign-out"],
    ["/error?error=a%26code%3Db&code=signed_in", "/error?error=a%26code%3Db&code=signed_in"],
    ["/verify-request?provider=email&type=email", "/verify-request?provider=email&type=email"],
  ])("%s leads to the application's own page, %s, and no sign-in begins or ends", async (path, page) => {
    const own = withPages();
    await app.signIn(own);
    const answer = await own.get(path);
    expect([answer.status, answer.location?.href]).toEqual([302, ORIGIN + page]);
    expect(app.sent).toHaveLength(1);
    expect(await own.session()).toMatchObject({ user: { email: EMAIL } });
  });
});

describe("POST", () => {
  it("signin without a provider leads to the sign-in page", async () => {
    expect((await visitor.post("/signin")).location?.href).toBe(`${BASE}/signin`);
  });

  it("signout redirects to the callback URL, else to the remembered one, else to the origin", async () => {
    expect((await visitor.post("/signout")).location?.href).toBe(`${ORIGIN}/`);
    expect((await visitor.post("/signout", { callbackUrl: "/bye" })).location?.href).toBe(`${ORIGIN}/bye`);
    expect((await visitor.post("/signout")).location?.href).toBe(`${ORIGIN}/bye`);
  });

  it.each(["/signin/email", "/signin/idp", "/signout", "/callback/email", "/callback/credentials"])(
    "%s needs the form's token, and logs a request without it",
    async (path) => {
      const error = vi.fn();
      const session = { strategy: "jwt" } as const;
      const providers = [...app.config.providers, Credentials({ authorize: () => ({ id: "7" }) })];
      const own = app.visitor({ providers, session, logger: { ...QUIET, error } });
      await app.signIn(own);
      for (const csrfToken of [undefined, "", "0".repeat(64)]) {
        const body = new URLSearchParams({ email: "other@example.com", token: "x", ...(csrfToken && { csrfToken }) });
        expect(errorOf(await own.visit(path, { method: "POST", body }))).toBe("MissingCSRF");
      }
      expect(error.mock.calls.map(([{ type }]) => type)).toEqual(["MissingCSRF", "MissingCSRF", "MissingCSRF"]);
      expect(app.sent).toHaveLength(1);
      expect(await own.session()).toMatchObject({ user: { email: EMAIL } });
    },
  );

  it.each(["/providers", "/csrf", "/verify-request", "/error"])("%s is for reading: the error page", async (path) => {
    expect((await visitor.post(path)).location?.href).toBe(`${BASE}/error?error=UnknownAction`);
  });
});

describe("a form that names its page, and is refused for its CSRF token", () => {
  const post = async (from: string) => {
    const body = new URLSearchParams({ from, callbackUrl: "/next" });
    return (await withPages().visit("/signout", { method: "POST", body })).location?.href;
  };

  it.each([
    ["/page?token=a%26b&error=Verification&code=mismatch&left=2", "/page?token=a%26b"],
    // Its own parameters have the names of a failure's.
    ["/invitation?code=a&provider=b", "/invitation?code=a&provider=b"],
  ])("leads back to the page, with what is in its query, and without an earlier failure: %s", async (from, page) => {
    expect(await post(from)).toBe(`${ORIGIN}${page}&error=MissingCSRF`);
  });

  const ELSEWHERE = ["https://evil.example/", "//evil.example/", "/\\evil.example", `${ORIGIN}.evil.example/`];
  it.each([...ELSEWHERE, "javascript:x", "x"])("a page on another site is none: %s", async (from) => {
    expect(await post(from)).toBe(`${ORIGIN}/sign-in?error=MissingCSRF&callbackUrl=${urlOf("/next")}`);
  });
});

describe("requests that the auth route refuses", () => {
  it.each(["", "/nothing", "/session/x", "/signin/email/x", "/constructor", "/Session"])(
    "%j is 404 in JSON for a program, and leads a person to the error page",
    async (path) => {
      for (const method of ["GET", "POST"]) {
        const answer = await visitor.visit(path, { method });
        expect([answer.status, await answer.json()]).toEqual([404, { message: expect.any(String) }]);
      }
      const accept = "text/html,application/xhtml+xml";
      const answer = await withPages().get(path, { accept });
      expect([answer.status, answer.location?.href]).toEqual([302, `${ORIGIN}/error?error=UnknownAction`]);
      expect((await visitor.get(path, { accept })).location?.href).toBe(`${BASE}/error?error=UnknownAction`);
    },
  );

  it("a path that only begins or ends like one below the base path is 404", async () => {
    const others = ["/api/author/session", "/api/authsession", "/session", "/api/session", "/x/api/auth/session"];
    for (const path of others) expect((await visitor.get(ORIGIN + path)).status, path).toBe(404);
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

  it("PUT is 405, and says what is allowed", async () => {
    const answer = await visitor.visit("/session", { method: "PUT" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, POST"]);
  });

  it.each([
    ["broken JSON", "application/json", "{"],
    ["JSON null", "application/json", "null"],
    ["JSON of 101 levels", "application/json", `{"data":${"[".repeat(100)}${"]".repeat(100)}}`],
    ["a multipart body without its boundary", "multipart/form-data", "x"],
    ["a multipart body cut short", "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; na"],
  ])("%s is 400", async (_, type, body) => {
    const answer = await visitor.visit("/signin/email", { method: "POST", headers: { "content-type": type }, body });
    expect([answer.status, await answer.json()]).toEqual([400, { message: expect.any(String) }]);
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
