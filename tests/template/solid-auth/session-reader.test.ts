// Reading on the server: the session, the CSRF token, the pending mail link, the origin. What goes out with SolidStart's own
// response, and what does not.

import { RequestContext, type RequestEvent } from "solid-js/web";
import { provideRequestEvent } from "solid-js/web/storage";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PrismaClient } from "~/server/database/generated/client";
import { getSession, type SolidAuthAdapter, type SolidAuthConfig } from "~/solid-auth";
import {
  emailProvider,
  ORIGIN,
  openDatabase,
  QUIET,
  SECRET,
  type SentMail,
  signInByMail,
  Visitor,
} from "../../support/auth";

const EMAIL = "user@example.com";
const SESSION_COOKIE = "__Secure-authjs.session-token";
const CSRF_COOKIE = "__Host-authjs.csrf-token";

let prisma: PrismaClient;
let adapter: SolidAuthAdapter;
let sent: SentMail[];
let config: SolidAuthConfig;
let lookUps: ReturnType<typeof vi.fn<(token: string) => void>>;

beforeEach(async () => {
  const database = await openDatabase();
  prisma = database.prisma;
  sent = [];
  lookUps = vi.fn();
  adapter = {
    ...database.adapter,
    async getSessionAndUser(token) {
      lookUps(token);
      return (await database.adapter.getSessionAndUser?.(token)) ?? null;
    },
  };
  config = { adapter, providers: [emailProvider(sent)], secret: SECRET, trustHost: true, logger: QUIET };
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

function pageRequest(visitor?: Visitor, headers: Record<string, string> = {}): Request {
  return new Request(`${ORIGIN}/page?x=1`, { headers: { ...headers, cookie: visitor?.cookieHeader() ?? "" } });
}

/** Runs the body while SolidStart answers the request, and says which cookies its response sets. */
async function answering<T>(request: Request, body: () => Promise<T>) {
  const response = { headers: new Headers() };
  const event = { request, response, locals: {} } as unknown as RequestEvent;
  const result = await provideRequestEvent(event, body).catch((error: unknown) => error);
  // SolidStart has answered: what a test asks outside of a request is to find none.
  Reflect.deleteProperty(globalThis, RequestContext);
  return { result, set: response.headers.getSetCookie() };
}

async function signedIn(own: SolidAuthConfig = config): Promise<Visitor> {
  const visitor = new Visitor(own);
  await signInByMail(visitor, sent, EMAIL);
  lookUps.mockClear();
  return visitor;
}

describe("getSession", () => {
  it("without a session cookie is null, and core is not even asked", async () => {
    // Core calls this first of all, for the callback URL that the visitor's cookie remembers.
    const redirect = vi.fn(({ url }: { url: string }) => url);
    const own: SolidAuthConfig = { ...config, callbacks: { redirect } };
    const visitor = new Visitor(own);
    await visitor.get("/csrf?callbackUrl=/protected");
    visitor.cookies.set(`${SESSION_COOKIE}x`, "a neighbour's");
    expect(redirect).toHaveBeenCalled();
    redirect.mockClear();
    const request = pageRequest(visitor);
    expect(await answering(request, () => getSession(request, own))).toEqual({ result: null, set: [] });
    expect(redirect).not.toHaveBeenCalled();
    expect(lookUps).not.toHaveBeenCalled();
  });

  it("looks the session up once for a request, however many callers ask at once or later", async () => {
    const request = pageRequest(await signedIn());
    const first = await Promise.all([getSession(request, config), getSession(request, config)]);
    const later = await getSession(request, config);
    expect(first[0]).toMatchObject({ user: { email: EMAIL } });
    expect([first[1], later]).toEqual([first[0], first[0]]);
    expect(lookUps).toHaveBeenCalledTimes(1);
  });

  it("looks it up anew for the next request, and never answers one visitor with another's", async () => {
    const visitor = await signedIn();
    await getSession(pageRequest(visitor), config);
    await prisma.session.deleteMany();
    expect(await getSession(pageRequest(visitor), config)).toBeNull();
  });

  it("keeps the answers of two configurations apart", async () => {
    const request = pageRequest(await signedIn());
    const other: SolidAuthConfig = { ...config, callbacks: { session: () => ({ expires: "other" }) } };
    expect(await getSession(request, config)).toMatchObject({ user: { email: EMAIL } });
    expect(await getSession(request, other)).toEqual({ expires: "other" });
  });

  it.each(["database", "jwt"] as const)(
    "under %s forwards the renewed session cookie, and no other",
    async (strategy) => {
      const own: SolidAuthConfig = { ...config, session: { strategy, updateAge: 0 } };
      const visitor = await signedIn(own);
      visitor.cookies.delete(CSRF_COOKIE);
      visitor.cookies.delete("__Secure-authjs.callback-url");
      const request = pageRequest(visitor);
      const { result, set } = await answering(request, async () => {
        await getSession(request, own);
        return getSession(request, own);
      });
      expect(result).toMatchObject({ user: { email: EMAIL } });
      expect(set).toHaveLength(1);
      expect(set[0]).toMatch(new RegExp(`^${SESSION_COOKIE}=.+; Path=/; Expires=.+; HttpOnly; Secure; SameSite=Lax`));
    },
  );

  it("sets no cookie where nothing has changed: a slow answer must not bring back a token that was replaced meanwhile", async () => {
    const request = pageRequest(await signedIn());
    const { result, set } = await answering(request, () => getSession(request, config));
    expect(result).toMatchObject({ user: { email: EMAIL } });
    expect(set).toEqual([]);
  });

  it("forwards every chunk of a large JWT", async () => {
    const own: SolidAuthConfig = {
      ...config,
      session: { strategy: "jwt" },
      callbacks: { jwt: ({ token }) => ({ ...token, large: "x".repeat(6000) }) },
    };
    const visitor = await signedIn(own);
    const request = pageRequest(visitor);
    const { set } = await answering(request, () => getSession(request, own));
    const names = set.filter((line) => !line.includes("Max-Age=0")).map((line) => line.split("=")[0]);
    expect(names.length).toBeGreaterThanOrEqual(2);
    expect(names).toEqual(names.map((_, index) => `${SESSION_COOKIE}.${index}`));
  });

  it("under database sets no cookie for one that names no session: another request may have replaced the token", async () => {
    const { result, set } = await readWith({ ...config, session: { strategy: "database" } });
    expect(result).toBeNull();
    expect(set).toEqual([]);
  });

  it("under jwt takes back a cookie that does not open", async () => {
    const { result, set } = await readWith({ ...config, session: { strategy: "jwt" } });
    expect(result).toBeNull();
    expect(set).toEqual([expect.stringMatching(`^${SESSION_COOKIE}=; Max-Age=0`)]);
  });

  async function readWith(own: SolidAuthConfig) {
    const visitor = new Visitor(own);
    visitor.cookies.set(SESSION_COOKIE, "nobody");
    const request = pageRequest(visitor);
    return answering(request, () => getSession(request, own));
  }

  it("extends the session while a page is rendered", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const visitor = await signedIn();
    const before = (await prisma.session.findFirstOrThrow()).expires;
    vi.setSystemTime(Date.now() + 2 * 86_400_000);
    await getSession(pageRequest(visitor), config);
    expect((await prisma.session.findFirstOrThrow()).expires.valueOf() - before.valueOf()).toBe(2 * 86_400_000);
  });

  it("asks under the base path that is configured, whatever page the request is for", async () => {
    const own: SolidAuthConfig = { ...config, basePath: "/sign/in" };
    const visitor = new Visitor(own, { basePath: "/sign/in" });
    await signInByMail(visitor, sent, EMAIL);
    expect(await getSession(pageRequest(visitor), own)).toMatchObject({ user: { email: EMAIL } });
  });

  it("reads, whatever the page's own request is: a POST to it is no update of the session, and its body stays unread", async () => {
    const jwt = vi.fn(({ token }) => token);
    const own: SolidAuthConfig = { ...config, session: { strategy: "jwt" }, callbacks: { jwt } };
    const visitor = await signedIn(own);
    const { csrfToken } = await (await visitor.get("/csrf")).json();
    const headers = {
      cookie: visitor.cookieHeader(),
      "x-auth-return-redirect": "1",
      "content-type": "application/json",
    };
    // What the client's `update` sends to the auth route.
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
    const request = pageRequest(visitor);
    const { result, set } = await answering(request, () => getSession(request, bad));
    expect(result).toBeInstanceOf(Error);
    expect(set.filter((line) => line.includes("Max-Age=0"))).toEqual([]);
    expect(await getSession(pageRequest(visitor), good)).toMatchObject({ user: { email: EMAIL } });
  }

  it("when the database cannot be read", async () => {
    await expectFailure(config, { ...config, adapter: { ...adapter, getSessionAndUser: wrong } });
  });

  it("when the session cannot be extended", async () => {
    const session = { updateAge: 0 };
    await expectFailure(config, { ...config, session, adapter: { ...adapter, updateSession: wrong } });
  });

  it.each(["database", "jwt"] as const)("when the session callback throws under %s", async (strategy) => {
    const good: SolidAuthConfig = { ...config, session: { strategy } };
    await expectFailure(good, { ...good, callbacks: { session: wrong } });
  });

  it("when the jwt callback throws", async () => {
    const good: SolidAuthConfig = { ...config, session: { strategy: "jwt" } };
    await expectFailure(good, { ...good, callbacks: { jwt: wrong } });
  });

  it("when the jwt callback forgets to return", async () => {
    const good: SolidAuthConfig = { ...config, session: { strategy: "jwt" } };
    await expectFailure(good, { ...good, callbacks: { jwt: (() => undefined) as never } });
  });

  it("when the renewed token cannot be encoded", async () => {
    const good: SolidAuthConfig = { ...config, session: { strategy: "jwt" } };
    await expectFailure(good, { ...good, jwt: { encode: wrong } });
    await expectFailure(good, { ...good, callbacks: { jwt: ({ token }) => ({ ...token, not: { forJson: 1n } }) } });
  });

  it("when the redirect callback throws over a remembered callback URL", async () => {
    await expectFailure(config, { ...config, callbacks: { redirect: wrong } });
  });

  it("when the session callback forgets to return", async () => {
    await expectFailure(config, { ...config, callbacks: { session: (() => undefined) as never } });
  });

  it("but one in an event, which is for audit only, is none", async () => {
    const own: SolidAuthConfig = { ...config, events: { session: wrong } };
    expect(await getSession(pageRequest(await signedIn()), own)).toMatchObject({ user: { email: EMAIL } });
  });
});
