// Reading the session on the server, and which cookies are sent with SolidStart's response.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getSession, type SolidAuthConfig } from "../../src";
import { sendsSession, setsSession } from "../../src/server/session";
import { EMAIL, useApplication } from "../support/application";
import { ORIGIN, Visitor } from "../support/visitor";

const SESSION_COOKIE = "__Secure-authjs.session-token";
const CSRF_COOKIE = "__Host-authjs.csrf-token";

const app = useApplication();
let lookUps: ReturnType<typeof vi.fn<(token: string) => void>>;

beforeEach(() => {
  lookUps = vi.fn();
  app.config.adapter = {
    ...app.adapter,
    async getSessionAndUser(token) {
      lookUps(token);
      return (await app.adapter.getSessionAndUser?.(token)) ?? null;
    },
  };
});
afterEach(() => void vi.useRealTimers());

async function signedIn(own: SolidAuthConfig = app.config): Promise<Visitor> {
  const visitor = await app.signedIn(EMAIL, own);
  lookUps.mockClear();
  return visitor;
}

describe("getSession", () => {
  it("a visitor without a session cookie gets null, without a call of core", async () => {
    // Core calls this first, for the callback URL in the visitor's cookie.
    const redirect = vi.fn(({ url }: { url: string }) => url);
    const own: SolidAuthConfig = { ...app.config, callbacks: { redirect } };
    const visitor = new Visitor(own);
    await visitor.get("/csrf?callbackUrl=/protected");
    visitor.cookies.set(`${SESSION_COOKIE}x`, "a neighbour's");
    expect(redirect).toHaveBeenCalled();
    redirect.mockClear();
    const { result, set } = await visitor.answering((request) => getSession(request, own));
    expect([result, set.size]).toEqual([null, 0]);
    expect(redirect).not.toHaveBeenCalled();
    expect(lookUps).not.toHaveBeenCalled();
  });

  it("looks the session up once for a request with many callers", async () => {
    const request = (await signedIn()).request();
    const first = await Promise.all([getSession(request, app.config), getSession(request, app.config)]);
    const later = await getSession(request, app.config);
    expect(first[0]).toMatchObject({ user: { email: EMAIL } });
    expect([first[1], later]).toEqual([first[0], first[0]]);
    expect(lookUps).toHaveBeenCalledTimes(1);
  });

  it.each(["database", "jwt"] as const)(
    "getSession under %s reads with a configuration of Auth.js, without getRequestEvent, and sends no cookie",
    async (strategy) => {
      const session = { strategy, updateAge: 0 };
      const visitor = await signedIn(app.configWith({ session }));
      const own = app.configWith({ session, getRequestEvent: undefined });
      const { result, set } = await visitor.answering((request) => getSession(request, own));
      expect(result).toMatchObject({ user: { email: EMAIL } });
      expect(set.size).toBe(0);
    },
  );

  it.each(["database", "jwt"] as const)(
    "a browser whose session has ended under %s has sent a session, also after its cookie is removed",
    async (strategy) => {
      const day = 24 * 60 * 60;
      const own = app.configWith({ session: { strategy, absoluteMaxAge: day } });
      const visitor = await signedIn(own);
      vi.useFakeTimers({ now: Date.now() + 2 * day * 1000, toFake: ["Date"] });
      const { result, set } = await visitor.answering(async (request) => {
        const session = await getSession(request, own);
        return [session, sendsSession(request, own)];
      });
      expect(result).toEqual([null, true]);
      expect(set.get(SESSION_COOKIE)).toContain("Max-Age=0");
      expect(sendsSession(new Visitor(own).request(), own)).toBe(false);
      expect(sendsSession(new Request(ORIGIN, { headers: { cookie: `${SESSION_COOKIE}x=1` } }), own)).toBe(false);
    },
  );

  it.each([
    ["__Secure-authjs.session-token=1; Path=/", undefined, true],
    ["__Secure-authjs.session-token.3=; Max-Age=0", undefined, true],
    ["__Host-sid=1; Path=/", "__Host-sid", true],
    ["__Secure-authjs.session-token=1", "__Host-sid", false],
    ["__Secure-authjs.session-tokens=1", undefined, false],
    ["own=__Secure-authjs.session-token", undefined, false],
  ])("whether an answer with the cookie %j sets the session named %j: %j", (line, name, expected) => {
    const own = app.configWith({ cookies: name ? { sessionToken: { name, options: {} } } : {} });
    const headers = new Headers({ "set-cookie": line });
    expect(setsSession(new Request(ORIGIN), own, headers)).toBe(expected);
  });

  it("looks it up again for the next request", async () => {
    const visitor = await signedIn();
    await getSession(visitor.request(), app.config);
    await app.prisma.session.deleteMany();
    expect(await getSession(visitor.request(), app.config)).toBeNull();
  });

  it("keeps the answers of two configurations apart", async () => {
    const request = (await signedIn()).request();
    const other: SolidAuthConfig = { ...app.config, callbacks: { session: () => ({ expires: "other" }) } };
    expect(await getSession(request, app.config)).toMatchObject({ user: { email: EMAIL } });
    expect(await getSession(request, other)).toEqual({ expires: "other" });
  });

  it.each(["database", "jwt"] as const)(
    "getSession under %s forwards the renewed session cookie, and no other",
    async (strategy) => {
      const own: SolidAuthConfig = { ...app.config, session: { strategy, updateAge: 0 } };
      const visitor = await signedIn(own);
      visitor.cookies.delete(CSRF_COOKIE);
      visitor.cookies.delete("__Secure-authjs.callback-url");
      const { result, set } = await visitor.answering(async (request) => {
        await getSession(request, own);
        return getSession(request, own);
      });
      expect(result).toMatchObject({ user: { email: EMAIL } });
      expect(set.size).toBe(1);
      expect(set.get(SESSION_COOKIE)).toMatch(
        new RegExp(`^${SESSION_COOKIE}=.+; Path=/; Expires=.+; HttpOnly; Secure; SameSite=Lax`),
      );
    },
  );

  it.each(["database", "jwt"] as const)(
    "sets no cookie under %s if nothing has changed: a slow answer must not restore a token that was replaced meanwhile",
    async (strategy) => {
      const own = app.configWith({ session: { strategy } });
      const { result, set } = await (await signedIn(own)).answering((request) => getSession(request, own));
      expect(result).toMatchObject({ user: { email: EMAIL } });
      expect(set.size).toBe(0);
    },
  );

  it.each([
    ["data", { "sec-fetch-dest": "empty" }],
    ["a page ahead", { "sec-fetch-dest": "document", "sec-purpose": "prefetch" }],
  ])("%s that was asked for before a sign-out does not sign in again under jwt", async (_, headers) => {
    const begun = Promise.withResolvers<void>();
    const signedOut = Promise.withResolvers<void>();
    let isSlow = false;
    app.config.callbacks = {
      async jwt({ token }) {
        begun.resolve();
        if (isSlow) await signedOut.promise;
        return token;
      },
    };
    const own = app.configWith({ session: { strategy: "jwt", updateAge: 0 } });
    const visitor = await signedIn(own);
    const request = visitor.request("/_server", { headers });
    isSlow = true;
    const late = visitor.answering(() => getSession(request, own), request);
    await begun.promise;
    await visitor.post("/signout");
    signedOut.resolve();
    expect((await late).result).toMatchObject({ user: { email: EMAIL } });
    expect(visitor.sessionCookie).toBeUndefined();
  });

  it("data under jwt sets no token and removes none; what the jwt callback changes is set by the next page", async () => {
    let count = 1;
    const session = { strategy: "jwt" } as const;
    const own = app.configWith({ session, callbacks: { jwt: ({ token }) => ({ ...token, count }) } });
    const visitor = await signedIn(own);
    const read = (dest = "empty") => {
      const request = visitor.request("/page", { headers: { "sec-fetch-dest": dest } });
      return visitor.answering(() => getSession(request, own), request);
    };
    count = 2;
    expect((await read()).set.size).toBe(0);
    expect([...(await read("document")).set.keys()]).toEqual([SESSION_COOKIE]);
    visitor.cookies.set(SESSION_COOKIE, "nobody");
    expect(await read()).toMatchObject({ result: null, set: new Map() });
  });

  it("forwards every chunk of a large JWT", async () => {
    const own: SolidAuthConfig = {
      ...app.config,
      session: { strategy: "jwt", updateAge: 0 },
      callbacks: { jwt: ({ token }) => ({ ...token, large: "x".repeat(6000) }) },
    };
    const visitor = await signedIn(own);
    const { set } = await visitor.answering((request) => getSession(request, own));
    const names = [...set.keys()].filter((name) => visitor.cookies.has(name));
    expect(names.length).toBeGreaterThanOrEqual(2);
    expect(names).toEqual(names.map((_, index) => `${SESSION_COOKIE}.${index}`));
  });

  it("a cookie that names no session is left alone under database: another request may have replaced the token", async () => {
    const { result, set } = await readWith({ ...app.config, session: { strategy: "database" } });
    expect(result).toBeNull();
    expect(set.size).toBe(0);
  });

  it("a cookie that cannot be decrypted is cleared under jwt", async () => {
    const { result, set } = await readWith({ ...app.config, session: { strategy: "jwt" } });
    expect(result).toBeNull();
    expect([...set.values()]).toEqual([expect.stringMatching(`^${SESSION_COOKIE}=; Max-Age=0`)]);
  });

  async function readWith(own: SolidAuthConfig) {
    const visitor = new Visitor(own);
    visitor.cookies.set(SESSION_COOKIE, "nobody");
    return visitor.answering((request) => getSession(request, own));
  }

  it("extends the session while a page is rendered", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const visitor = await signedIn();
    const before = (await app.prisma.session.findFirstOrThrow()).expires;
    vi.setSystemTime(Date.now() + 2 * 86_400_000);
    await getSession(visitor.request(), app.config);
    expect((await app.prisma.session.findFirstOrThrow()).expires.valueOf() - before.valueOf()).toBe(2 * 86_400_000);
  });

  it("uses the configured base path, for a request to any page", async () => {
    const own: SolidAuthConfig = { ...app.config, basePath: "/sign/in" };
    const visitor = new Visitor(own, { basePath: "/sign/in" });
    await app.signIn(visitor);
    expect(await getSession(visitor.request(), own)).toMatchObject({ user: { email: EMAIL } });
  });

  it("reading is all it does: a POST to the page does not update the session, and its body stays unread", async () => {
    const jwt = vi.fn(({ token }) => token);
    const own: SolidAuthConfig = { ...app.config, session: { strategy: "jwt" }, callbacks: { jwt } };
    const visitor = await signedIn(own);
    const { csrfToken } = await (await visitor.get("/csrf")).json();
    const headers = {
      cookie: visitor.cookieHeader(),
      "x-auth-return-redirect": "1",
      "content-type": "application/json",
    };
    // The request of the client's `update`.
    const body = JSON.stringify({ csrfToken, data: { name: "Mallory" } });
    const request = new Request(`${ORIGIN}/api/auth/session`, { method: "POST", headers, body });
    jwt.mockClear();
    expect(await getSession(request, own)).toMatchObject({ user: { email: EMAIL } });
    expect(jwt.mock.calls.map(([{ trigger }]) => trigger)).toEqual([undefined]);
    expect(await request.text()).toBe(body);
  });
});

describe("a failure is neither a session nor signed out", () => {
  const wrong = () => Promise.reject(new Error("Out of order."));

  async function expectFailure(good: SolidAuthConfig, bad: SolidAuthConfig) {
    const visitor = await signedIn(good);
    await expect(visitor.answering((request) => getSession(request, bad))).rejects.toThrow();
    expect(visitor.sessionCookie).toBeDefined();
    expect(await getSession(visitor.request(), good)).toMatchObject({ user: { email: EMAIL } });
  }

  it("a database that cannot be read makes the reading fail", async () => {
    await expectFailure(app.config, { ...app.config, adapter: { ...app.adapter, getSessionAndUser: wrong } });
  });

  it("a session that cannot be extended makes it fail", async () => {
    const session = { updateAge: 0 };
    await expectFailure(app.config, { ...app.config, session, adapter: { ...app.adapter, updateSession: wrong } });
  });

  it.each(["database", "jwt"] as const)("a session callback that throws makes it fail under %s", async (strategy) => {
    const good: SolidAuthConfig = { ...app.config, session: { strategy } };
    await expectFailure(good, { ...good, callbacks: { session: wrong } });
  });

  it("a jwt callback that throws makes it fail", async () => {
    const good: SolidAuthConfig = { ...app.config, session: { strategy: "jwt" } };
    await expectFailure(good, { ...good, callbacks: { jwt: wrong } });
  });

  it("a jwt callback that returns nothing makes it fail", async () => {
    const good: SolidAuthConfig = { ...app.config, session: { strategy: "jwt" } };
    const bad: SolidAuthConfig = { ...good, callbacks: { jwt: (() => undefined) as never } };
    await expectFailure(good, bad);
    const err = new TypeError("The jwt callback returned nothing. It returns a token or null.");
    const visitor = await signedIn(good);
    const reading = visitor.answering((request) => getSession(request, bad));
    await expect(reading).rejects.toMatchObject({ cause: { type: "JWTSessionError", cause: { err } } });
  });

  it("a renewed token that cannot be encoded makes it fail", async () => {
    const good: SolidAuthConfig = { ...app.config, session: { strategy: "jwt", updateAge: 0 } };
    await expectFailure(good, { ...good, jwt: { encode: wrong } });
    await expectFailure(good, { ...good, callbacks: { jwt: ({ token }) => ({ ...token, not: { forJson: 1n } }) } });
  });

  it("a redirect callback that throws over a remembered callback URL makes it fail under jwt", async () => {
    const good: SolidAuthConfig = { ...app.config, session: { strategy: "jwt" } };
    await expectFailure(good, { ...good, callbacks: { redirect: wrong } });
  });

  it.each(["database", "jwt"] as const)(
    "a session callback that returns nothing makes it fail under %s",
    async (strategy) => {
      const good: SolidAuthConfig = { ...app.config, session: { strategy } };
      await expectFailure(good, { ...good, callbacks: { session: (() => undefined) as never } });
    },
  );

  it("an event that throws is not a failure", async () => {
    const own: SolidAuthConfig = { ...app.config, events: { session: wrong } };
    expect(await getSession((await signedIn()).request(), own)).toMatchObject({ user: { email: EMAIL } });
  });
});
