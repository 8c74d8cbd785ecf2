// Connecting a provider's account to the signed-in user.

import type { OAuthConfig } from "@auth/core/providers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { STRATEGIES, useApplication } from "../../support/application";
import { CLIENT } from "../../support/oauth";
import { ADA, CANCEL, GRACE, LOCAL_ORIGIN, useGitHub } from "../../support/peers";
import { errorOf, outcome, type Visitor } from "../../support/visitor";

const CONNECT = { connect: "true" };
const INTENT = "__Host-authjs.link-intent";
const SIGN_IN = "/api/auth/signin";
const OWNER = { user: { email: "owner@example.com" } };
const MINUTE_MS = 60_000;
const DONE = ["/", null, null];
const SESSION_REQUIRED = [SIGN_IN, "SessionRequired", null];

const gitHub = useGitHub();
let visitor: Visitor;

describe.each(STRATEGIES)("a GitHub account while signed in, sessions by %s", (strategy) => {
  const isDatabase = strategy === "database";
  const app = useApplication(
    // The second is another site on the same simulation. The third has no state that ends with the sign-in.
    () => ({
      providers: [
        gitHub.provider(),
        { ...gitHub.provider(), id: "other" },
        { ...gitHub.provider(), id: "stateless", options: { ...CLIENT, checks: ["none"] } } as OAuthConfig<object>,
      ],
      session: { strategy, freshAge: 15 * 60 },
    }),
    LOCAL_ORIGIN,
  );
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    visitor = await app.signedIn("owner@example.com");
  });
  afterEach(() => void vi.useRealTimers());

  /** The accounts of the user with that address. */
  async function accountsOf(email = "owner@example.com"): Promise<string[]> {
    const { id: userId } = await app.prisma.user.findFirstOrThrow({ where: { email } });
    return (await app.prisma.account.findMany({ where: { userId } })).map(({ provider }) => provider).sort();
  }

  const begin = async (fields = {}, id = "github") => (await visitor.post(`/signin/${id}`, fields)).location;
  const expire = () => app.prisma.session.updateMany({ data: { expires: new Date(Date.now() - 1000) } });

  it("is linked when the visitor asked to connect it, with any address, even one that another user signs in with", async () => {
    await app.signedIn("ada@example.com");
    const location = await begin({ ...CONNECT, callbackUrl: "/account" });
    visitor.cookies.set("__Secure-authjs.nonce", "another provider's");
    expect(outcome(await visitor.get(await gitHub.decide(location)))).toEqual(["/account", null, null]);
    expect([await accountsOf(), await accountsOf("ada@example.com")]).toEqual([["github"], []]);
    expect(await visitor.session()).toMatchObject(OWNER);
    expect(visitor.cookies.has(INTENT)).toBe(false);
    const next = app.visitor();
    await gitHub.signIn(next);
    expect(await next.session()).toMatchObject(OWNER);
  });

  it("that the visitor refuses to share leads back to where Connect was pressed, and links nothing", async () => {
    const answer = await gitHub.signIn(visitor, CANCEL, { ...CONNECT, callbackUrl: "/account#methods" });
    expect(outcome(answer)).toEqual(["/account", "OAuthCallbackError", "connect"]);
    expect(answer.location?.hash).toBe("");
    expect(await accountsOf()).toEqual([]);
    const withoutConnect = await gitHub.signIn(visitor, CANCEL, { callbackUrl: "/account" });
    expect(outcome(withoutConnect)).toEqual([SIGN_IN, "OAuthCallbackError", null]);
  });

  async function intentFor(id: string): Promise<string> {
    await begin(CONNECT, id);
    return visitor.cookies.get(INTENT) ?? "";
  }

  async function expectNotLinked(location: URL | undefined) {
    const before = visitor.sessionCookie;
    const answer = await visitor.get(await gitHub.decide(location));
    expect(outcome(answer)).toEqual([SIGN_IN, "OAuthAccountNotLinked", "signed_in"]);
    expect([await app.prisma.account.count(), await app.prisma.user.count()]).toEqual([0, 1]);
    expect(visitor.sessionCookie).toEqual(before);
    expect(await visitor.session()).toMatchObject(OWNER);
  }

  it.each<[string, () => string | Promise<string>, string?]>([
    ["an account that the visitor did not ask to connect is not", () => ""],
    ["a forged intent connects no account", () => "eyJhbGciOiJkaXIifQ..forged"],
    ["an intent for another provider connects no account", () => intentFor("other")],
    [
      "a copy of an intent connects no account after 15 minutes, when the browser has deleted it",
      async () => {
        const intent = await intentFor("stateless");
        vi.setSystemTime(Date.now() + 15 * MINUTE_MS + 20_000);
        return intent;
      },
      "stateless",
    ],
  ])("%s", async (_, intentOf, id) => {
    const intent = await intentOf();
    const location = await begin({}, id);
    // One that was left over connects no account either.
    expect(visitor.cookies.has(INTENT)).toBe(false);
    if (intent) visitor.cookies.set(INTENT, intent);
    await expectNotLinked(location);
  });

  it("no sign-in that an attacker has begun is connected: a sibling subdomain has set its checks", async () => {
    expect((await begin(CONNECT))?.searchParams.has("state")).toBe(true);
    const attacker = app.visitor();
    const begun = await attacker.post("/signin/github");
    // Cookies of a parent domain with a longer path are sent first, and the first value counts.
    for (const name of ["__Secure-authjs.state", "__Secure-authjs.pkce.code_verifier"])
      visitor.cookies.set(name, attacker.cookies.get(name) ?? "");
    await expectNotLinked(begun.location);
  });

  it.each<[string, () => unknown, (string | null)[], string | undefined]>([
    ["signed out", () => visitor.post("/signout"), SESSION_REQUIRED, undefined],
    [
      "been followed by another user",
      () => app.signIn(visitor, "second@example.com"),
      ["/api/auth/error", "OtherUser", null],
      "second@example.com",
    ],
    [
      "been deleted",
      () => app.prisma.user.deleteMany(),
      SESSION_REQUIRED,
      // A JWT is read without the database.
      isDatabase ? undefined : "owner@example.com",
    ],
    [
      "been signed in for too long: a fresh sign-in is needed when it ends, too",
      () => void vi.setSystemTime(Date.now() + 15 * MINUTE_MS),
      [SIGN_IN, "FreshSignInRequired", null],
      "owner@example.com",
    ],
    ...(isDatabase ? [["expired" as const, expire, SESSION_REQUIRED, undefined] as never] : []),
  ])("is not linked to a user who has meanwhile %s", async (_, act, expected, email) => {
    const back = await gitHub.decide(await begin(CONNECT));
    await act();
    expect(outcome(await visitor.get(back))).toEqual(expected);
    expect(visitor.cookies.has(INTENT)).toBe(false);
    expect(await app.prisma.account.count()).toBe(0);
    expect(await app.prisma.user.findFirst({ where: { email: "ada@example.com" } })).toBeNull();
    expect((await visitor.session())?.user?.email).toBe(email);
  });

  it("another user's GitHub account neither switches nor links users", async () => {
    await gitHub.signIn(app.visitor(), ADA);
    expect(outcome(await gitHub.signIn(visitor))).toEqual([SIGN_IN, "OAuthAccountNotLinked", "other_user"]);
    const connected = await gitHub.signIn(visitor, ADA, { ...CONNECT, callbackUrl: "/account" });
    expect(outcome(connected)).toEqual(["/account", "OAuthAccountNotLinked", "other_user"]);
    expect(await accountsOf()).toEqual([]);
    expect(await visitor.session()).toMatchObject(OWNER);
  });

  it("connects once: a copy of its cookie connects no second account", async () => {
    const location = await begin(CONNECT);
    const begun = [...visitor.cookies].filter(([name]) => /link-intent|state|pkce/.test(name));
    expect(begun).toHaveLength(3);
    expect(errorOf(await visitor.get(await gitHub.decide(location)))).toBeNull();
    // The provider's page, opened once more, gives another code for the same sign-in.
    for (const [name, value] of begun) visitor.cookies.set(name, value);
    expect(errorOf(await visitor.get(await gitHub.decide(location, GRACE)))).toBe("InvalidCheck");
    expect(await app.prisma.account.count()).toBe(1);
  });

  it("adds no second account of a provider, which its page would not show, before the first is disconnected", async () => {
    await gitHub.signIn(visitor, ADA, CONNECT);
    const connectGrace = () => gitHub.signIn(visitor, GRACE, { ...CONNECT, callbackUrl: "/account" });
    expect(outcome(await connectGrace())).toEqual(["/account", "OAuthAccountNotLinked", "second"]);
    expect(await accountsOf()).toEqual(["github"]);
    expect(errorOf(await gitHub.signIn(app.visitor(), ADA))).toBeNull();
    expect(await visitor.session()).toMatchObject(OWNER);
    await app.prisma.account.deleteMany();
    expect(outcome(await connectGrace())).toEqual(["/account", null, null]);
    expect(await app.prisma.user.count()).toBe(1);
  });

  it("is connected by no visitor who is signed out, or whose session has expired", async () => {
    if (isDatabase) await expire();
    else visitor = app.visitor();
    expect(outcome(await visitor.post("/signin/github", CONNECT))).toEqual(SESSION_REQUIRED);
    expect([...visitor.cookies.keys()].filter((name) => /state|link-intent/.test(name))).toEqual([]);
    expect(outcome(await gitHub.signIn(visitor, ADA))).toEqual(DONE);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(await accountsOf()).toEqual([]);
  });

  if (isDatabase)
    it("changes the session's token, and tells the adapter which session connects an account: one that has ended meanwhile connects none", async () => {
      const linkAccount = vi.fn(app.adapter.linkAccount);
      const old = visitor.copy();
      visitor = visitor.copy(app.configWith({ adapter: { ...app.adapter, linkAccount } }));
      await gitHub.signIn(visitor, ADA, CONNECT);
      expect(await visitor.session()).toMatchObject(OWNER);
      expect(linkAccount.mock.calls.map(([, grant]) => grant?.sessionToken)).toEqual([old.sessionCookie?.[1]]);
      expect(await old.session()).toBeNull();
    });
});
