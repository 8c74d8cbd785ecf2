// SPEC.md, FrameworkAuthConfig: the fields that have no test file of their own, and that the object is never written
// to.

import { raw, skipCSRFCheck } from "@auth/core";
import GitHub from "@auth/core/providers/github";
import { describe, expect, it, vi } from "vitest";
import { bindAuth, getSession, SolidAuth, type SolidAuthConfig } from "../src";
import { verifiedGitHub } from "../src/features/oauth/github";
import { EMAIL, emailProvider, SECRET, useApplication } from "./support/application";
import { useOAuth } from "./support/oauth";
import { ORIGIN, Visitor } from "./support/visitor";

const oauth = useOAuth();
const app = useApplication();

/** An application with these providers only. */
const visitorOf = (...providers: SolidAuthConfig["providers"]) => app.visitor({ providers });

describe("providers", () => {
  it("a provider without `checks` has PKCE and state by default, also if a function makes it", async () => {
    const { location } = await visitorOf(() => oauth.provider({ checks: undefined })).post("/signin/custom");
    for (const name of ["code_challenge", "state"]) expect(location?.searchParams.get(name)).toMatch(/^.{32}/);
  });

  it.each(["issuer", "authorization", "token", "userinfo"])(
    "an entry whose %s has no TLS is refused by that name, loopback apart",
    async (name) => {
      for (const endpoint of ["http://idp.example.com/a", { url: "http://idp.example.com/a" }])
        await expect(visitorOf(oauth.provider({ [name]: endpoint })).get("/csrf")).rejects.toThrow(
          `The provider "custom": ${name} must be https`,
        );
      const local = oauth.provider({ [name]: "http://localhost:1/a" });
      expect((await visitorOf(local).get("/csrf")).status).toBe(200);
    },
  );

  it.each<[string, SolidAuthConfig["providers"][number], object]>([
    ["its options", GitHub({ clientId: "own", authorization: { params: { login: "ada" } } }), { login: "ada" }],
    ["a client from the environment", GitHub, { client_id: "from-environment" }],
    ["one, if it is verified", verifiedGitHub, { client_id: "from-environment" }],
  ])("a built-in provider has %s", async (_, provider, parameters) => {
    vi.stubEnv("AUTH_GITHUB_ID", "from-environment");
    vi.stubEnv("AUTH_GITHUB_SECRET", "secret");
    const visitor = visitorOf(GitHub({ id: "other", clientId: "other" }), provider);
    const { origin, searchParams } = (await visitor.post("/signin/github")).location ?? {};
    expect(origin).toBe("https://github.com");
    const redirect_uri = `${ORIGIN}/api/auth/callback/github`;
    expect(Object.fromEntries(searchParams ?? [])).toMatchObject({ ...parameters, redirect_uri });
  });
});

it("skipCSRFCheck accepts forms without a token if its value is Auth.js's marker", async () => {
  const visitor = app.visitor({ skipCSRFCheck });
  const post = (path: string, body?: URLSearchParams) => visitor.visit(path, { method: "POST", body });
  await post("/signin/email", new URLSearchParams({ email: EMAIL }));
  await post("/callback/email", app.sent[0]?.url.searchParams);
  expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
  expect((await visitor.get("/csrf")).status).toBe(404);
  expect(await bindAuth(app.configWith({ skipCSRFCheck })).getCsrfToken(visitor.request())).toBe("");
  await post("/signout");
  expect(await visitor.session()).toBeNull();
});

it("skipCSRFCheck keeps the check when it is anything but the marker", async () => {
  const visitor = app.visitor({ skipCSRFCheck: true as never });
  for (const path of ["/signin/email", "/callback/email", "/signout"]) {
    const answer = await visitor.visit(path, { method: "POST", body: new URLSearchParams({ email: EMAIL }) });
    expect(answer.location?.searchParams.get("error")).toBe("MissingCSRF");
  }
});

it("raw is ignored: handlers answer with responses, and getSession reads the session", async () => {
  const { GET } = SolidAuth(app.configWith({ raw }));
  expect(await GET({ request: new Request(`${ORIGIN}/api/auth/session`) })).toBeInstanceOf(Response);
  const visitor = await app.signedIn();
  // @ts-expect-error The type checker refuses `raw` here. At run time it changes nothing.
  const session = await getSession(visitor.request(), { ...app.config, raw });
  expect(session).toMatchObject({ user: { email: EMAIL } });
});

it("the environment's values are not written into the configuration or its providers", async () => {
  vi.stubEnv("AUTH_SECRET", SECRET);
  vi.stubEnv("AUTH_CUSTOM_ID", "from the environment");
  vi.stubEnv("AUTH_REDIRECT_PROXY_URL", "https://proxy.example/api/auth");
  const provider = oauth.provider({ clientId: undefined, checks: ["pkce"] });
  const own = app.configWith({ providers: [emailProvider(), provider], secret: undefined, basePath: undefined });
  const before = [JSON.stringify(own), Object.keys(own)];
  const { searchParams } = (await new Visitor(own).post("/signin/custom")).location ?? {};
  expect([searchParams?.get("client_id"), searchParams?.has("state")]).toEqual(["from the environment", true]);
  expect([JSON.stringify(own), Object.keys(own)]).toEqual(before);
});
