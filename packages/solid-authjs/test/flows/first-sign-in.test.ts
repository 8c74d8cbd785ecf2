// Several first sign-ins of one provider's user at the same moment.

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SolidAuthAdapter } from "../../src";
import { STRATEGIES, useApplication } from "../support/application";
import { ADA, LOCAL_ORIGIN, useGitHub, useOAuth } from "../support/peers";
import { errorOf, outcome, type Visitor } from "../support/visitor";

const BROWSERS = 8;
const ROUNDS = 5;

const github = useGitHub();
const oauth = useOAuth();
const createUser = vi.fn();
const linkAccount = vi.fn();
const error = vi.fn();

describe.each(STRATEGIES)("first sign-ins of a provider's user at once, sessions by %s", (strategy) => {
  const app = useApplication(
    () => ({
      providers: [github.provider(), oauth.provider()],
      session: { strategy },
      events: { createUser, linkAccount },
      logger: { error, warn() {}, debug() {} },
    }),
    LOCAL_ORIGIN,
  );
  beforeEach(() => void vi.clearAllMocks());

  /** A browser, where the adapter has these methods in place of its own. */
  const visitorWith = (methods: SolidAuthAdapter): Visitor => app.visitor({ adapter: { ...app.adapter, ...methods } });

  it("sign all browsers in as one user, who is created once, and log no fault", async () => {
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
    const counts = [await app.prisma.user.count(), await app.prisma.account.count()];
    expect([...counts, createUser.mock.calls.length, linkAccount.mock.calls.length]).toEqual(Array(4).fill(ROUNDS));
    expect(error).not.toHaveBeenCalled();
  });

  it("sign in to the account that another request has stored between two look-ups, and report nothing", async () => {
    const { adapter } = app;
    let account = { provider: "", providerAccountId: "" };
    const visitor = visitorWith({
      async getUserByAccount(asked) {
        account = asked;
        return (await adapter.getUserByAccount?.(asked)) ?? null;
      },
      async getUserByEmail(email) {
        const user = await adapter.createUser?.({ id: "", email, emailVerified: null });
        if (user) await adapter.linkAccount?.({ ...account, userId: user.id, type: "oauth" });
        return user ?? null;
      },
    });
    expect(errorOf(await github.signIn(visitor))).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email: ADA.email } });
    expect(await app.prisma.account.count()).toBe(1);
    expect([createUser.mock.calls, linkAccount.mock.calls]).toEqual([[], []]);
  });

  it("ask to try again, without a fault in the log, where the account is not stored yet", async () => {
    const { adapter } = app;
    const visitor = visitorWith({
      async createUser(user) {
        // Another request has come first, and goes on later.
        await adapter.createUser?.(user);
        return adapter.createUser?.(user) as never;
      },
    });
    expect(outcome(await github.signIn(visitor))).toEqual(["/api/auth/signin", "InvalidCheck", "simultaneous"]);
    expect(error.mock.calls.map(([each]) => each.type)).toEqual(["InvalidCheck"]);
  });
});
