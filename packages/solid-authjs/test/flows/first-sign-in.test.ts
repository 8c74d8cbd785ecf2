// Several first sign-ins of one provider's user at the same moment.

import { describe, expect, it, vi } from "vitest";
import { causesOf } from "../../src/visitor-errors";
import { STRATEGIES, useApplication } from "../support/application";
import { ADA, LOCAL_ORIGIN, useGitHub, useOAuth } from "../support/peers";
import { errorOf } from "../support/visitor";

const BROWSERS = 8;
const ROUNDS = 5;

const github = useGitHub();
const oauth = useOAuth();

describe.each(STRATEGIES)("first sign-ins of a provider's user at once, sessions by %s", (strategy) => {
  const app = useApplication(() => ({ providers: [github.provider()], session: { strategy } }), LOCAL_ORIGIN);

  it("sign all browsers in as one user, who is created once, and log no fault", async () => {
    const createUser = vi.fn();
    const linkAccount = vi.fn();
    const error = vi.fn();
    Object.assign(app.config, { events: { createUser, linkAccount }, logger: { error, warn() {}, debug() {} } });
    for (let round = 0; round < ROUNDS; round++) {
      const person = { ...ADA, login: `ada${round}`, email: `ada${round}@example.com` };
      const visitors = Array.from({ length: BROWSERS }, () => app.visitor());
      const backs = await Promise.all(
        visitors.map(async (each) => github.decide((await each.post("/signin/github")).location, person)),
      );
      const answers = await Promise.all(visitors.map((each, index) => each.get(backs[index] as URL)));
      expect(answers.map(errorOf)).toEqual(Array(BROWSERS).fill(null));
      for (const each of visitors) expect(await each.session()).toMatchObject({ user: { email: person.email } });
    }
    expect(await app.prisma.user.count()).toBe(ROUNDS);
    expect(await app.prisma.account.count()).toBe(ROUNDS);
    expect(createUser).toHaveBeenCalledTimes(ROUNDS);
    expect(linkAccount).toHaveBeenCalledTimes(ROUNDS);
    expect(error).not.toHaveBeenCalled();
  });

  it("sign in to the account that another request has stored between two look-ups, and report nothing", async () => {
    const createUser = vi.fn();
    const linkAccount = vi.fn();
    const { adapter } = app;
    let account: { provider: string; providerAccountId: string } | undefined;
    const getUserByAccount: typeof adapter.getUserByAccount = async (asked) => {
      account = asked;
      return (await adapter.getUserByAccount?.(asked)) ?? null;
    };
    const getUserByEmail: typeof adapter.getUserByEmail = async (email) => {
      const user = await adapter.createUser?.({ id: "", email, emailVerified: null });
      if (user && account) await adapter.linkAccount?.({ ...account, userId: user.id, type: "oauth" });
      return user ?? null;
    };
    const events = { createUser, linkAccount };
    const visitor = app.visitor({ adapter: { ...adapter, getUserByAccount, getUserByEmail }, events });
    expect(errorOf(await github.signIn(visitor))).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email: ADA.email } });
    expect(await app.prisma.account.count()).toBe(1);
    expect(createUser).not.toHaveBeenCalled();
    expect(linkAccount).not.toHaveBeenCalled();
  });

  it("name in the log why an account cannot be stored, with an adapter that takes nothing but an account's key", async () => {
    const error = vi.fn();
    const { adapter } = app;
    const linkAccount = () => Promise.reject(new Error("The column session_state does not exist."));
    const getUserByAccount: typeof adapter.getUserByAccount = async (asked) => {
      const others = Object.keys(asked).filter((key) => !["provider", "providerAccountId"].includes(key));
      if (others.length > 0) throw new Error(`Unknown argument ${others.join()}`);
      return (await adapter.getUserByAccount?.(asked)) ?? null;
    };
    const own = { ...adapter, linkAccount, getUserByAccount };
    await github.signIn(app.visitor({ adapter: own, logger: { error, warn() {}, debug() {} } }));
    expect(causesOf(error.mock.lastCall?.[0]).map(String).join()).toContain("session_state");
  });

  it("ask a person without an address to add one, with each adapter that needs it", async () => {
    const error = vi.fn();
    const { adapter } = app;
    const createUser = () => Promise.reject(new Error("Argument email is missing."));
    const getUserByEmail: typeof adapter.getUserByEmail = async (email) => {
      if (email === undefined) throw new Error("needs at least one of id or email");
      return (await adapter.getUserByEmail?.(email)) ?? null;
    };
    oauth.profile = { id: "1", name: "Ada" };
    const visitor = app.visitor({
      providers: [oauth.provider()],
      adapter: { ...adapter, createUser, getUserByEmail },
      logger: { error, warn() {}, debug() {} },
    });
    const { location } = await oauth.signIn(visitor);
    expect([location?.searchParams.get("error"), location?.searchParams.get("code")]).toEqual([
      "OAuthSignInError",
      "no_email",
    ]);
    expect(causesOf(error.mock.lastCall?.[0]).map(String).join()).toContain("Argument email is missing");
  });

  it("ask to try again, without a fault in the log, where the account is not stored yet", async () => {
    const error = vi.fn();
    const { adapter } = app;
    const createUser: typeof adapter.createUser = async (user) => {
      // Another request has come first, and goes on later.
      await adapter.createUser?.(user);
      return adapter.createUser?.(user) as never;
    };
    const visitor = app.visitor({ adapter: { ...adapter, createUser }, logger: { error, warn() {}, debug() {} } });
    const { location } = await github.signIn(visitor);
    expect(location?.pathname).toBe("/api/auth/signin");
    expect(location?.searchParams.get("error")).toBe("InvalidCheck");
    expect(location?.searchParams.get("code")).toBe("simultaneous");
    expect(error.mock.calls.map(([each]) => each.type)).toEqual(["InvalidCheck"]);
  });
});
