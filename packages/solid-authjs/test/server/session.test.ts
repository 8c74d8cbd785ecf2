// Reading the session on the server, and which cookies are sent with SolidStart's response. database-session.test.ts
// has what happens to a row.

import { afterEach, describe, expect, it, vi } from "vitest";
import { getSession, type SolidAuthConfig } from "../../src";
import { sendsSession, setsSession } from "../../src/server/session";
import { EMAIL, STRATEGIES, useApplication } from "../support/application";
import { ORIGIN, type Visitor } from "../support/visitor";

const SESSION_COOKIE = "__Secure-authjs.session-token";
const SHOWN = { user: { email: EMAIL } };
const jwt = { session: { strategy: "jwt" } } as const;

const app = useApplication();
afterEach(() => void vi.useRealTimers());

type Options = Partial<SolidAuthConfig>;

const read = (visitor: Visitor, config: SolidAuthConfig, request = visitor.request()) =>
  visitor.answering(() => getSession(request, config), request);

describe("getSession", () => {
  it("a visitor without a session cookie gets null, without a call of core", async () => {
    // Core calls this first, for the callback URL in the visitor's cookie.
    const redirect = vi.fn(({ url }: { url: string }) => url);
    const own = app.configWith({ ...jwt, callbacks: { redirect } });
    const visitor = app.visitor(own);
    await visitor.get("/csrf?callbackUrl=/protected");
    visitor.cookies.set(`${SESSION_COOKIE}x`, "a neighbour's");
    expect(redirect).toHaveBeenCalled();
    redirect.mockClear();
    expect(await read(visitor, own)).toMatchObject({ result: null, set: new Map() });
    expect(redirect).not.toHaveBeenCalled();
  });

  it("many callers of one request share one look-up, and the next request has its own", async () => {
    const getSessionAndUser = vi.fn(app.adapter.getSessionAndUser);
    const own = app.configWith({ adapter: { ...app.adapter, getSessionAndUser } });
    const visitor = await app.signedIn(EMAIL, own);
    getSessionAndUser.mockClear();
    const request = visitor.request();
    const [first, same] = await Promise.all([getSession(request, own), getSession(request, own)]);
    expect(first).toMatchObject(SHOWN);
    expect([same, await getSession(request, own)]).toEqual([first, first]);
    expect(getSessionAndUser).toHaveBeenCalledTimes(1);
    await app.prisma.session.deleteMany();
    expect(await getSession(visitor.request(), own)).toBeNull();
  });

  it.each(STRATEGIES)(
    "the renewed session cookie is sent under %s, and no other; without getRequestEvent none",
    async (strategy) => {
      const own = app.configWith({ session: { strategy, updateAge: 0 } });
      const visitor = await app.signedIn(EMAIL, own);
      for (const name of visitor.cookies.keys()) if (!name.startsWith(SESSION_COOKIE)) visitor.cookies.delete(name);
      const bare = await read(visitor, { ...own, getRequestEvent: undefined });
      expect(bare).toMatchObject({ result: SHOWN, set: new Map() });
      const { result, set } = await visitor.answering(async (request) => {
        await getSession(request, own);
        return getSession(request, own);
      });
      expect(result).toMatchObject(SHOWN);
      expect([...set.values()]).toEqual([
        expect.stringMatching(`^${SESSION_COOKIE}=.+; Path=/; Expires=.+; HttpOnly; Secure; SameSite=Lax$`),
      ]);
    },
  );

  it("every chunk of a large JWT is sent", async () => {
    const own = app.configWith({
      session: { strategy: "jwt", updateAge: 0 },
      callbacks: { jwt: ({ token }) => ({ ...token, large: "x".repeat(6000) }) },
    });
    const { set } = await read(await app.signedIn(EMAIL, own), own);
    expect([...set.keys()]).toEqual([0, 1, 2].map((chunk) => `${SESSION_COOKIE}.${chunk}`));
  });

  it.each([
    ["data", { "sec-fetch-dest": "empty" }],
    ["a page ahead", { "sec-fetch-dest": "document", "sec-purpose": "prefetch" }],
  ])("%s that was asked for before a sign-out does not sign in again under jwt", async (_, headers) => {
    const [begun, signedOut] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isSlow = false;
    const own = app.configWith({
      session: { strategy: "jwt", updateAge: 0 },
      callbacks: {
        async jwt({ token }) {
          begun.resolve();
          if (isSlow) await signedOut.promise;
          return token;
        },
      },
    });
    const visitor = await app.signedIn(EMAIL, own);
    isSlow = true;
    const late = read(visitor, own, visitor.request("/_server", { headers }));
    await begun.promise;
    await visitor.post("/signout");
    signedOut.resolve();
    expect((await late).result).toMatchObject(SHOWN);
    expect(visitor.sessionCookie).toBeUndefined();
  });

  it("data under jwt sets no token and removes none; the next page sets what the jwt callback changes, and none if nothing has changed", async () => {
    let count = 1;
    const own = app.configWith({ ...jwt, callbacks: { jwt: ({ token }) => ({ ...token, count }) } });
    const visitor = await app.signedIn(EMAIL, own);
    const readFor = (dest: string) =>
      read(visitor, own, visitor.request("/page", { headers: { "sec-fetch-dest": dest } }));
    expect(await readFor("document")).toMatchObject({ result: SHOWN, set: new Map() });
    count = 2;
    expect((await readFor("empty")).set.size).toBe(0);
    expect([...(await readFor("document")).set.keys()]).toEqual([SESSION_COOKIE]);
    visitor.cookies.set(SESSION_COOKIE, "nobody");
    expect(await readFor("empty")).toMatchObject({ result: null, set: new Map() });
  });
});

it.each(STRATEGIES)(
  "a browser whose session has ended under %s has sent a session, also after its cookie is removed",
  async (strategy) => {
    const daySeconds = 24 * 60 * 60;
    const own = app.configWith({ session: { strategy, absoluteMaxAge: daySeconds } });
    const visitor = await app.signedIn(EMAIL, own);
    vi.useFakeTimers({ now: Date.now() + 2 * daySeconds * 1000, toFake: ["Date"] });
    const { result, set } = await visitor.answering(async (request) => {
      const session = await getSession(request, own);
      return [session, sendsSession(request, own)];
    });
    expect(result).toEqual([null, true]);
    expect(set.get(SESSION_COOKIE)).toContain("Max-Age=0");
    expect(sendsSession(app.visitor(own).request(), own)).toBe(false);
    expect(sendsSession(new Request(ORIGIN, { headers: { cookie: `${SESSION_COOKIE}x=1` } }), own)).toBe(false);
  },
);

it.each([
  ["__Secure-authjs.session-token.3=; Max-Age=0", undefined, true],
  ["__Host-sid=1; Path=/", "__Host-sid", true],
  ["__Secure-authjs.session-token=1", "__Host-sid", false],
  ["__Secure-authjs.session-tokens=1", undefined, false],
])("whether an answer with the cookie %j sets the session named %j: %j", (line, name, expected) => {
  const own = app.configWith({ cookies: name ? { sessionToken: { name, options: {} } } : {} });
  expect(setsSession(new Request(ORIGIN), own, new Headers({ "set-cookie": line }))).toBe(expected);
});

const wrong = () => Promise.reject(new Error("Out of order."));

it.each<[string, Options]>([
  ["a session callback throws", { ...jwt, callbacks: { session: wrong } }],
  ["a jwt callback throws", { ...jwt, callbacks: { jwt: wrong } }],
  ["a redirect callback throws over a remembered callback URL", { ...jwt, callbacks: { redirect: wrong } }],
])("a failure under jwt is neither a session nor signed out: %s", async (_, bad) => {
  const good = app.configWith(jwt);
  const visitor = await app.signedIn(EMAIL, good);
  await expect(read(visitor, app.configWith(bad))).rejects.toThrow();
  expect(visitor.sessionCookie).toBeDefined();
  expect(await getSession(visitor.request(), good)).toMatchObject(SHOWN);
});
