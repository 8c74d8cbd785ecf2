// Failures between this application and an OAuth provider, and what the visitor sees.

import { afterEach, describe, expect, it, vi } from "vitest";
import { visitorErrorOf } from "../../../src/visitor-errors";
import { useApplication } from "../../support/application";
import { unreachableUrl } from "../../support/peer";
import { CANCEL, LOCAL_ORIGIN, useGitHub } from "../../support/peers";
import { errorOf } from "../../support/visitor";

const github = useGitHub();
afterEach(() => {
  github.broken.clear();
  vi.useRealTimers();
});

describe.each(["database", "jwt"] as const)("a failed OAuth sign-in, under %s", (strategy) => {
  const app = useApplication(
    () => ({ providers: [github.provider()], session: { strategy }, pages: { signIn: "/sign-in", error: "/oops" } }),
    LOCAL_ORIGIN,
  );

  const signInPage = (query: string) => `${LOCAL_ORIGIN}/sign-in?${query}`;

  async function expectNobody() {
    expect(await app.prisma.user.count()).toBe(0);
    expect(await app.prisma.session.count()).toBe(0);
  }

  it("a visitor who cancels at the provider: OAuthCallbackError, and the next attempt leads to the callback URL", async () => {
    const visitor = app.visitor();
    const answer = await github.signIn(visitor, CANCEL, { callbackUrl: "/protected" });
    expect(answer.location?.href).toBe(signInPage("error=OAuthCallbackError"));
    expect(visitor.sessionCookie).toBeUndefined();
    await expectNobody();
    expect((await github.signIn(visitor)).location?.href).toBe(`${LOCAL_ORIGIN}/protected`);
  });

  it.each([
    ["redirect_uri_mismatch", "refused"],
    ["application_suspended", "refused"],
    ["server_error", "refused"],
    ["login_required", "interaction"],
  ])("a provider that answers %s: the page's words are about that, and the log says it once", async (error, code) => {
    const logged = vi.fn();
    const visitor = app.visitor({ logger: { error: logged, warn() {}, debug() {} } });
    const back = await github.decide((await visitor.post("/signin/github")).location, CANCEL);
    back.searchParams.set("error", error);
    back.searchParams.set("error_description", "Said by GitHub.");
    const { location } = await visitor.get(back);
    expect(location?.pathname).toBe("/sign-in");
    const named = code === "refused" && { provider: "github" };
    expect(Object.fromEntries(location?.searchParams ?? [])).toEqual({ error: "OAuthCallbackError", code, ...named });
    expect(logged).toHaveBeenCalledOnce();
    expect(visitorErrorOf(logged.mock.lastCall?.[0])).toMatchObject({
      text: `OAuthCallbackError: provider github: ${error}: Said by GitHub.`,
      level: code === "refused" ? "warn" : "info",
    });
  });

  it("a provider that refuses the application's secret: CallbackRouteError that names the provider", async () => {
    const logged = vi.fn();
    const provider = { ...github.provider(), clientSecret: "outdated" };
    const { options, ...rest } = provider as typeof provider & { options?: object };
    const providers = [{ ...rest, options: { ...options, clientSecret: "outdated" } }] as never;
    const visitor = app.visitor({ providers, logger: { error: logged, warn() {}, debug() {} } });
    const { location } = await github.signIn(visitor);
    expect(location?.href).toBe(signInPage("error=CallbackRouteError&code=refused&provider=github"));
    expect(visitorErrorOf(logged.mock.lastCall?.[0])).toMatchObject({
      text: expect.stringContaining("provider github: incorrect_client_credentials"),
      level: "warn",
    });
  });

  it("a redirect callback that throws or returns nothing is the application's fault, and not the provider's", async () => {
    for (const redirect of [() => undefined, () => Promise.reject(new Error("The directory is down."))]) {
      const visitor = app.visitor({ callbacks: { redirect: redirect as never } });
      expect(errorOf(await visitor.post("/signin/github", { callbackUrl: "/" }))).toBe("Configuration");
    }
  });

  it.each([
    ["/login/oauth/access_token", 500],
    ["/login/oauth/access_token", 404],
    ["/api/v3/user", 503],
  ])("a provider whose %s answers %i: CallbackRouteError on the sign-in page", async (path, status) => {
    github.broken.set(path, status);
    const visitor = app.visitor();
    expect((await github.signIn(visitor)).location?.href).toBe(signInPage("error=CallbackRouteError"));
    expect(visitor.sessionCookie).toBeUndefined();
    await expectNobody();
  });

  it("a profile that cannot be read: CallbackRouteError on the sign-in page", async () => {
    const provider = github.provider();
    const profile = () => {
      throw new TypeError("Unheard of.");
    };
    const visitor = app.visitor({ providers: [{ ...provider, profile }] });
    expect((await github.signIn(visitor)).location?.href).toBe(signInPage("error=CallbackRouteError"));
    await expectNobody();
  });

  it("an unreachable provider that has to be discovered: OAuthSignInError", async () => {
    const issuer = await unreachableUrl();
    const provider = { id: "idp", name: "An IdP", type: "oidc" as const, issuer, clientId: "client" };
    const visitor = app.visitor({ providers: [provider] });
    const answer = await visitor.post("/signin/idp", { callbackUrl: "/protected" });
    expect(answer.location?.pathname).toBe("/sign-in");
    expect(Object.fromEntries(answer.location?.searchParams ?? [])).toEqual({
      error: "OAuthSignInError",
      callbackUrl: `${LOCAL_ORIGIN}/protected`,
    });
  });

  it("a visitor who takes more than 15 minutes at the provider: InvalidCheck", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const visitor = app.visitor();
    const started = await visitor.post("/signin/github");
    vi.setSystemTime(Date.now() + 16 * 60 * 1000);
    const answer = await visitor.get(await github.decide(started.location));
    expect(answer.location?.href).toBe(signInPage("error=InvalidCheck"));
    await expectNobody();
  });

  it("a callback that comes twice signs in once", async () => {
    const visitor = app.visitor();
    const back = await github.decide((await visitor.post("/signin/github")).location);
    await visitor.get(back);
    const second = await visitor.get(back);
    expect(second.location?.pathname).toBe("/sign-in");
    expect(second.location?.searchParams.get("error")).toBe("InvalidCheck");
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });

  it.each(["getUserByAccount", "createUser", "linkAccount"] as const)(
    "a database that fails at %s: Configuration on the error page, and no user without an account",
    async (method) => {
      const failing = { [method]: () => Promise.reject(new Error("Out of order.")) };
      const visitor = app.visitor({ adapter: { ...app.config.adapter, ...failing } });
      expect((await github.signIn(visitor)).location?.href).toBe(`${LOCAL_ORIGIN}/oops?error=Configuration`);
      expect(visitor.sessionCookie).toBeUndefined();
      await expectNobody();
    },
  );
});
