// Reading the session after the same request has changed it, and a slow page's answer after another request has.

import type { RequestEvent } from "solid-js/web";
import { provideRequestEvent } from "solid-js/web/storage";
import { beforeEach, describe, expect, it } from "vitest";
import type { PrismaClient } from "~/server/database/generated/client";
import { getSession, type SolidAuthAdapter, type SolidAuthConfig, signIn, signOut, update } from "~/solid-auth";
import { emailProvider, ORIGIN, openDatabase, SECRET, type SentMail, signInByMail, Visitor } from "../../support/auth";

const quiet = { error() {}, warn() {}, debug() {} };
const COOKIE = "__Secure-authjs.session-token";

let prisma: PrismaClient;
let adapter: SolidAuthAdapter;
let sent: SentMail[];
let jwt: SolidAuthConfig;
let database: SolidAuthConfig;

beforeEach(async () => {
  ({ prisma, adapter } = await openDatabase());
  sent = [];
  const common = { secret: SECRET, trustHost: true, logger: quiet };
  database = { ...common, adapter, providers: [emailProvider(sent)] };
  jwt = {
    ...common,
    session: { strategy: "jwt" },
    providers: [
      {
        id: "credentials",
        name: "Password",
        type: "credentials",
        credentials: {},
        authorize: async ({ name }) => ({ id: String(name), name: String(name) }),
      },
    ],
  };
});

/** Answers a request as SolidStart does. @returns what the browser holds then */
async function answering(visitor: Visitor, body: (request: Request) => Promise<unknown>): Promise<Visitor> {
  const request = new Request(`${ORIGIN}/_server`, { method: "POST", headers: { cookie: visitor.cookieHeader() } });
  const response = { headers: new Headers() };
  const event = { request, response, locals: {} } as unknown as RequestEvent;
  await provideRequestEvent(event, () => body(request));
  visitor.keep(new Response(null, { headers: response.headers }));
  return visitor;
}

const signedIn = (name: string) =>
  answering(new Visitor(jwt), (request) => signIn(request, jwt, "credentials", { name }));

describe("a session that is read after the same request has changed it, under jwt", () => {
  it("is gone after signing out, and stays gone in the browser", async () => {
    const visitor = await answering(await signedIn("ada"), async (request) => {
      await signOut(request, jwt);
      expect(await getSession(request, jwt)).toBeNull();
    });
    expect(visitor.cookies.has(COOKIE)).toBe(false);
  });

  it("is the new user's after signing in as another, in the browser too", async () => {
    const visitor = await answering(await signedIn("ada"), async (request) => {
      await signIn(request, jwt, "credentials", { name: "grace" });
      expect(await getSession(request, jwt)).toMatchObject({ user: { name: "grace" } });
    });
    expect(await visitor.session()).toMatchObject({ user: { name: "grace" } });
  });

  it("is read in a browser that holds another program's cookie, of a name that no header may have", async () => {
    const request = new Request(ORIGIN, { headers: { cookie: "na\u00efve=1" } });
    await signIn(request, jwt, "credentials", { name: "ada" });
    expect(await getSession(request, jwt)).toMatchObject({ user: { name: "ada" } });
  });

  it("holds what an update has put into it", async () => {
    const config: SolidAuthConfig = {
      ...jwt,
      callbacks: { jwt: ({ token, trigger, session }) => (trigger === "update" ? { ...token, ...session } : token) },
    };
    const visitor = new Visitor(config);
    await answering(visitor, (request) => signIn(request, config, "credentials", { name: "ada" }));
    await answering(visitor, async (request) => {
      await update(request, config, { name: "Countess" });
      expect(await getSession(request, config)).toMatchObject({ user: { name: "Countess" } });
    });
    expect(await visitor.session()).toMatchObject({ user: { name: "Countess" } });
  });
});

describe("update on the server", () => {
  it("throws where the session cannot be updated, rather than saying that the visitor is signed out", async () => {
    const visitor = new Visitor(database);
    await signInByMail(visitor, sent, "user@example.com");
    const broken: SolidAuthConfig = {
      ...database,
      callbacks: {
        session() {
          throw new Error("The directory is down.");
        },
      },
    };
    const updating = answering(visitor, (request) => update(request, broken));
    await expect(updating).rejects.toMatchObject({ type: "Configuration" });
  });

  it("is null for a visitor who is signed out, and the session for one who is not", async () => {
    const visitor = new Visitor(database);
    await answering(visitor, async (request) => expect(await update(request, database)).toBeNull());
    await signInByMail(visitor, sent, "user@example.com");
    await answering(visitor, async (request) =>
      expect(await update(request, database)).toMatchObject({ user: { email: "user@example.com" } }),
    );
  });
});

describe("a page that is slow to answer", () => {
  it("does not sign the browser out, though its session's token was replaced meanwhile", async () => {
    const visitor = new Visitor(database);
    await signInByMail(visitor, sent, "user@example.com");
    const slow = new Visitor(database);
    slow.cookies.set(COOKIE, visitor.cookies.get(COOKIE) ?? "");
    await prisma.session.updateMany({ data: { sessionToken: "another" } });
    await answering(slow, async (request) => expect(await getSession(request, database)).toBeNull());
    expect(slow.cookies.has(COOKIE)).toBe(true);
  });

  it("sets no cookie where nothing has changed, whatever characters the token has", async () => {
    const config: SolidAuthConfig = {
      ...database,
      session: { generateSessionToken: () => `a token; with "characters" = ${Math.random()}` },
    };
    const visitor = new Visitor(config);
    await signInByMail(visitor, sent, "user@example.com");
    const headers = new Headers();
    const request = new Request(ORIGIN, { headers: { cookie: visitor.cookieHeader() } });
    const event = { request, response: { headers }, locals: {} } as unknown as RequestEvent;
    const session = await provideRequestEvent(event, () => getSession(request, config));
    expect(session).toMatchObject({ user: { email: "user@example.com" } });
    expect(headers.getSetCookie()).toEqual([]);
  });
});
