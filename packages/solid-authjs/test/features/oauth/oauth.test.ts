// Signing in at an OAuth provider: GitHub's, simulated.

import { beforeEach, describe, expect, it } from "vitest";
import { STRATEGIES, useApplication } from "../../support/application";
import { ADA, CANCEL, GRACE, LOCAL_ORIGIN, useGitHub } from "../../support/peers";
import { type Answer, errorOf, outcome, type Visitor } from "../../support/visitor";

const INVALID = ["/api/auth/signin", "InvalidCheck", null];

const gitHub = useGitHub();
let visitor: Visitor;

/** Begins a sign-in. @returns the address at which the provider sends the browser back */
const begin = async (who = visitor, decision: Parameters<typeof gitHub.decide>[1] = ADA) =>
  gitHub.decide((await who.post("/signin/github")).location, decision);

describe.each(STRATEGIES)("GitHub, sessions by %s", (strategy) => {
  const app = useApplication(() => ({ providers: [gitHub.provider()], session: { strategy } }), LOCAL_ORIGIN);
  beforeEach(() => {
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

  function getWithout(cookie: string, back: URL): Promise<Answer> {
    expect(visitor.cookies.delete(`__Secure-authjs.${cookie}`)).toBe(true);
    return visitor.get(back);
  }

  it.each<[string, (back: URL) => Promise<Answer>, string]>([
    [
      "an altered state",
      (back) => visitor.get(back.href.replace(/state=[^&]*/, (state) => `${state}x`)),
      "InvalidCheck",
    ],
    ["a missing state", (back) => visitor.get(back.href.replace(/state=[^&]*/, "")), "InvalidCheck"],
    ["an answer without the state cookie", (back) => getWithout("state", back), "InvalidCheck"],
    ["an answer without the PKCE cookie", (back) => getWithout("pkce.code_verifier", back), "InvalidCheck"],
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
    expect(outcome(await answerWith(await begin()))).toEqual(["/api/auth/signin", error, null]);
    await expectNobody();
  });

  it("accepts a code once, and a callback that comes twice signs in once", async () => {
    const back = await begin();
    const thief = visitor.copy();
    await visitor.get(back);
    expect(outcome(await thief.get(back))).toEqual(["/api/auth/signin", "CallbackRouteError", null]);
    expect(await thief.session()).toBeNull();
    expect(outcome(await visitor.get(back))).toEqual(INVALID);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(await app.prisma.session.count()).toBe(strategy === "database" ? 1 : 0);
  });

  it("accepts a refusal only with the visitor's state", async () => {
    const back = await begin(visitor, CANCEL);
    back.searchParams.set("state", "forged");
    expect(outcome(await visitor.get(back))).toEqual(INVALID);
  });

  it("leaves no user behind when the account cannot be stored, so that the next attempt works", async () => {
    const linkAccount = () => Promise.reject(new Error("The disk is full."));
    const broken = visitor.copy(app.configWith({ adapter: { ...app.adapter, linkAccount } }));
    expect(outcome(await gitHub.signIn(broken))).toEqual(["/api/auth/error", "Configuration", null]);
    await expectNobody();
    expect(errorOf(await gitHub.signIn(visitor))).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });
});
