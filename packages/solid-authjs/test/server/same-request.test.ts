// Reading the session after the same request has changed it, and a slow response after another request has.

import Credentials from "@auth/core/providers/credentials";
import { getRequestEvent, RequestContext, type RequestEvent } from "solid-js/web";
import { provideRequestEvent } from "solid-js/web/storage";
import { beforeEach, describe, expect, it } from "vitest";
import { getSession, type SolidAuthConfig, signIn, signOut, update } from "../../src";
import { changeCookies, cookieHeader } from "../../src/cookies";
import { EMAIL, STRATEGIES, signInByMail, useApplication } from "../support/application";
import { ORIGIN, Visitor } from "../support/visitor";

const COOKIE = "__Secure-authjs.session-token";
const SHOWN = { user: { email: EMAIL } };

const app = useApplication();
let jwt: SolidAuthConfig;

beforeEach(() => {
  const authorize = async ({ name }: { name?: unknown }) => ({ id: String(name), name: String(name) });
  jwt = app.configWith({
    // Each reading sets the token once more.
    session: { strategy: "jwt", updateAge: 0 },
    providers: [Credentials({ credentials: { name: {} }, authorize })],
    callbacks: {
      jwt: ({ token, trigger, session }) => ({
        ...token,
        ...(token.name === "long" && { roles: "all".repeat(1500) }),
        ...(trigger === "update" && session),
      }),
    },
  });
});

const signInAs = (name: string, request: Request) => signIn(request, jwt, "credentials", { name });

async function signedIn(name: string): Promise<Visitor> {
  const visitor = new Visitor(jwt);
  await visitor.answering((request) => signInAs(name, request));
  return visitor;
}

it.each<[string, (request: Request) => Promise<unknown>, string | undefined]>([
  ["has signed out", (request) => signOut(request, jwt), undefined],
  ["has signed in as another user", (request) => signInAs("grace", request), "grace"],
  ["has signed in with a session that takes more cookies", (request) => signInAs("long", request), "long"],
  ["has updated it", (request) => update(request, jwt, { name: "Countess" }), "Countess"],
])("a session is read as it is after the same request %s, under jwt, in the browser too", async (_, change, name) => {
  const visitor = await signedIn("ada");
  // Its name is invalid in a header.
  visitor.cookies.set("na\u00efve", "1");
  await visitor.answering(async (request) => {
    await change(request);
    expect((await getSession(request, jwt))?.user?.name).toBe(name);
  });
  visitor.cookies.delete("na\u00efve");
  expect(visitor.cookies.has(COOKIE)).toBe(name !== undefined && name !== "long");
  expect((await visitor.session())?.user?.name).toBe(name);
});

/** A visitor of a framework like SolidStart: the cookies of its event follow those of the route's answer. */
class FrameworkVisitor extends Visitor {
  /** Whom the route finds signed in once the answer is there. */
  readonly found: (string | null | undefined)[] = [];

  protected override async handle(request: Request): Promise<Response> {
    const response = { headers: new Headers() };
    const event = { request, response, locals: {} } as unknown as RequestEvent;
    const answer = await provideRequestEvent(event, () => super.handle(request));
    // Outside of a request there is no event.
    Reflect.deleteProperty(globalThis, RequestContext);
    for (const line of response.headers.getSetCookie()) answer.headers.append("set-cookie", line);
    this.found.push((await getSession(request, this.config))?.user?.email);
    return answer;
  }
}

it("another visitor's answer, whose event the framework has, gets no cookie of a sign-in by the handlers or by a function", async () => {
  const headers = new Headers({ "set-cookie": `${COOKIE}=of-another-visitor; Path=/` });
  const before = headers.getSetCookie();
  const getRequestEvent = () => ({ request: new Request(ORIGIN), response: { headers } });
  await app.signedIn(EMAIL, { getRequestEvent });
  await signIn(app.visitor().request(), { ...jwt, getRequestEvent }, "credentials", { name: "ada" });
  expect(headers.getSetCookie()).toEqual(before);
});

describe.each(STRATEGIES)("under %s", (strategy) => {
  // Each reading extends the session, and sends its cookie.
  const own = (more: Partial<SolidAuthConfig> = {}) => app.configWith({ session: { strategy, updateAge: 0 }, ...more });

  it("the session does not come back where a callback reads it at the next sign-in or sign-out, and the new session is read", async () => {
    const read: unknown[] = [];
    const readSession = async () => {
      const request = getRequestEvent()?.request;
      read.push(request && (await getSession(request, config))?.user?.email);
      return true;
    };
    const config = own({
      callbacks: { signIn: readSession },
      events: { signOut: async () => void (await readSession()) },
    });
    const visitor = new FrameworkVisitor(config);
    await signInByMail(visitor, app.sent);
    const first = visitor.sessionCookie;
    await signInByMail(visitor, app.sent, "grace@example.com");
    expect(read).toContain(EMAIL);
    expect(visitor.found.at(-1)).toBe("grace@example.com");
    expect(visitor.sessionCookie).not.toEqual(first);
    expect(await visitor.session()).toMatchObject({ user: { email: "grace@example.com" } });
    await visitor.post("/signout");
    expect(read).toHaveLength(5);
    expect(visitor.sessionCookie).toBeUndefined();
  });

  it("a session that was read before the same request ends it is none for later readers", async () => {
    const visitor = await app.signedIn(EMAIL, own());
    const config = own();
    await visitor.answering(async (request) => {
      expect(await getSession(request, config)).toMatchObject(SHOWN);
      await signOut(request, config);
      expect(await getSession(request, config)).toBeNull();
    });
    expect(visitor.sessionCookie).toBeUndefined();
  });

  it("a reading that is still under way when the same request signs out does not bring the session back", async () => {
    const visitor = await app.signedIn(EMAIL, own());
    const [begun, signedOut] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const session: NonNullable<SolidAuthConfig["callbacks"]>["session"] = async ({ session }) => {
      begun.resolve();
      await signedOut.promise;
      return session;
    };
    const config = own({ callbacks: { session } });
    await visitor.answering(async (request) => {
      const reading = getSession(request, config);
      await begun.promise;
      await signOut(request, config);
      signedOut.resolve();
      expect(await reading).toMatchObject(SHOWN);
    });
    expect(visitor.sessionCookie).toBeUndefined();
  });

  it("an update that fails throws, and does not report the visitor as signed out", async () => {
    const visitor = await app.signedIn(EMAIL, own());
    const broken = own({ callbacks: { session: () => Promise.reject(new Error("The directory is down.")) } });
    const updating = visitor.answering((request) => update(request, broken));
    await expect(updating).rejects.toMatchObject({ type: "Configuration" });
  });

  it("an update reads a session anew that the same request has read before, and is null without one", async () => {
    const config = own({
      callbacks: { jwt: ({ token, trigger }) => (trigger === "update" ? { ...token, name: "Ada" } : token) },
    });
    await app.visitor(config).answering(async (request) => expect(await update(request, config)).toBeNull());
    const visitor = await app.signedIn(EMAIL, config);
    await visitor.answering(async (request) => {
      await getSession(request, config);
      await app.prisma.user.updateMany({ data: { name: "Ada" } });
      for (const session of [await update(request, config), await getSession(request, config)])
        expect(session).toMatchObject({ user: { name: "Ada" } });
    });
  });
});

it("a cookie that the answer removes is absent for later readers, not empty", () => {
  const request = new Request("https://app.example", { headers: { cookie: "first=1; second=2" } });
  changeCookies(request, ["first=; Max-Age=0"]);
  expect(cookieHeader(request)).toBe("second=2");
});
