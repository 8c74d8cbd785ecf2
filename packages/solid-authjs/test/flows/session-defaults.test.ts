// The lifetimes of SPEC.md: their defaults, and the effect of other values.

import { getToken } from "@auth/core/jwt";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SolidAuthConfig } from "../../src";
import { EMAIL, SECRET, STRATEGIES, useApplication } from "../support/application";
import type { Visitor } from "../support/visitor";

const START = new Date("2030-01-01T12:00:00Z").valueOf();
const DAY_SECONDS = 86_400;
const THIRTY_DAYS_SECONDS = 2_592_000;

const app = useApplication();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START }));
afterEach(() => void vi.useRealTimers());

const at = (seconds: number) => vi.setSystemTime(START + seconds * 1000);
const dateAt = (seconds: number) => new Date(START + seconds * 1000);

/** A visitor who has just signed in, and when the browser will drop the session cookie. */
async function signedIn(session: SolidAuthConfig["session"]) {
  const visitor = app.visitor({ session });
  const answer = await app.signIn(visitor);
  return { visitor, cookie: answer.set.get("__Secure-authjs.session-token") ?? "" };
}

/** When the JWT in the cookie expires, in seconds since START. */
async function expiryOfToken(visitor: Visitor) {
  const token = await getToken({ req: visitor.request(), secret: SECRET, secureCookie: true });
  return (token?.exp ?? 0) - START / 1000;
}

/** When the session ends by its row or its token. */
async function endOf(visitor: Visitor, strategy: (typeof STRATEGIES)[number]): Promise<Date> {
  return strategy === "jwt" ? dateAt(await expiryOfToken(visitor)) : storedExpiry();
}

const storedExpiry = async () => (await app.prisma.session.findFirstOrThrow()).expires;

describe("session.maxAge", () => {
  it.each([
    ["30 days by default", "database", undefined],
    ["as configured", "database", 7 * DAY_SECONDS],
    ["30 days by default", "jwt", undefined],
    ["as configured", "jwt", 7 * DAY_SECONDS],
  ] as const)(
    "a session's age is %s under %s: the store, the cookie and the session say so",
    async (_, strategy, maxAge) => {
      const { visitor, cookie } = await signedIn({ strategy, maxAge });
      const end = dateAt(maxAge ?? THIRTY_DAYS_SECONDS);
      expect(await endOf(visitor, strategy)).toEqual(end);
      expect(cookie).toContain(`Expires=${end.toUTCString()}`);
      expect((await visitor.session())?.expires).toBe(end.toISOString());
    },
  );

  it.each(STRATEGIES)("a visit under %s is in time on the last day, and not a day later", async (strategy) => {
    const { visitor } = await signedIn({ strategy });
    at(THIRTY_DAYS_SECONDS - 60);
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
    const idle = (await signedIn({ strategy })).visitor;
    at(2 * THIRTY_DAYS_SECONDS + 60);
    expect(await idle.session()).toBeNull();
  });
});

describe("session.updateAge", () => {
  it.each([
    ["the default is a day: the row is extended after it, not before", undefined, DAY_SECONDS],
    ["the configured time extends the row after it, not before", 60, 60],
  ])("%s", async (_, updateAge, seconds) => {
    const { visitor } = await signedIn({ updateAge });
    at(seconds - 1);
    await visitor.session();
    expect(await storedExpiry()).toEqual(dateAt(THIRTY_DAYS_SECONDS));
    at(seconds);
    await visitor.session();
    expect(await storedExpiry()).toEqual(dateAt(seconds + THIRTY_DAYS_SECONDS));
  });

  it.each(STRATEGIES)("zero extends a session under %s at every access", async (strategy) => {
    const { visitor } = await signedIn({ strategy, updateAge: 0 });
    for (const seconds of [1, 2]) {
      at(seconds);
      await visitor.session();
      expect(await endOf(visitor, strategy)).toEqual(dateAt(seconds + THIRTY_DAYS_SECONDS));
    }
  });

  it.each([
    ["after a day by default", {}, DAY_SECONDS],
    ["as configured", { updateAge: 60 }, 60],
    ["in the middle of a shorter life", { maxAge: 120 }, 60],
  ])("a JWT is renewed %s, and keeps its token and its end until then", async (_, session, seconds) => {
    const { visitor } = await signedIn({ strategy: "jwt", ...session });
    const { maxAge = THIRTY_DAYS_SECONDS } = { maxAge: undefined, ...session };
    at(seconds - 1);
    const answer = await visitor.get("/session");
    expect(answer.set.size).toBe(0);
    expect(await answer.json()).toMatchObject({ expires: dateAt(maxAge).toISOString() });
    at(seconds);
    expect((await visitor.session())?.expires).toBe(dateAt(seconds + maxAge).toISOString());
    expect(await expiryOfToken(visitor)).toBe(seconds + maxAge);
  });

  it.each([
    ["a shorter maxAge under database", { strategy: "database", maxAge: 3600 }, undefined],
    ["a shorter maxAge under jwt", { strategy: "jwt", maxAge: 3600 }, undefined],
    ["a shorter jwt.maxAge", { strategy: "jwt" }, { maxAge: 3600 }],
    ["a shorter maxAge than jwt.maxAge", { strategy: "jwt", maxAge: 3600 }, { maxAge: 4 * DAY_SECONDS }],
  ] as const)("a day lets no session end in use with %s", async (_, session, jwt) => {
    const visitor = await app.signedIn(EMAIL, app.configWith({ session: { ...session, updateAge: DAY_SECONDS }, jwt }));
    for (let half = 1; half < 5; half++) {
      at(half * 1800);
      expect(await visitor.session(), `${half}`).toMatchObject({ user: { email: EMAIL } });
    }
  });
});

describe("the session token", () => {
  it("the default is 256 random bits", async () => {
    const tokens = [await signedIn({}), await signedIn({})].map(({ visitor }) => visitor.sessionCookie?.[1]);
    for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(tokens).size).toBe(2);
  });

  it("comes from generateSessionToken if that is configured", async () => {
    const { visitor } = await signedIn({ generateSessionToken: () => "my-own-token" });
    expect(visitor.sessionCookie?.[1]).toBe("my-own-token");
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
  });
});
