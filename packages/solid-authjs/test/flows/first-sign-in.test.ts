// Several first sign-ins of one provider's user at the same moment.

import { describe, expect, it, vi } from "vitest";
import { STRATEGIES, useApplication } from "../support/application";
import { ADA, LOCAL_ORIGIN, useGitHub } from "../support/peers";
import { errorOf } from "../support/visitor";

const BROWSERS = 8;
const ROUNDS = 5;

const github = useGitHub();

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
