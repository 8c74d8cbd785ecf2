// Mistakes in the application's own configuration and callbacks: the log reports them, and visitors are safe.

import { describe, expect, it, vi } from "vitest";
import { SolidAuth, type SolidAuthConfig } from "../../src";
import { EMAIL, emailProvider, linkFields, useApplication } from "../support/application";
import { LOCAL_ORIGIN, useGitHub } from "../support/peers";
import { outcome } from "../support/visitor";

const gitHub = useGitHub();
const app = useApplication(
  () => ({ providers: [gitHub.provider()], pages: { signIn: "/sign-in", error: "/error" } }),
  LOCAL_ORIGIN,
);

describe("a session callback that returns what it gets", () => {
  it("shows scripts neither the token nor other columns", async () => {
    app.config.callbacks = { session: ({ session }) => session };
    const visitor = await app.signedIn();
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
  it("the error is the application's fault, not the provider's", async () => {
    app.config.session = { strategy: "jwt" };
    app.config.callbacks = { jwt: () => Promise.reject(new Error("The directory is down.")) };
    const answer = await gitHub.signIn(app.visitor());
    expect(answer.location?.pathname).toBe("/error");
    expect(answer.location?.searchParams.get("error")).toBe("Configuration");
  });
});

describe("a redirect callback that returns nothing", () => {
  it("causes no sign-in on a blank page, and no mail without a callback URL", async () => {
    app.config.callbacks = { redirect: (() => undefined) as never };
    const visitor = app.visitor();
    const answer = await visitor.post("/signin/email", { email: EMAIL, callbackUrl: "/reports" });
    expect(answer.status).toBe(302);
    expect(answer.location?.searchParams.get("error")).toBe("Configuration");
    expect(app.sent).toEqual([]);
  });
});

describe("a redirect callback that returns no URL", () => {
  it.each(["", "  ", "https://[", 7])("%j signs no visitor in on a blank page", async (url) => {
    await app.visitor().post("/signin/email", { email: EMAIL });
    const visitor = app.visitor({ callbacks: { redirect: (() => url) as never } });
    const answer = await visitor.post("/callback/email", linkFields(app.sent.at(-1)));
    expect([answer.status, ...outcome(answer)]).toEqual([302, "/error", "Configuration", null]);
    expect(visitor.sessionCookie).toBeUndefined();
  });
});

describe("an adapter that fails before core is called", () => {
  it.each([new Error("The disk is gone."), "The disk is gone."])(
    "leads to the error page, and the logger gets the error: %s",
    async (thrown) => {
      const visitor = await app.signedIn();
      const error = vi.fn();
      const getSessionAndUser = () => Promise.reject(thrown);
      const broken = app.configWith({ adapter: { ...app.adapter, getSessionAndUser }, logger: { error } });
      const answer = await visitor.copy(broken).post("/signin/github", { connect: "true" });
      expect([answer.status, ...outcome(answer)]).toEqual([302, "/error", "Configuration", null]);
      expect(error.mock.calls).toEqual([[expect.objectContaining({ message: "The disk is gone." })]]);
    },
  );
});

describe("an adapter that makes no user", () => {
  it("fails the sign-in, and the log says why", async () => {
    const error = vi.fn();
    const adapter = { ...app.adapter, createUser: () => null as never };
    const visitor = app.visitor({ adapter, logger: { error } });
    expect(outcome(await app.signIn(visitor))).toEqual(["/error", "Configuration", null]);
    expect(error.mock.lastCall?.[0].cause.err.message).toBe("The adapter made no user.");
    expect(visitor.sessionCookie).toBeUndefined();
  });
});

describe("a redirect callback that rejects", () => {
  it("makes a JWT unreadable, which is a 500 and no redirect", async () => {
    app.config = { ...app.config, session: { strategy: "jwt" } };
    const visitor = await app.signedIn();
    app.config = { ...app.config, callbacks: { redirect: () => Promise.reject(new Error("The directory is down.")) } };
    const broken = app.visitor();
    for (const [name, value] of visitor.cookies) broken.cookies.set(name, value);
    const answer = await broken.get("/session?callbackUrl=/reports");
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ message: "The session cannot be read now." });
  });
});

describe("a provider with numeric user ids", () => {
  it("signs them in, each time as the same user", async () => {
    const provider = gitHub.provider();
    const profile = async ({ id, login, email }: { id: number; login: string; email: string | null }) =>
      ({ id, name: login, email }) as never;
    app.config.providers = [
      emailProvider(app.sent),
      { ...provider, profile, options: { ...provider.options, profile } as never },
    ];
    for (const _ of ["first", "again"]) {
      const answer = await gitHub.signIn(app.visitor());
      expect(answer.location?.searchParams.get("error")).toBeNull();
    }
    expect(await app.prisma.account.count()).toBe(1);
    expect((await app.prisma.account.findFirst())?.providerAccountId).toMatch(/^\d+$/);
  });
});

describe("the error endpoint", () => {
  it("passes the code on to the page", async () => {
    const { location } = await app.visitor().get("/error?error=OAuthAccountNotLinked&code=signed_in");
    expect(location?.pathname).toBe("/error");
    expect(location?.searchParams.get("code")).toBe("signed_in");
  });
});

describe("a logger that throws", () => {
  it("the visitor's answer is the same", async () => {
    const written = vi.spyOn(console, "error").mockImplementation(() => {});
    const fail = () => {
      throw new Error("The log is full.");
    };
    app.config.logger = { error: fail, warn: fail, debug: fail };
    const answer = await app.visitor().visit(`/callback/github?code=x&state=y`);
    expect(answer.location?.searchParams.get("error")).toBe("InvalidCheck");
    expect(written).toHaveBeenCalled();
    written.mockRestore();
  });
});

describe("cookie names", () => {
  const named = (sessionToken: string, csrfToken: string): SolidAuthConfig => ({
    ...app.config,
    cookies: { sessionToken: { name: sessionToken, options: {} }, csrfToken: { name: csrfToken, options: {} } },
  });

  it.each([
    ["app", "app.csrf"],
    ["authjs", "csrf"],
    ["same", "same"],
  ])("a session cookie's name, %s, that begins another cookie's (%s) is refused immediately", (session, csrf) => {
    expect(() => SolidAuth(named(session, csrf))).toThrow("is the beginning of another cookie's");
  });

  it.each(["__Secure-authjs", "__Host-authjs.link", "authjs.link", "authjs.mail", "authjs.pkce", "__Host-authjs"])(
    "a session cookie's name, %s, that begins a default name, on http or https, is refused immediately",
    (name) => {
      const config = { ...app.config, cookies: { sessionToken: { name } } };
      expect(() => SolidAuth(config)).toThrow(
        `The session cookie's name "${name}" is the beginning of another cookie's`,
      );
    },
  );

  it.each([
    ["one name for two", { state: { name: "flow" }, nonce: { name: "flow" } }, "flow"],
    ["a default name", { state: { name: "authjs.nonce" } }, "authjs.nonce"],
    ["a default name on https", { state: { name: "__Secure-authjs.nonce" } }, "__Secure-authjs.nonce"],
    ["a name of the layer", { callbackUrl: { name: "__Host-authjs.mail-request" } }, "__Host-authjs.mail-request"],
  ])("two cookies of one name are refused immediately: %s", (_, cookies, name) => {
    expect(() => SolidAuth({ ...app.config, cookies })).toThrow(`Two cookies have the name "${name}".`);
  });

  it("names that do not collide work", async () => {
    app.config = named("app.session", "app.csrf");
    const visitor = await app.signedIn();
    expect(visitor.cookies.has("app.session")).toBe(true);
  });
});
