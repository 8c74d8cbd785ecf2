// Failures between this application and an OAuth provider, and what the visitor sees.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { visitorErrorOf } from "../../../src/visitor-errors";
import { QUIET, useApplication } from "../../support/application";
import { CANCEL, LOCAL_ORIGIN, useGitHub } from "../../support/peers";

const github = useGitHub();
const logged = vi.fn();
beforeEach(() => void logged.mockClear());
afterEach(() => {
  github.broken.clear();
  vi.useRealTimers();
});

const app = useApplication(
  () => ({
    providers: [github.provider()],
    pages: { signIn: "/sign-in", error: "/oops" },
    logger: { ...QUIET, error: logged },
  }),
  LOCAL_ORIGIN,
);

const signInPage = (query: string) => `${LOCAL_ORIGIN}/sign-in?${query}`;

async function expectNobody() {
  expect(await app.prisma.user.count()).toBe(0);
  expect(await app.prisma.session.count()).toBe(0);
}

it("a visitor who cancels at the provider gets OAuthCallbackError, and the next attempt leads to the callback URL", async () => {
  const visitor = app.visitor();
  const answer = await github.signIn(visitor, CANCEL, { callbackUrl: "/protected" });
  expect(answer.location?.href).toBe(signInPage("error=OAuthCallbackError"));
  expect(visitor.sessionCookie).toBeUndefined();
  await expectNobody();
  expect((await github.signIn(visitor)).location?.href).toBe(`${LOCAL_ORIGIN}/protected`);
});

it.each([
  ["redirect_uri_mismatch", "refused", "warn"],
  ["login_required", "interaction", "info"],
])(
  "a provider that answers %s: the page's words are about that, and the log says it once",
  async (error, code, level) => {
    const visitor = app.visitor();
    const back = await github.decide((await visitor.post("/signin/github")).location, CANCEL);
    back.searchParams.set("error", error);
    back.searchParams.set("error_description", "Said by GitHub.");
    const { location } = await visitor.get(back);
    const named = code === "refused" ? "&provider=github" : "";
    expect(location?.href).toBe(signInPage(`error=OAuthCallbackError&code=${code}${named}`));
    expect(logged).toHaveBeenCalledOnce();
    expect(visitorErrorOf(logged.mock.lastCall?.[0])).toMatchObject({
      text: `OAuthCallbackError: provider github: ${error}: Said by GitHub.`,
      level,
    });
  },
);

it("a provider that refuses the application's secret causes CallbackRouteError, which names the provider", async () => {
  const provider = github.provider();
  const providers = [{ ...provider, options: { ...provider.options, clientSecret: "outdated" } }] as never;
  const { location } = await github.signIn(app.visitor({ providers }));
  expect(location?.href).toBe(signInPage("error=CallbackRouteError&code=refused&provider=github"));
  expect(visitorErrorOf(logged.mock.lastCall?.[0])).toMatchObject({
    text: expect.stringContaining("provider github: incorrect_client_credentials"),
    level: "warn",
  });
});

it.each([
  ["whose token endpoint answers 500", "/login/oauth/access_token", 500],
  ["whose profile cannot be fetched", "/api/v3/user", 503],
])("a provider %s causes CallbackRouteError on the sign-in page", async (_, path, status) => {
  github.broken.set(path, status);
  const visitor = app.visitor();
  expect((await github.signIn(visitor)).location?.href).toBe(signInPage("error=CallbackRouteError"));
  expect(visitor.sessionCookie).toBeUndefined();
  await expectNobody();
});
