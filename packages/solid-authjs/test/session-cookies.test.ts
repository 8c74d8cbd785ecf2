// Several cookies that can be the session: of a parent domain, of another path, or of another application.

import { describe, expect, it, onTestFinished, vi } from "vitest";
import { getSession, ownCookieNames, SolidAuth } from "../src";
import { EMAIL, STRATEGIES, useApplication } from "./support/application";
import { ORIGIN, type Visitor } from "./support/visitor";

const NAME = "__Secure-authjs.session-token";
const DAY_SECONDS = 86_400;

/** A request with a raw Cookie header, in which a name can stand twice. */
const requestWith = (cookie: string, path = "/api/auth/session", init: RequestInit = {}) =>
  new Request(ORIGIN + path, { ...init, headers: { cookie } });

const tokenOf = (visitor: Visitor) => visitor.sessionCookie?.[1] ?? "";

describe.each(STRATEGIES)("several session cookies, sessions by %s", (strategy) => {
  const app = useApplication(() => ({ session: { strategy, absoluteMaxAge: 2 * DAY_SECONDS } }));

  /** The address of the user who is signed in by these cookies, at the endpoint and on a page. */
  async function emailOf(cookie: string): Promise<string | null | undefined> {
    const endpoint = await (await SolidAuth(app.config).GET({ request: requestWith(cookie) })).json();
    const page = await getSession(requestWith(cookie, "/page"), app.config);
    expect(page?.user?.email).toBe(endpoint?.user?.email);
    return page?.user?.email;
  }

  it("the one that works signs in, wherever it stands", async () => {
    const token = tokenOf(await app.signedIn());
    expect(await emailOf(`${NAME}=dead; ${NAME}=${token}`)).toBe(EMAIL);
    expect(await emailOf(`${NAME}=${token}; ${NAME}=dead`)).toBe(EMAIL);
    expect(await emailOf(`${NAME}=dead; ${NAME}=other`)).toBeUndefined();
  });

  it("the one that works signs in beside one whose absolute lifetime is over, and keeps its cookie", async () => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now });
    onTestFinished(() => void vi.useRealTimers());
    const ended = tokenOf(await app.signedIn());
    vi.setSystemTime(now + 1.9 * DAY_SECONDS * 1000);
    const token = tokenOf(await app.signedIn());
    vi.setSystemTime(now + 2.1 * DAY_SECONDS * 1000);
    const cookie = `${NAME}=${ended}; ${NAME}=${token}`;
    expect(await emailOf(cookie)).toBe(EMAIL);
    const answer = await SolidAuth(app.config).GET({ request: requestWith(cookie) });
    expect(answer.headers.getSetCookie().filter((line) => line.startsWith(`${NAME}=;`))).toEqual([]);
  });

  it("five are tried, so that a header full of them costs no more look-ups", async () => {
    const token = tokenOf(await app.signedIn());
    const dead = (count: number) => Array.from({ length: count }, (_, index) => `${NAME}=dead${index}; `).join("");
    expect(await emailOf(`${dead(4)}${NAME}=${token}`)).toBe(EMAIL);
    expect(await emailOf(`${dead(5)}${NAME}=${token}`)).toBeUndefined();
  });

  it("a whole one wins over the chunks of another application", async () => {
    const token = tokenOf(await app.signedIn());
    expect(await emailOf(`${NAME}.0=other; ${NAME}.1=other; ${NAME}=${token}`)).toBe(EMAIL);
    // The other application's may be the whole one.
    expect(await emailOf(`${NAME}=other; ${NAME}.0=${token}`)).toBe(EMAIL);
    expect(await emailOf(`${NAME}.0=${token.slice(0, 20)}; ${NAME}.1=${token.slice(20)}; ${NAME}.2=other`)).toBe(EMAIL);
  });

  if (strategy === "database")
    it("signing out ends all", async () => {
      const [first, second] = [await app.signedIn(), await app.signedIn()];
      const body = new URLSearchParams({ csrfToken: await first.csrfToken() });
      const csrf = `__Host-authjs.csrf-token=${first.cookies.get("__Host-authjs.csrf-token")}`;
      const cookie = `${csrf}; ${NAME}=${tokenOf(first)}; ${NAME}=${tokenOf(second)}`;
      const signOut = (fields?: URLSearchParams) =>
        SolidAuth(app.config).POST({
          request: requestWith(cookie, "/api/auth/signout", { method: "POST", body: fields }),
        });
      await signOut();
      expect(await app.prisma.session.count()).toBe(2);
      await signOut(body);
      expect(await app.prisma.session.count()).toBe(0);
    });
});

describe("cookie names of an application's own", () => {
  const app = useApplication();

  it("keep two applications on one host apart: each has its session, and each form its token", async () => {
    const browser = app.visitor({ cookies: ownCookieNames("k".repeat(32)) });
    const other = app.visitor({ cookies: ownCookieNames("m".repeat(32)) });
    await app.signIn(browser);
    // One browser: it sends each application all cookies.
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    expect(await other.session()).toBeNull();
    await app.signIn(other, "grace@example.com");
    for (const [name, value] of other.cookies) browser.cookies.set(name, value);
    expect(await browser.session()).toMatchObject({ user: { email: EMAIL } });
    expect(await other.session()).toMatchObject({ user: { email: "grace@example.com" } });
  });
});
