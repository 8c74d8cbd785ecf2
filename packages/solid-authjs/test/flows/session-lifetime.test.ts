// The lifetimes of SPEC.md: their defaults, and the effect of other values. And the absolute lifetime: a session ends
// even if it is in use.

import { getToken } from "@auth/core/jwt";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SolidAuthConfig } from "../../src";
import { EMAIL, SECRET, STRATEGIES, useApplication } from "../support/application";
import { ADA, LOCAL_ORIGIN, useGitHub } from "../support/peers";
import { errorOf, type Visitor } from "../support/visitor";

const START = new Date("2030-01-01T12:00:00Z").valueOf();
const DAY_SECONDS = 86_400;
const THIRTY_DAYS_SECONDS = 2_592_000;
const NINETY_DAYS_SECONDS = 7_776_000;

const gitHub = useGitHub();
const app = useApplication(() => ({ providers: [gitHub.provider()] }), LOCAL_ORIGIN);

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START }));

const at = (seconds: number) => vi.setSystemTime(START + seconds * 1000);
const dateAt = (seconds: number) => new Date(START + seconds * 1000);
const signedIn = (session: SolidAuthConfig["session"]) => app.signedIn(EMAIL, { session });

/** When the session ends by its row or its token. */
async function endOf(visitor: Visitor, strategy: (typeof STRATEGIES)[number]): Promise<Date> {
  if (strategy === "database") return (await app.prisma.session.findFirstOrThrow()).expires;
  const token = await getToken({ req: visitor.request(), secret: SECRET, secureCookie: true });
  return new Date((token?.exp ?? 0) * 1000);
}

describe.each(STRATEGIES)("session.maxAge under %s", (strategy) => {
  it.each([undefined, 7 * DAY_SECONDS])(
    "a session's age is 30 days, or %s: the store, the cookie and the session say so",
    async (maxAge) => {
      const visitor = app.visitor({ session: { strategy, maxAge } });
      const cookie = (await app.signIn(visitor)).set.get("__Secure-authjs.session-token");
      const end = dateAt(maxAge ?? THIRTY_DAYS_SECONDS);
      expect(await endOf(visitor, strategy)).toEqual(end);
      expect(cookie).toContain(`Expires=${end.toUTCString()}`);
      expect((await visitor.session())?.expires).toBe(end.toISOString());
    },
  );

  it("a visit is in time on the last day, and not a day later", async () => {
    const visitor = await signedIn({ strategy });
    at(THIRTY_DAYS_SECONDS - 60);
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
    const idle = await signedIn({ strategy });
    at(2 * THIRTY_DAYS_SECONDS + 60);
    expect(await idle.session()).toBeNull();
  });
});

describe.each(STRATEGIES)("session.updateAge under %s", (strategy) => {
  it.each([
    ["the default is a day: the row is extended after it, not before", {}, DAY_SECONDS],
    ["the configured time extends the session after it, not before", { updateAge: 60 }, 60],
    ["zero extends the session at every access", { updateAge: 0 }, 1],
    ["a shorter life is extended in its middle", { maxAge: 120 }, 60],
  ])("%s", async (_, session, seconds) => {
    const visitor = await signedIn({ strategy, ...session });
    const { maxAge = THIRTY_DAYS_SECONDS } = { maxAge: undefined, ...session };
    at(seconds - 1);
    expect((await visitor.get("/session")).set.size).toBe(seconds === 1 ? 1 : 0);
    expect(await endOf(visitor, strategy)).toEqual(dateAt(maxAge));
    at(seconds);
    await visitor.session();
    expect(await endOf(visitor, strategy)).toEqual(dateAt(seconds + maxAge));
  });
});

it.each([
  ["a shorter jwt.maxAge", {}, { maxAge: 3600 }],
  ["a shorter maxAge than jwt.maxAge", { maxAge: 3600 }, { maxAge: 4 * DAY_SECONDS }],
] as const)("a day between updates lets no JWT end in use with %s", async (_, session, jwt) => {
  const visitor = await app.signedIn(EMAIL, { session: { strategy: "jwt", updateAge: DAY_SECONDS, ...session }, jwt });
  for (let half = 1; half < 5; half++) {
    at(half * 1800);
    expect(await visitor.session(), `${half}`).toMatchObject({ user: { email: EMAIL } });
  }
});

it("the session token: the default is 256 random bits, and generateSessionToken replaces it", async () => {
  const tokens = [await signedIn({}), await signedIn({})].map(({ sessionCookie }) => sessionCookie?.[1]);
  for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(tokens).size).toBe(2);
  const visitor = await signedIn({ generateSessionToken: () => "my-own-token" });
  expect(visitor.sessionCookie?.[1]).toBe("my-own-token");
  expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
});

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
