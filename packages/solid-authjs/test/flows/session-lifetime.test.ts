// The absolute lifetime: a session ends even if it is in use.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SolidAuthConfig } from "../../src";
import { EMAIL, STRATEGIES, useApplication } from "../support/application";
import { ADA, LOCAL_ORIGIN, useGitHub } from "../support/peers";
import { errorOf, type Visitor } from "../support/visitor";

const START = Date.now();
const DAY_SECONDS = 86_400;
const NINETY_DAYS_SECONDS = 7_776_000;

const gitHub = useGitHub();
const app = useApplication(() => ({ providers: [gitHub.provider()] }), LOCAL_ORIGIN);

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START }));
afterEach(() => void vi.useRealTimers());

const at = (seconds: number) => vi.setSystemTime(START + seconds * 1000);
const signedIn = (session: SolidAuthConfig["session"]) => app.signedIn(EMAIL, { session });

/** Visits before each time at which the session would end without, and on the last day. */
async function visitUntil(visitor: Visitor, lastDay: number) {
  for (const day of [20, 40, 60, 80, lastDay]) {
    at(day * DAY_SECONDS);
    expect(await visitor.session(), `day ${day}`).toMatchObject({ user: { email: EMAIL } });
  }
}

describe.each(STRATEGIES)("session.absoluteMaxAge under %s", (strategy) => {
  it("the default is 90 days: visits prolong the session until then, its rights too, and not a minute longer", async () => {
    const visitor = await signedIn({ strategy });
    await visitUntil(visitor, 80);
    const end = START + NINETY_DAYS_SECONDS * 1000;
    const expires = new Date((await visitor.session())?.expires ?? 0).valueOf();
    expect(expires).toBeLessThanOrEqual(end + 1000);
    expect(expires).toBeGreaterThan(end - 2000);
    at(89 * DAY_SECONDS);
    expect(await visitor.session()).not.toBeNull();
    const thief = visitor.copy();
    at(NINETY_DAYS_SECONDS + 60);
    expect(errorOf(await visitor.post("/signin/github", { connect: "true" }))).toBe("SessionRequired");
    expect(await visitor.session()).toBeNull();
    expect(visitor.sessionCookie).toBeUndefined();
    expect(await thief.session()).toBeNull();
    expect(await app.prisma.session.count()).toBe(0);
  });

  it.each<[string, (visitor: Visitor) => unknown, boolean]>([
    [
      "is the same after an account was connected",
      (visitor) => gitHub.signIn(visitor, ADA, { connect: "true" }),
      false,
    ],
    ["starts again with each sign-in", (visitor) => app.signIn(visitor), true],
  ])("%s", async (_, act, lives) => {
    const visitor = await signedIn({ strategy });
    await visitUntil(visitor, 80);
    await act(visitor);
    expect(await app.prisma.account.count()).toBe(lives ? 0 : 1);
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
    at(NINETY_DAYS_SECONDS + 60);
    expect((await visitor.session()) !== null).toBe(lives);
  });
});

it("a jwt callback that builds a new token does not make the session younger", async () => {
  app.config = { ...app.config, callbacks: { jwt: ({ token }) => ({ sub: token.sub, email: token.email }) } };
  const visitor = await signedIn({ strategy: "jwt" });
  await visitUntil(visitor, 89);
  at(NINETY_DAYS_SECONDS + 60);
  expect(await visitor.session()).toBeNull();
});
