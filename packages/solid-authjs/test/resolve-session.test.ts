// SPEC.md, "Session object inside the config", under the database strategy. Under jwt: resolve-jwt.test.ts.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SolidAuthConfig } from "../src";
import { useApplication } from "./support/application";
import type { Visitor } from "./support/visitor";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.parse("2030-01-01T00:00:00.000Z");

const app = useApplication();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START }));
afterEach(() => void vi.useRealTimers());

async function signedIn(session: SolidAuthConfig["session"]) {
  const visitor = app.visitor({ session });
  const answer = await app.signIn(visitor);
  return { visitor, line: answer.set.get("__Secure-authjs.session-token") ?? "" };
}

/** Reads the session some seconds after the sign-in. */
async function readAt(visitor: Visitor, seconds: number) {
  vi.setSystemTime(START + seconds * 1000);
  return visitor.session();
}

/** When the session's row expires, in seconds after the sign-in. */
async function rowExpires(): Promise<number> {
  const { expires } = await app.prisma.session.findFirstOrThrow();
  return (expires.valueOf() - START) / 1000;
}

function writeSpy() {
  const updateSession = vi.fn(app.adapter.updateSession);
  app.config.adapter = { ...app.adapter, updateSession };
  return updateSession;
}

describe("session.maxAge", () => {
  it("the default is 30 days, in the row and in the cookie", async () => {
    const { line } = await signedIn(undefined);
    expect(await rowExpires()).toBe(30 * DAY);
    expect(line).toContain(`Expires=${new Date(START + 30 * DAY * 1000).toUTCString()}`);
  });

  it("the seconds count from now until the session expires", async () => {
    const { visitor, line } = await signedIn({ maxAge: 2 * HOUR });
    expect(await rowExpires()).toBe(2 * HOUR);
    expect(line).toContain(`Expires=${new Date(START + 2 * HOUR * 1000).toUTCString()}`);
    expect(await readAt(visitor, 2 * HOUR - 1)).not.toBeNull();
  });

  it("ends a session that was not used for that long, and its row is deleted", async () => {
    const { visitor } = await signedIn({ maxAge: 2 * HOUR });
    const [name = "", value = ""] = visitor.sessionCookie ?? [];
    expect(await readAt(visitor, 2 * HOUR + 1)).toBeNull();
    expect(await app.prisma.session.count()).toBe(0);
    // The session stays ended even if the clock is set back.
    visitor.cookies.set(name, value);
    expect(await readAt(visitor, 0)).toBeNull();
  });

  it("starts again when a session is extended", async () => {
    const { visitor } = await signedIn({ maxAge: 2 * HOUR, updateAge: 0 });
    expect(await readAt(visitor, 90 * MINUTE)).not.toBeNull();
    expect(await readAt(visitor, 3 * HOUR)).not.toBeNull();
    expect(await rowExpires()).toBe(5 * HOUR);
  });
});

describe("session.updateAge", () => {
  it("the default is one day: a session is extended and written once a day at most", async () => {
    const updateSession = writeSpy();
    const { visitor } = await signedIn(undefined);
    await readAt(visitor, 23 * HOUR);
    expect(await rowExpires()).toBe(30 * DAY);
    await readAt(visitor, 25 * HOUR);
    expect(await rowExpires()).toBe(30 * DAY + 25 * HOUR);
    await readAt(visitor, 26 * HOUR);
    expect(await rowExpires()).toBe(30 * DAY + 25 * HOUR);
    expect(updateSession).toHaveBeenCalledTimes(1);
  });

  it("throttles to the configured seconds", async () => {
    const updateSession = writeSpy();
    const { visitor } = await signedIn({ updateAge: 10 * MINUTE });
    for (const minutes of [1, 9, 11, 20, 22, 23]) await readAt(visitor, minutes * MINUTE);
    expect(updateSession).toHaveBeenCalledTimes(2);
    expect(await rowExpires()).toBe(30 * DAY + 22 * MINUTE);
  });

  it("zero extends the session each time it is read", async () => {
    const updateSession = writeSpy();
    const { visitor } = await signedIn({ updateAge: 0 });
    for (const seconds of [1, 2, 3]) {
      await readAt(visitor, seconds);
      expect(await rowExpires()).toBe(30 * DAY + seconds);
    }
    expect(updateSession).toHaveBeenCalledTimes(3);
  });
});

describe("session.strategy", () => {
  it("`database` is the default with an adapter", async () => {
    const { visitor } = await signedIn({ strategy: "database" });
    expect(await app.prisma.session.count()).toBe(1);
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
  });

  it("`jwt` has the same maxAge, without a row", async () => {
    const { visitor } = await signedIn({ strategy: "jwt", maxAge: 2 * HOUR });
    expect(await app.prisma.session.count()).toBe(0);
    expect(await readAt(visitor, HOUR)).not.toBeNull();
    expect(await readAt(visitor, 3 * HOUR + MINUTE)).toBeNull();
  });
});

describe("session.generateSessionToken", () => {
  it("makes the tokens by which sessions are looked up", async () => {
    let made = 0;
    const { visitor } = await signedIn({ generateSessionToken: () => `token-${++made}` });
    expect(visitor.sessionCookie?.[1]).toBe("token-1");
    expect(await app.adapter.getSessionAndUser?.("token-1")).toMatchObject({ user: { email: "user@example.com" } });
    await app.signIn(visitor);
    expect(visitor.sessionCookie?.[1]).toBe("token-2");
    expect(await visitor.session()).not.toBeNull();
  });

  it("the default is 256 random bits, new each time", async () => {
    const tokens = [await signedIn(undefined), await signedIn(undefined)].map(
      ({ visitor }) => visitor.sessionCookie?.[1],
    );
    for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(tokens).size).toBe(2);
  });
});
