// The `jwt` callback, which decides the contents of a session under the `jwt` strategy, with an adapter.

import { getToken } from "@auth/core/jwt";
import Credentials from "@auth/core/providers/credentials";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Passkey as PasskeyProvider, type SolidAuthConfig } from "../../src";
import { EMAIL, SECRET, useApplication } from "../support/application";
import { Passkey } from "../support/passkey";
import { answerWith, ENABLED, optionsFor } from "../support/passkeys";
import { LOCAL_ORIGIN, useGitHub } from "../support/peers";
import { type Answer, outcome, type Visitor } from "../support/visitor";

type Jwt = NonNullable<NonNullable<SolidAuthConfig["callbacks"]>["jwt"]>;

const github = useGitHub();
let jwt: ReturnType<typeof vi.fn<Jwt>>;

beforeEach(() => {
  jwt = vi.fn<Jwt>(({ token }) => token);
});
const app = useApplication(
  () => ({
    ...ENABLED,
    session: { strategy: "jwt" },
    callbacks: { jwt },
    providers: [
      github.provider(),
      PasskeyProvider(),
      Credentials({ authorize: () => ({ id: "7", name: "Ada", email: EMAIL, image: "/ada.png" }) }),
    ],
  }),
  LOCAL_ORIGIN,
);

/** The contents of the session cookie. */
function tokenOf(visitor: Visitor) {
  return getToken({ req: visitor.request(), secret: SECRET, secureCookie: true });
}

describe("the jwt callback at sign-in", () => {
  it("email: signUp for a new user, signIn afterwards, with token, user and account", async () => {
    await app.signIn(app.visitor());
    const { id } = await app.prisma.user.findFirstOrThrow();
    expect(jwt).toHaveBeenCalledTimes(1);
    const { token, user, account, profile, trigger, session, isNewUser } = jwt.mock.calls[0]?.[0] ?? {};
    expect(token).toEqual({ name: null, email: EMAIL, picture: null, sub: id });
    expect(user).toMatchObject({ id, email: EMAIL });
    expect(account).toMatchObject({ provider: "email", type: "email", providerAccountId: EMAIL });
    expect([profile, session]).toEqual([undefined, undefined]);
    expect([trigger, isNewUser]).toEqual(["signUp", true]);

    await app.signIn(app.visitor());
    expect(jwt.mock.lastCall?.[0]).toMatchObject({ trigger: "signIn", isNewUser: false, user: { id } });
  });

  it("GitHub: gets the profile and the provider's tokens", async () => {
    await github.signIn(app.visitor());
    const { token, user, account, profile, trigger } = jwt.mock.calls[0]?.[0] ?? {};
    const { id } = await app.prisma.user.findFirstOrThrow();
    expect(token).toEqual({ name: "Ada Lovelace", email: "ada@example.com", picture: null, sub: id });
    expect(user).toMatchObject({ id });
    expect(account).toMatchObject({ provider: "github", access_token: expect.stringMatching(/^gho_/) });
    expect(profile).toMatchObject({ login: "ada" });
    expect(trigger).toBe("signUp");

    await github.signIn(app.visitor());
    expect(jwt.mock.lastCall?.[0]).toMatchObject({ trigger: "signIn", profile: { login: "ada" } });
  });

  it("credentials: signIn, with what authorize returned", async () => {
    await app.visitor().post("/callback/credentials");
    const { token, user, trigger, profile } = jwt.mock.calls[0]?.[0] ?? {};
    expect(token).toEqual({ name: "Ada", email: EMAIL, picture: "/ada.png", sub: "7" });
    expect(user).toMatchObject({ id: "7" });
    expect([trigger, profile]).toEqual(["signIn", undefined]);
  });
});

describe("the jwt callback after sign-in", () => {
  let visitor: Visitor;

  beforeEach(async () => {
    visitor = app.visitor();
    await app.signIn(visitor);
    jwt.mockClear();
  });

  it("gets the token of a session that is read, and no other argument", async () => {
    await visitor.session();
    expect(jwt).toHaveBeenCalledTimes(1);
    const { token, trigger, user, account, profile, session } = jwt.mock.calls[0]?.[0] ?? {};
    const times = { iat: expect.any(Number), exp: expect.any(Number), jti: expect.any(String) };
    expect(token).toMatchObject({ email: EMAIL, sub: expect.any(String), ...times });
    expect([trigger, user, account, profile, session]).toEqual(Array(5).fill(undefined));
  });

  it("an update comes with the trigger `update` and the client's data", async () => {
    await visitor.update({ name: "Countess", nested: { list: [1, 2] } });
    expect(jwt).toHaveBeenCalledTimes(1);
    expect(jwt.mock.calls[0]?.[0]).toMatchObject({
      trigger: "update",
      session: { name: "Countess", nested: { list: [1, 2] } },
      token: { email: EMAIL },
    });
  });

  it("the client's data changes nothing unless the callback uses it", async () => {
    const answer = await visitor.update({ name: "Mallory", user: { email: "mallory@example.com" }, sub: "1" });
    expect(await answer.json()).toMatchObject({ user: { email: EMAIL } });
    expect(await visitor.session()).toMatchObject({ user: { name: null, email: EMAIL } });
  });

  it("what an update returns is kept for the next request", async () => {
    jwt.mockImplementation(({ token, trigger, session }) => (trigger ? { ...token, name: session.name } : token));
    expect(await (await visitor.update({ name: "Countess" })).json()).toMatchObject({ user: { name: "Countess" } });
    expect(await visitor.session()).toMatchObject({ user: { name: "Countess" } });
  });

  it("an update needs the form's own token", async () => {
    const body = JSON.stringify({ data: { name: "Mallory" } });
    const headers = { "content-type": "application/json" };
    const answer = await visitor.visit("/session", { method: "POST", headers, body });
    expect([answer.status, await answer.json()]).toEqual([400, null]);
    expect(jwt).not.toHaveBeenCalled();
  });

  it("null ends the session: the cookie is cleared, and the old token is not set again", async () => {
    jwt.mockReturnValue(null);
    const answer = await visitor.get("/session");
    expect([answer.status, await answer.json()]).toEqual([200, null]);
    expect(answer.set.get("__Secure-authjs.session-token")).toContain("Max-Age=0");
    expect(visitor.sessionCookie).toBeUndefined();
  });

  it("null on an update ends the session too", async () => {
    jwt.mockReturnValue(null);
    expect(await (await visitor.update({})).json()).toBeNull();
    expect(visitor.sessionCookie).toBeUndefined();
  });

  it("an error while a session is read answers 500, and the visitor stays signed in", async () => {
    jwt.mockRejectedValueOnce(new Error("The user service is down."));
    const answer = await visitor.get("/session");
    expect(answer.status).toBe(500);
    expect(answer.set.size).toBe(0);
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
  });
});

describe("a session that the jwt callback has ended", () => {
  let thief: Visitor;

  beforeEach(async () => {
    thief = (await app.signedIn()).copy();
  });

  /** What comes of the thief's last step, of a way that began before the session was ended. */
  async function afterTheEnd(finish: () => Promise<Answer>): Promise<unknown[]> {
    jwt.mockImplementation(({ token, trigger }) => (trigger ? token : null));
    return outcome(await finish());
  }

  it("connects no account", async () => {
    const { location } = await thief.post("/signin/github", { connect: "true" });
    const refused = await afterTheEnd(async () => thief.get(await github.decide(location)));
    expect(refused).toEqual(["/api/auth/signin", "SessionRequired", null]);
    expect(await app.prisma.account.count()).toBe(0);
    expect(await thief.session()).toBeNull();
  });

  it("adds no passkey", async () => {
    const passkey = new Passkey(LOCAL_ORIGIN).register(await optionsFor(thief, "register"));
    const refused = await afterTheEnd(() => answerWith(thief, "register", passkey));
    expect(refused).toEqual(["/api/auth/signin", "SessionRequired", null]);
    expect(await app.prisma.authenticator.count()).toBe(0);
    expect(await thief.session()).toBeNull();
  });
});

it.each<[string, (visitor: Visitor) => Promise<unknown>]>([
  ["email", (visitor) => app.signIn(visitor)],
  ["GitHub", (visitor) => github.signIn(visitor)],
  ["credentials", (visitor) => visitor.post("/callback/credentials")],
])("null at a sign-in by %s signs no user in, and ends the session that was there", async (_, signIn) => {
  const visitor = app.visitor();
  await signIn(visitor);
  expect(visitor.sessionCookie).toBeDefined();
  jwt.mockReturnValue(null);
  await signIn(visitor);
  expect(visitor.sessionCookie).toBeUndefined();
});

it("all returned fields are stored in the token and passed to the session callback", async () => {
  const session = vi.fn<NonNullable<NonNullable<SolidAuthConfig["callbacks"]>["session"]>>(({ session }) => session);
  jwt.mockImplementation(({ token, trigger }) =>
    trigger ? { ...token, role: "admin", tags: ["a", { b: 1 }] } : token,
  );
  const visitor = await app.signedIn(EMAIL, { callbacks: { jwt, session } });
  expect(await tokenOf(visitor)).toMatchObject({ role: "admin", tags: ["a", { b: 1 }], email: EMAIL });
  await visitor.session();
  expect(session.mock.lastCall?.[0].token).toMatchObject({ role: "admin", tags: ["a", { b: 1 }] });
});

it("the jwt callback is not called under the database strategy", async () => {
  const visitor = app.visitor({ session: undefined, providers: app.config.providers.slice(0, 2) });
  await app.signIn(visitor);
  expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
  expect(jwt).not.toHaveBeenCalled();
});
