// The `signIn` callback decides who may sign in. Under both strategies, at each point where it is called.

import { AccessDenied } from "@auth/core/errors";
import Credentials from "@auth/core/providers/credentials";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SolidAuthConfig } from "../../src";
import { EMAIL, QUIET, useApplication } from "../support/application";
import { LOCAL_ORIGIN, useGitHub } from "../support/peers";
import type { Visitor } from "../support/visitor";

type SignIn = NonNullable<NonNullable<SolidAuthConfig["callbacks"]>["signIn"]>;

const DENIED = `${LOCAL_ORIGIN}/api/auth/error?error=AccessDenied`;

const github = useGitHub();
let signIn: ReturnType<typeof vi.fn<SignIn>>;
let logged: ReturnType<typeof vi.fn<(error: Error) => void>>;

/** Any result, despite TypeScript: applications in JavaScript may forget a return. */
function answers(value: unknown): SignIn {
  return () => value as boolean;
}

const atLink = (result: SignIn) => (parameters: Parameters<SignIn>[0]) =>
  parameters.email?.verificationRequest ? true : result(parameters);

describe.each(["database", "jwt"] as const)("the signIn callback, under %s", (strategy) => {
  beforeEach(() => {
    signIn = vi.fn<SignIn>(() => true);
    logged = vi.fn();
  });
  const app = useApplication(
    () => ({
      providers: [github.provider()],
      session: { strategy },
      callbacks: { signIn: (parameters) => signIn(parameters) },
      logger: { ...QUIET, error: logged },
    }),
    LOCAL_ORIGIN,
  );

  it("email: is asked with verificationRequest before the mail, and without it after the link", async () => {
    const visitor = await app.signedIn();
    expect(signIn).toHaveBeenCalledTimes(2);
    const account = { provider: "email", type: "email", providerAccountId: EMAIL, userId: expect.any(String) };
    const user = { id: expect.any(String), email: EMAIL, emailVerified: null };
    expect(signIn.mock.calls[0]?.[0]).toEqual({ user, account, email: { verificationRequest: true } });
    expect(signIn.mock.calls[1]?.[0]).toEqual({ user, account });
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
  });

  it("a page that the callback names is no success for a script, although its answer is 200", async () => {
    signIn.mockImplementation(() => "/sign-in?error=NotInvited");
    const answer = await app.visitor().post("/signin/email", { email: EMAIL }, { "x-auth-return-redirect": "1" });
    expect(await answer.json()).toEqual({ url: expect.stringMatching(/\/sign-in\?error=NotInvited$/) });
    expect(app.sent).toEqual([]);
  });

  it("a thrown Response is the answer: no token is made, no mail is sent, and the visitor stays signed out", async () => {
    signIn.mockImplementation(() => {
      throw Response.json({ message: "Later." }, { status: 429, headers: { "retry-after": "60" } });
    });
    const visitor = app.visitor();
    const answer = await visitor.post("/signin/email", { email: EMAIL }, { "x-auth-return-redirect": "1" });
    expect([answer.status, answer.headers.get("retry-after"), await answer.json()]).toEqual([
      429,
      "60",
      { message: "Later." },
    ]);
    expect(app.sent).toEqual([]);
    expect(await app.prisma.verificationToken.count()).toBe(0);

    expect((await github.signIn(visitor)).status).toBe(429);
    expect(await app.prisma.user.count()).toBe(0);
    expect(await visitor.session()).toBeNull();
  });

  it("email: gets the stored user if there is one", async () => {
    const { id } = await app.prisma.user.create({ data: { email: EMAIL, name: "Ada" } });
    await app.signIn(app.visitor());
    for (const [{ user }] of signIn.mock.calls) expect(user).toMatchObject({ id, name: "Ada" });
  });

  it("GitHub: is asked once, with the user, the account and the whole profile", async () => {
    await github.signIn(app.visitor());
    expect(signIn).toHaveBeenCalledTimes(1);
    const { user, account, profile, email, credentials } = signIn.mock.calls[0]?.[0] ?? {};
    expect(user).toMatchObject({ name: "Ada Lovelace", email: "ada@example.com", image: null });
    expect(account).toMatchObject({ provider: "github", type: "oauth", access_token: expect.stringMatching(/^gho_/) });
    expect(profile).toMatchObject({ login: "ada", id: Number(account?.providerAccountId), type: "User" });
    expect(email).toBeUndefined();
    expect(credentials).toBeUndefined();
  });

  it("GitHub: is given the stored user the second time", async () => {
    await github.signIn(app.visitor());
    const stored = await app.prisma.user.findFirstOrThrow();
    await github.signIn(app.visitor());
    expect(signIn.mock.lastCall?.[0].user).toMatchObject({ id: stored.id });
  });

  describe.each([
    ["false", answers(false)],
    ["undefined", answers(undefined)],
    ["null", answers(null)],
    ["zero", answers(0)],
    ["an empty string", answers("")],
    [
      "a thrown error",
      () => {
        throw new Error("Not on my watch.");
      },
    ],
    ["a rejection", () => Promise.reject(new Error("Not on my watch."))],
  ] satisfies [string, SignIn][])("%s refuses", (_, refuse) => {
    it("a refusal before the mail sends nothing and stores nothing", async () => {
      signIn.mockImplementation(refuse);
      const answer = await app.visitor().post("/signin/email", { email: EMAIL });
      expect(answer.location?.href).toBe(DENIED);
      expect(app.sent).toEqual([]);
      expect(await app.prisma.verificationToken.count()).toBe(0);
    });

    it("a refusal after the link leaves the visitor signed out and creates no user", async () => {
      signIn.mockImplementation(atLink(refuse));
      const visitor = app.visitor();
      const answer = await app.signIn(visitor);
      expect(answer.location?.href).toBe(DENIED);
      expect(visitor.sessionCookie).toBeUndefined();
      expect(await app.prisma.session.count()).toBe(0);
      expect(await app.prisma.user.count()).toBe(0);
    });

    it("back from GitHub: the visitor stays signed out and no user is created", async () => {
      signIn.mockImplementation(refuse);
      const visitor = app.visitor();
      const answer = await github.signIn(visitor);
      expect(answer.location?.href).toBe(DENIED);
      expect(visitor.sessionCookie).toBeUndefined();
      expect(await app.prisma.user.count()).toBe(0);
      expect(await app.prisma.account.count()).toBe(0);
    });
  });

  it("an error thrown by the callback is the cause of the AccessDenied that is logged", async () => {
    const original = new Error("The allow list cannot be read.");
    signIn.mockRejectedValue(original);
    await app.visitor().post("/signin/email", { email: EMAIL });
    await github.signIn(app.visitor());
    expect(logged).toHaveBeenCalledTimes(2);
    for (const [error] of logged.mock.calls) {
      expect(error).toBeInstanceOf(AccessDenied);
      expect(error).toMatchObject({ type: "AccessDenied", cause: { err: original } });
    }
  });

  it("what the callback threw does not reach the visitor", async () => {
    signIn.mockRejectedValue(new Error("The allow list cannot be read."));
    const answer = await app.visitor().post("/signin/email", { email: EMAIL });
    expect(`${answer.location?.href} ${await answer.text()}`).not.toContain("list");
  });

  it("returns a URL: the visitor goes there, and no mail is sent", async () => {
    signIn.mockReturnValue("/waiting-list?why=full");
    const answer = await app.visitor().post("/signin/email", { email: EMAIL });
    expect(answer.location?.href).toBe(`${LOCAL_ORIGIN}/waiting-list?why=full`);
    expect(app.sent).toEqual([]);
  });

  it("returns a URL after the link, or back from GitHub: the visitor goes there, signed out", async () => {
    signIn.mockImplementation(atLink(() => "/waiting-list"));
    for (const byWay of [(visitor: Visitor) => app.signIn(visitor), (visitor: Visitor) => github.signIn(visitor)]) {
      const visitor = app.visitor();
      expect((await byWay(visitor)).location?.href).toBe(`${LOCAL_ORIGIN}/waiting-list`);
      expect(visitor.sessionCookie).toBeUndefined();
    }
    expect(await app.prisma.user.count()).toBe(0);
  });

  it("returns a URL with an `error`: it is kept as it is", async () => {
    signIn.mockReturnValue("/sign-in?error=OAuthSignInError&code=no_email");
    const answer = await github.signIn(app.visitor());
    expect(answer.location?.href).toBe(`${LOCAL_ORIGIN}/sign-in?error=OAuthSignInError&code=no_email`);
  });

  it("returns a URL on another origin: it is followed only if the redirect callback allows it", async () => {
    signIn.mockReturnValue("https://elsewhere.example/");
    expect((await github.signIn(app.visitor())).location?.origin).toBe(LOCAL_ORIGIN);
    const callbacks = { ...app.config.callbacks, redirect: ({ url }: { url: string }) => url };
    expect((await github.signIn(app.visitor({ callbacks }))).location?.href).toBe("https://elsewhere.example/");
  });
});

describe("with credentials", () => {
  const authorize = () => ({ id: "7", name: "Ada", email: EMAIL });
  const app = useApplication(
    () => ({
      providers: [Credentials({ credentials: { username: {}, password: {} }, authorize })],
      session: { strategy: "jwt" },
      callbacks: { signIn: (parameters) => signIn(parameters) },
    }),
    LOCAL_ORIGIN,
  );

  beforeEach(() => {
    signIn = vi.fn<SignIn>(() => true);
  });

  it("the callback gets the user, the account and what was typed", async () => {
    const visitor = app.visitor();
    await visitor.post("/callback/credentials", { username: "ada", password: "lovelace" });
    expect(signIn).toHaveBeenCalledTimes(1);
    expect(signIn.mock.calls[0]?.[0]).toMatchObject({
      user: { id: "7", name: "Ada", email: EMAIL },
      account: { provider: "credentials", type: "credentials", providerAccountId: "7" },
      credentials: { username: "ada", password: "lovelace" },
    });
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
  });

  it("false refuses the sign-in and a string redirects it, and neither makes a session", async () => {
    for (const [result, location] of [
      [false, DENIED],
      ["/waiting-list", `${LOCAL_ORIGIN}/waiting-list`],
    ] as const) {
      signIn.mockReturnValue(result);
      const visitor = app.visitor();
      const answer = await visitor.post("/callback/credentials", { username: "ada" });
      expect(answer.location?.href).toBe(location);
      expect(visitor.sessionCookie).toBeUndefined();
    }
  });
});
