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

const app = useApplication();
let jwt: SolidAuthConfig;

beforeEach(() => {
  jwt = app.configWith({
    session: { strategy: "jwt" },
    providers: [
      Credentials({
        credentials: { name: {} },
        authorize: async ({ name }) => ({ id: String(name), name: String(name) }),
      }),
    ],
  });
});

async function signedIn(name: string): Promise<Visitor> {
  const visitor = new Visitor(jwt);
  await visitor.answering((request) => signIn(request, jwt, "credentials", { name }));
  return visitor;
}

describe("a session that is read after the same request has changed it, under jwt", () => {
  it("the session is gone after signing out, and stays gone in the browser", async () => {
    const visitor = await signedIn("ada");
    await visitor.answering(async (request) => {
      await signOut(request, jwt);
      expect(await getSession(request, jwt)).toBeNull();
    });
    expect(visitor.cookies.has(COOKIE)).toBe(false);
  });

  it("the new user's session is read after signing in as another, in the browser too", async () => {
    const visitor = await signedIn("ada");
    await visitor.answering(async (request) => {
      await signIn(request, jwt, "credentials", { name: "grace" });
      expect(await getSession(request, jwt)).toMatchObject({ user: { name: "grace" } });
    });
    expect(await visitor.session()).toMatchObject({ user: { name: "grace" } });
  });

  it("the new session is read if it takes more cookies than the old one, in the browser too", async () => {
    const config: SolidAuthConfig = {
      ...jwt,
      callbacks: { jwt: ({ token }) => (token.name === "grace" ? { ...token, roles: "all".repeat(1500) } : token) },
    };
    const visitor = await signedIn("ada");
    await visitor.answering(async (request) => {
      await signIn(request, config, "credentials", { name: "grace" });
      // The token is set once more.
      expect(await getSession(request, config)).toMatchObject({ user: { name: "grace" } });
    });
    expect([...visitor.cookies.keys()].filter((name) => name.startsWith(COOKIE)).length).toBeGreaterThan(1);
    expect(await visitor.session()).toMatchObject({ user: { name: "grace" } });
  });

  it("the session is read even if the browser sends a cookie whose name is invalid in a header", async () => {
    const visitor = new Visitor(jwt);
    visitor.cookies.set("na\u00efve", "1");
    await visitor.answering(async (request) => {
      await signIn(request, jwt, "credentials", { name: "ada" });
      expect(await getSession(request, jwt)).toMatchObject({ user: { name: "ada" } });
    });
  });

  it("shows an update", async () => {
    const config: SolidAuthConfig = {
      ...jwt,
      callbacks: { jwt: ({ token, trigger, session }) => (trigger === "update" ? { ...token, ...session } : token) },
    };
    const visitor = new Visitor(config);
    await visitor.answering((request) => signIn(request, config, "credentials", { name: "ada" }));
    await visitor.answering(async (request) => {
      await update(request, config, { name: "Countess" });
      expect(await getSession(request, config)).toMatchObject({ user: { name: "Countess" } });
    });
    expect(await visitor.session()).toMatchObject({ user: { name: "Countess" } });
  });
});

/** A visitor of a framework like SolidStart: the cookies of its event follow those of the route's answer. */
class FrameworkVisitor extends Visitor {
  protected override async handle(request: Request): Promise<Response> {
    const response = { headers: new Headers() };
    const event = { request, response, locals: {} } as unknown as RequestEvent;
    const answer = await provideRequestEvent(event, () => this.answer(request));
    // Outside of a request there is no event.
    Reflect.deleteProperty(globalThis, RequestContext);
    for (const line of response.headers.getSetCookie()) answer.headers.append("set-cookie", line);
    return answer;
  }

  /** What the route does. */
  protected answer(request: Request): Promise<Response> {
    return super.handle(request);
  }
}

describe("another visitor's answer, where the framework has that one's event", () => {
  const headers = new Headers({ "set-cookie": `${COOKIE}=of-another-visitor; Path=/` });
  const before = headers.getSetCookie();
  const getRequestEvent = () => ({ request: new Request(ORIGIN), response: { headers } });

  it("keeps its cookies when one signs in by the handlers", async () => {
    const visitor = new Visitor(app.configWith({ getRequestEvent }));
    await signInByMail(visitor, app.sent);
    expect(visitor.sessionCookie).toBeDefined();
    expect(headers.getSetCookie()).toEqual(before);
  });

  it.each(STRATEGIES)("gets no cookie of a session that is read, under %s", async (strategy) => {
    const config = app.configWith({ getRequestEvent, session: { strategy, updateAge: 0 } });
    const visitor = await app.signedIn(EMAIL, config);
    expect(await getSession(visitor.request(), config)).toMatchObject({ user: { email: EMAIL } });
    expect(headers.getSetCookie()).toEqual(before);
  });

  it("gets no cookie of a function that signs in", async () => {
    const config = { ...jwt, getRequestEvent };
    await signIn(new Visitor(config).request(), config, "credentials", { name: "ada" });
    expect(headers.getSetCookie()).toEqual(before);
  });
});

describe.each(["database", "jwt"] as const)(
  "a session that a callback of the auth route reads, under %s",
  (strategy) => {
    const whoReads = (): { config: SolidAuthConfig; read: (string | undefined)[] } => {
      const read: (string | undefined)[] = [];
      const readSession = async () => {
        const request = getRequestEvent()?.request;
        const session = request && (await getSession(request, config));
        read.push(session?.user?.email ?? undefined);
        return true;
      };
      // Each reading extends the session, and sends its cookie.
      const config: SolidAuthConfig = app.configWith({
        session: { strategy, updateAge: 0 },
        callbacks: { signIn: readSession },
        events: { signOut: async () => void (await readSession()) },
      });
      return { config, read };
    };

    it("the session does not come back in the browser of one who signs in as another user", async () => {
      const { config, read } = whoReads();
      const visitor = new FrameworkVisitor(config);
      await signInByMail(visitor, app.sent);
      const first = visitor.sessionCookie;
      await signInByMail(visitor, app.sent, "grace@example.com");
      expect(read).toContain(EMAIL);
      expect(visitor.sessionCookie).not.toEqual(first);
      expect(await visitor.session()).toMatchObject({ user: { email: "grace@example.com" } });
    });

    it("the session does not come back in the browser of one who signs out", async () => {
      const { config, read } = whoReads();
      const visitor = new FrameworkVisitor(config);
      await signInByMail(visitor, app.sent);
      await visitor.post("/signout");
      expect(read).toHaveLength(3);
      expect(visitor.sessionCookie).toBeUndefined();
    });

    it("the new session is read by the route, once the answer is there", async () => {
      const { config } = whoReads();
      const later: (string | undefined)[] = [];
      class Reading extends FrameworkVisitor {
        protected override async handle(request: Request): Promise<Response> {
          const answer = await super.handle(request);
          later.push((await getSession(request, config))?.user?.email ?? undefined);
          return answer;
        }
      }
      const visitor = new Reading(config);
      await signInByMail(visitor, app.sent);
      await signInByMail(visitor, app.sent, "grace@example.com");
      expect(later.at(-1)).toBe("grace@example.com");
    });
  },
);

describe.each(["database", "jwt"] as const)(
  "a session that was read before the same request ends it, under %s",
  (strategy) => {
    const own = () => app.configWith({ session: { strategy, updateAge: 0 } });

    it("later readers find no session", async () => {
      const visitor = await app.signedIn(EMAIL, own());
      const config = own();
      await visitor.answering(async (request) => {
        expect(await getSession(request, config)).toMatchObject({ user: { email: EMAIL } });
        await signOut(request, config);
        expect(await getSession(request, config)).toBeNull();
      });
      expect(visitor.sessionCookie).toBeUndefined();
    });

    it("a reading that is still under way does not bring the session back", async () => {
      const visitor = await app.signedIn(EMAIL, own());
      const [begun, signedOut] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const config: SolidAuthConfig = {
        ...own(),
        callbacks: {
          async session({ session }) {
            begun.resolve();
            await signedOut.promise;
            return session;
          },
        },
      };
      await visitor.answering(async (request) => {
        const reading = getSession(request, config);
        await begun.promise;
        await signOut(request, config);
        signedOut.resolve();
        expect(await reading).toMatchObject({ user: { email: EMAIL } });
      });
      expect(visitor.sessionCookie).toBeUndefined();
    });
  },
);

it("a cookie that the answer removes is absent for later readers, not empty", () => {
  const request = new Request("https://app.example", { headers: { cookie: "first=1; second=2" } });
  changeCookies(request, ["first=; Max-Age=0"]);
  expect(cookieHeader(request)).toBe("second=2");
});

it("each of several cookies with one name stays for later readers, unless the answer sets one of that name", () => {
  const request = new Request("https://app.example", { headers: { cookie: "s=dead; theme=dark; s=alive" } });
  changeCookies(request, ["theme=light"]);
  expect(cookieHeader(request)).toBe("s=dead; s=alive; theme=light");
  changeCookies(request, ["s=new"]);
  expect(cookieHeader(request)).toBe("theme=light; s=new");
});

describe("update on the server", () => {
  it.each(STRATEGIES)(
    "throws if the session cannot be updated, and does not report the visitor as signed out, under %s",
    async (strategy) => {
      const visitor = strategy === "jwt" ? await signedIn("ada") : new Visitor(app.config);
      if (strategy === "database") await app.signIn(visitor);
      const broken: SolidAuthConfig = {
        ...(strategy === "jwt" ? jwt : app.config),
        callbacks: {
          session() {
            throw new Error("The directory is down.");
          },
        },
      };
      const updating = visitor.answering((request) => update(request, broken));
      await expect(updating).rejects.toMatchObject({ type: "Configuration" });
    },
  );

  it("reads a session anew that the same request has read before", async () => {
    const visitor = new Visitor(app.config);
    await app.signIn(visitor);
    await visitor.answering(async (request) => {
      await getSession(request, app.config);
      await app.prisma.user.updateMany({ data: { name: "Ada" } });
      expect(await update(request, app.config)).toMatchObject({ user: { name: "Ada" } });
      expect(await getSession(request, app.config)).toMatchObject({ user: { name: "Ada" } });
    });
  });

  it("a signed-out visitor gets null, and a signed-in one the session", async () => {
    const visitor = new Visitor(app.config);
    await visitor.answering(async (request) => expect(await update(request, app.config)).toBeNull());
    await app.signIn(visitor);
    await visitor.answering(async (request) =>
      expect(await update(request, app.config)).toMatchObject({ user: { email: "user@example.com" } }),
    );
  });
});

describe("a page that is slow to answer", () => {
  it("the browser is not signed out if the session's token was replaced meanwhile", async () => {
    const visitor = new Visitor(app.config);
    await app.signIn(visitor);
    const slow = new Visitor(app.config);
    slow.cookies.set(COOKIE, visitor.cookies.get(COOKIE) ?? "");
    await app.prisma.session.updateMany({ data: { sessionToken: "another" } });
    await slow.answering(async (request) => expect(await getSession(request, app.config)).toBeNull());
    expect(slow.cookies.has(COOKIE)).toBe(true);
  });

  it("sets no cookie if nothing has changed, even if the token has special characters", async () => {
    const config: SolidAuthConfig = {
      ...app.config,
      session: { generateSessionToken: () => `a token; with "characters" = ${Math.random()}` },
    };
    const visitor = new Visitor(config);
    await app.signIn(visitor);
    const { result, set } = await visitor.answering((request) => getSession(request, config));
    expect(result).toMatchObject({ user: { email: "user@example.com" } });
    expect(set.size).toBe(0);
  });
});
