// Signing in at an OAuth provider: GitHub's, simulated.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { visitorErrorOf } from "../../../src/visitor-errors";
import { QUIET, STRATEGIES, useApplication } from "../../support/application";
import { ADA, CANCEL, GRACE, LOCAL_ORIGIN, useGitHub } from "../../support/peers";
import { type Answer, errorOf, outcome, type Visitor } from "../../support/visitor";

const INVALID = ["/sign-in", "InvalidCheck", null];

const gitHub = useGitHub();
const error = vi.fn();
let visitor: Visitor;

afterEach(() => gitHub.broken.clear());

/** Begins a sign-in. @returns the address at which the provider sends the browser back */
const begin = async (who = visitor, decision: Parameters<typeof gitHub.decide>[1] = ADA) =>
  gitHub.decide((await who.post("/signin/github")).location, decision);

describe.each(STRATEGIES)("GitHub, sessions by %s", (strategy) => {
  const app = useApplication(
    () => ({
      providers: [gitHub.provider()],
      session: { strategy },
      pages: { signIn: "/sign-in" },
      logger: { ...QUIET, error },
    }),
    LOCAL_ORIGIN,
  );
  beforeEach(() => {
    error.mockClear();
    visitor = app.visitor();
  });

  async function expectNobody() {
    expect(await visitor.session()).toBeNull();
    expect(await app.prisma.user.count()).toBe(0);
    expect(await app.prisma.session.count()).toBe(0);
  }

  it("signs up and in as one user, returns to the page that was asked for, and spends its cookies", async () => {
    const answer = await gitHub.signIn(visitor, ADA, { callbackUrl: "/protected?tab=1" });
    expect(answer.status).toBe(302);
    expect(answer.location?.href).toBe("https://localhost:3000/protected?tab=1");
    expect(await visitor.session()).toMatchObject({ user: { name: "Ada Lovelace", email: "ada@example.com" } });
    expect([...visitor.cookies.keys()].filter((name) => /state|pkce|nonce/.test(name))).toEqual([]);
    await gitHub.signIn(app.visitor());
    expect(await app.prisma.account.findMany()).toMatchObject([{ type: "oauth", provider: "github" }]);
    expect(await app.prisma.user.count()).toBe(1);
    expect(await app.prisma.session.count()).toBe(strategy === "database" ? 2 : 0);
  });

  it.each<[string, (back: URL) => Promise<Answer>, string]>([
    [
      "an altered state",
      (back) => visitor.get(back.href.replace(/state=[^&]*/, (state) => `${state}x`)),
      "InvalidCheck",
    ],
    ["a missing state", (back) => visitor.get(back.href.replace(/state=[^&]*/, "")), "InvalidCheck"],
    [
      "an answer without the PKCE cookie",
      (back) => {
        expect(visitor.cookies.delete("__Secure-authjs.pkce.code_verifier")).toBe(true);
        return visitor.get(back);
      },
      "InvalidCheck",
    ],
    ["a callback that began in another browser", (back) => app.visitor().get(back), "InvalidCheck"],
    [
      "another browser's callback where this one has begun a sign-in too",
      async () => visitor.get(await begin(app.visitor())),
      "InvalidCheck",
    ],
    [
      "a code for another browser's PKCE verifier",
      async (back) => {
        back.searchParams.set("code", (await begin(app.visitor(), GRACE)).searchParams.get("code") ?? "");
        return visitor.get(back);
      },
      "CallbackRouteError",
    ],
  ])("refuses %s", async (_, answerWith, error) => {
    expect(outcome(await answerWith(await begin()))).toEqual(["/sign-in", error, null]);
    await expectNobody();
  });

  it("accepts a code once, and a callback that comes twice signs in once", async () => {
    const back = await begin();
    const thief = visitor.copy();
    await visitor.get(back);
    expect(outcome(await thief.get(back))).toEqual(["/sign-in", "CallbackRouteError", null]);
    expect(await thief.session()).toBeNull();
    expect(outcome(await visitor.get(back))).toEqual(INVALID);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(await app.prisma.session.count()).toBe(strategy === "database" ? 1 : 0);
  });

  it("leaves no user behind when the account cannot be stored, so that the next attempt works", async () => {
    const linkAccount = () => Promise.reject(new Error("The disk is full."));
    const broken = visitor.copy(app.configWith({ adapter: { ...app.adapter, linkAccount } }));
    expect(outcome(await gitHub.signIn(broken))).toEqual(["/api/auth/error", "Configuration", null]);
    await expectNobody();
    expect(errorOf(await gitHub.signIn(visitor))).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });

  it("a visitor who cancels at the provider gets OAuthCallbackError, and the next attempt leads to the callback URL", async () => {
    const answer = await gitHub.signIn(visitor, CANCEL, { callbackUrl: "/protected" });
    expect(answer.location?.href).toBe(`${LOCAL_ORIGIN}/sign-in?error=OAuthCallbackError`);
    await expectNobody();
    expect((await gitHub.signIn(visitor)).location?.href).toBe(`${LOCAL_ORIGIN}/protected`);
  });

  it.each([
    ["redirect_uri_mismatch", ": Said by GitHub.", "refused&provider=github", "warn"],
    ["login_required", "", "interaction", "info"],
  ])(
    "a provider that answers %s%s: the page's words are about that, and the log says it once",
    async (said, description, code, level) => {
      const back = await begin(visitor, CANCEL);
      back.searchParams.set("error", said);
      if (description) back.searchParams.set("error_description", description.slice(2));
      expect((await visitor.get(back)).location?.search).toBe(`?error=OAuthCallbackError&code=${code}`);
      const text = `OAuthCallbackError: provider github: ${said}${description}`;
      expect(error.mock.calls.map(([each]) => visitorErrorOf(each))).toMatchObject([{ text, level }]);
    },
  );

  it("a provider that refuses the application's secret causes CallbackRouteError, which names the provider", async () => {
    const provider = gitHub.provider();
    const providers = [{ ...provider, options: { ...provider.options, clientSecret: "outdated" } }] as never;
    const { location } = await gitHub.signIn(app.visitor({ providers }));
    expect(location?.search).toBe("?error=CallbackRouteError&code=refused&provider=github");
    const text = expect.stringContaining("provider github: incorrect_client_credentials");
    expect(visitorErrorOf(error.mock.lastCall?.[0])).toMatchObject({ text, level: "warn" });
  });

  it.each([
    ["whose token endpoint answers 500", "/login/oauth/access_token", 500],
    ["whose profile cannot be fetched", "/api/v3/user", 503],
  ])("a provider %s causes CallbackRouteError on the sign-in page", async (_, path, status) => {
    gitHub.broken.set(path, status);
    expect((await gitHub.signIn(visitor)).location?.href).toBe(`${LOCAL_ORIGIN}/sign-in?error=CallbackRouteError`);
    await expectNobody();
  });
});
