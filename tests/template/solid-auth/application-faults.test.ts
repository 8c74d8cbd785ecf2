// Mistakes in the application's own configuration and callbacks: told in words to the owner, harmless to the visitor.

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { PrismaClient } from "~/server/database/generated/client";
import { SolidAuth, type SolidAuthAdapter, type SolidAuthConfig } from "~/solid-auth";
import { emailProvider, openDatabase, QUIET, SECRET, type SentMail, signInByMail, Visitor } from "../../support/auth";
import { LOCAL_ORIGIN, localVisitor, openGitHub } from "../support/github-peer";

const EMAIL = "user@example.com";

let gitHub: Awaited<ReturnType<typeof openGitHub>>;
let prisma: PrismaClient;
let adapter: SolidAuthAdapter;
let sent: SentMail[];
let config: SolidAuthConfig;

beforeAll(async () => {
  gitHub = await openGitHub();
});
afterAll(() => gitHub.close());

beforeEach(async () => {
  ({ prisma, adapter } = await openDatabase());
  sent = [];
  config = {
    adapter,
    providers: [emailProvider(sent), gitHub.provider()],
    secret: SECRET,
    trustHost: true,
    logger: QUIET,
    pages: { signIn: "/sign-in", error: "/error" },
  };
});

async function signedIn(): Promise<Visitor> {
  const visitor = new Visitor(config);
  await signInByMail(visitor, sent, EMAIL);
  return visitor;
}

describe("a session callback that returns what it gets", () => {
  it("shows scripts neither the token nor what else is in the row", async () => {
    config.callbacks = { session: ({ session }) => session };
    const visitor = await signedIn();
    const shown = await visitor.session();
    expect(shown).toMatchObject({ user: { email: EMAIL }, expires: expect.any(String) });
    const text = JSON.stringify(shown);
    const token = visitor.sessionCookie?.[1] ?? "";
    expect(token).toHaveLength(64);
    for (const secret of [token, "sessionToken", "userAgent", "authenticatedAt", "lastSeenAt"])
      expect(text).not.toContain(secret);
  });
});

describe("a jwt callback that rejects at sign-in", () => {
  it("is the application's fault, not the provider's", async () => {
    config.session = { strategy: "jwt" };
    config.callbacks = { jwt: () => Promise.reject(new Error("The directory is down.")) };
    const answer = await gitHub.signIn(localVisitor(config));
    expect(answer.location?.pathname).toBe("/error");
    expect(answer.location?.searchParams.get("error")).toBe("Configuration");
  });
});

describe("a redirect callback that returns nothing", () => {
  it("signs nobody in on a blank page, and sends no mail that leads nowhere", async () => {
    config.callbacks = { redirect: (() => undefined) as never };
    const visitor = new Visitor(config);
    const answer = await visitor.post("/signin/email", { email: EMAIL, callbackUrl: "/reports" });
    expect(answer.status).toBe(302);
    expect(answer.location?.searchParams.get("error")).toBe("Configuration");
    expect(sent).toEqual([]);
  });
});

describe("a redirect callback that rejects", () => {
  it("makes the session unreadable, which is a 500 and no redirect", async () => {
    const visitor = await signedIn();
    config = { ...config, callbacks: { redirect: () => Promise.reject(new Error("The directory is down.")) } };
    const broken = new Visitor(config);
    for (const [name, value] of visitor.cookies) broken.cookies.set(name, value);
    const answer = await broken.get("/session?callbackUrl=/reports");
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ message: "The session cannot be read now." });
  });
});

describe("a provider that numbers its users", () => {
  it("signs them in, each time as the same user", async () => {
    const provider = gitHub.provider();
    const profile = async ({ id, login, email }: { id: number; login: string; email: string | null }) =>
      ({ id, name: login, email }) as never;
    config.providers = [
      emailProvider(sent),
      { ...provider, profile, options: { ...provider.options, profile } as never },
    ];
    for (const _ of ["first", "again"]) {
      const answer = await gitHub.signIn(localVisitor(config));
      expect(answer.location?.searchParams.get("error")).toBeNull();
    }
    expect(await prisma.account.count()).toBe(1);
    expect((await prisma.account.findFirst())?.providerAccountId).toMatch(/^\d+$/);
  });
});

describe("the error endpoint", () => {
  it("hands the code on to the page", async () => {
    const { location } = await new Visitor(config).get("/error?error=OAuthAccountNotLinked&code=signed_in");
    expect(location?.pathname).toBe("/error");
    expect(location?.searchParams.get("code")).toBe("signed_in");
  });
});

describe("a logger that throws", () => {
  it("costs no visitor an answer", async () => {
    const written = vi.spyOn(console, "error").mockImplementation(() => {});
    const fail = () => {
      throw new Error("The log is full.");
    };
    config.logger = { error: fail, warn: fail, debug: fail };
    const answer = await new Visitor(config).visit(`/callback/github?code=x&state=y`);
    expect(answer.location?.searchParams.get("error")).toBe("InvalidCheck");
    expect(written).toHaveBeenCalled();
    written.mockRestore();
  });
});

describe("cookie names", () => {
  const named = (sessionToken: string, csrfToken: string): SolidAuthConfig => ({
    ...config,
    cookies: { sessionToken: { name: sessionToken, options: {} }, csrfToken: { name: csrfToken, options: {} } },
  });

  it.each([
    ["app", "app.csrf"],
    ["authjs", "csrf"],
    ["same", "same"],
  ])("of which the session's, %s, begins another's are refused at once (%s)", (session, csrf) => {
    expect(() => SolidAuth(named(session, csrf))).toThrow("is the beginning of another cookie's");
  });

  it("that are apart work", async () => {
    config = named("app.session", "app.csrf");
    const visitor = new Visitor(config, { origin: LOCAL_ORIGIN });
    await signInByMail(visitor, sent, EMAIL);
    expect(visitor.cookies.has("app.session")).toBe(true);
  });
});
