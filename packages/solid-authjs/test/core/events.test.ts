// The callbacks and the events of a sign-in: their arguments, when each is called, and in which order.

import { EventError } from "@auth/core/errors";
import Credentials from "@auth/core/providers/credentials";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Passkey as PasskeyProvider, type SolidAuthConfig } from "../../src";
import { EMAIL, QUIET, STRATEGIES, useApplication } from "../support/application";
import { Passkey } from "../support/passkey";
import { register } from "../support/passkeys";
import { ADA, CANCEL, LOCAL_ORIGIN, useGitHub } from "../support/peers";
import { outcome } from "../support/visitor";

const NAMES = ["createUser", "linkAccount", "session", "signIn", "signOut", "updateUser"] as const;

const github = useGitHub();
let calls: [string, Record<string, unknown>][] = [];
const recorded = (name: string) => (given: object) => void calls.push([name, { ...given }]);
const app = useApplication(
  () => ({
    providers: [github.provider(), PasskeyProvider()],
    callbacks: {
      signIn(given) {
        recorded("signIn callback")(given);
        return true;
      },
      jwt(given) {
        recorded("jwt callback")(given);
        return given.token;
      },
    },
    events: Object.fromEntries(NAMES.map((name) => [name, recorded(name)])),
  }),
  LOCAL_ORIGIN,
);
beforeEach(() => {
  calls = [];
});

/** The calls since the last time, in order, without those of a reading. */
const atSignIn = () =>
  calls.splice(0).filter(([name, { trigger }]) => name !== "session" && (name !== "jwt callback" || trigger));
/** The events since the last time. */
const events = () => calls.splice(0).filter(([name]) => !name.endsWith(" callback"));
const like = (fields: object) => expect.objectContaining(fields);

describe.each(STRATEGIES)("the callbacks and events, under %s", (strategy) => {
  beforeEach(() => {
    app.config = { ...app.config, session: { strategy } };
  });

  const jwtCallback = (given: object) => (strategy === "jwt" ? [["jwt callback", given]] : []);

  it("email: signIn is asked before the mail and after the link; createUser, or updateUser for a known user", async () => {
    const account = { provider: "email", type: "email", providerAccountId: EMAIL, userId: expect.any(String) };
    for (const isNewUser of [true, false]) {
      // In one spelling.
      await app.signIn(app.visitor(), "User@Example.com");
      const { id } = await app.prisma.user.findFirstOrThrow();
      const unknown = { id: expect.any(String), email: EMAIL, emailVerified: null };
      const asked = { user: isNewUser ? unknown : like({ id }), account };
      const user = like({ id, email: EMAIL, emailVerified: expect.any(Date) });
      const token = { name: null, email: EMAIL, picture: null, sub: id };
      expect(atSignIn()).toEqual([
        ["signIn callback", { ...asked, email: { verificationRequest: true } }],
        ["signIn callback", asked],
        // The address is verified again.
        [isNewUser ? "createUser" : "updateUser", { user }],
        ...jwtCallback({ token, user, account, trigger: isNewUser ? "signUp" : "signIn", isNewUser }),
        ["signIn", { user, account, isNewUser, isAdded: false }],
      ]);
    }
  });

  it("GitHub: signIn is asked with the whole profile and the tokens; createUser and linkAccount for a new user", async () => {
    const tokens = { refresh_token: "ghr_1", scope: "read:user" };
    Object.assign(github.tokens, { ...tokens, token_type: "Bearer", expires_in: 3600 });
    const seen = { name: "Ada Lovelace", email: "ada@example.com", image: null };
    const account = {
      ...tokens,
      provider: "github",
      providerAccountId: expect.stringMatching(/^\d+$/),
      type: "oauth",
      access_token: expect.stringMatching(/^gho_/),
      token_type: "bearer",
      expires_at: expect.closeTo(Date.now() / 1000 + 3600, -2),
    };
    const { name, email } = seen;
    const profile = { id: expect.any(Number), login: "ada", type: "User", name, email, avatar_url: null };
    const given = { account: { ...account, expires_in: 3600 }, profile };
    for (const isNewUser of [true, false]) {
      await github.signIn(app.visitor());
      const { id } = await app.prisma.user.findFirstOrThrow();
      const user = like({ id, ...seen });
      const token = { name, email, picture: null, sub: id };
      const made = [
        ["createUser", { user }],
        ["linkAccount", { user, account, profile: { ...seen, id: expect.any(String) } }],
      ];
      expect(atSignIn()).toEqual([
        ["signIn callback", { ...given, user: isNewUser ? { ...seen, id: expect.any(String) } : user }],
        ...(isNewUser ? made : []),
        ...jwtCallback({ ...given, token, user, trigger: isNewUser ? "signUp" : "signIn", isNewUser }),
        ["signIn", { ...given, user, isNewUser, isAdded: false }],
      ]);
    }
    for (const name of Object.keys(github.tokens)) delete github.tokens[name];
  });

  it("Connect: linkAccount is told the user who is signed in, then signIn; for the user's own account, signIn alone", async () => {
    const visitor = await app.signedIn();
    events();
    await github.signIn(visitor, ADA, { connect: "true" });
    const user = like({ email: EMAIL });
    const account = like({ provider: "github" });
    expect(events()).toEqual([
      ["linkAccount", { user, account, profile: expect.anything() }],
      ["signIn", like({ isNewUser: false, isAdded: true })],
    ]);
    await github.signIn(visitor, ADA, { connect: "true" });
    expect(events()).toEqual([["signIn", like({ isAdded: false })]]);
  });

  it("a passkey: linkAccount is told once it is stored, then signIn; neither is told of one that cannot be stored", async () => {
    const visitor = await app.signedIn();
    events();
    await register(visitor, new Passkey(LOCAL_ORIGIN));
    const user = like({ email: EMAIL });
    const account = like({ provider: "passkey", type: "webauthn" });
    expect(events().filter(([name]) => name !== "session")).toEqual([
      ["linkAccount", like({ user, account })],
      ["signIn", expect.anything()],
    ]);

    const addPasskey = () => Promise.reject(new Error("The database is down."));
    const failing = { ...app.adapter, addPasskey } as SolidAuthConfig["adapter"];
    const other = visitor.copy(app.configWith({ adapter: failing }));
    expect(outcome(await register(other, new Passkey(LOCAL_ORIGIN)))[1]).toBe("Configuration");
    expect(events()).toEqual([]);
  });

  it("a request for a link, a refused or cancelled sign-in, and a sign-out without a session have no event", async () => {
    await app.visitor().post("/signin/email", { email: EMAIL });
    const refusing = { callbacks: { signIn: () => false } };
    await app.signIn(app.visitor(refusing));
    await github.signIn(app.visitor(refusing));
    await github.signIn(app.visitor(), CANCEL);
    await app.visitor().post("/signout");
    await app.visitor().session();
    expect(events()).toEqual([]);
  });

  it("session gets what the client sees, at each check; signOut gets what has ended, or null if that is gone", async () => {
    const visitor = await app.signedIn();
    const { id: userId } = await app.prisma.user.findFirstOrThrow();
    events();
    const session = await visitor.session();
    const token = strategy === "jwt" && { token: like({ email: EMAIL, sub: userId }) };
    expect(events()).toEqual([["session", { session, ...token }]]);
    await visitor.post("/signout");
    expect(events()).toEqual([["signOut", token || { session: like({ userId, expires: expect.any(Date) }) }]]);
    if (strategy === "jwt") return;
    const other = await app.signedIn();
    events();
    await app.prisma.session.deleteMany();
    await other.post("/signout");
    expect(events()).toEqual([["signOut", { session: null }]]);
    expect(other.sessionCookie).toBeUndefined();
  });

  it("events that throw are logged and break nothing", async () => {
    const error = vi.fn<(error: Error) => void>();
    const failing = () => {
      throw new Error("The audit log is full.");
    };
    const rejecting = () => Promise.reject(new Error("The audit log is full."));
    const broken = Object.fromEntries(NAMES.map((name, index) => [name, index % 2 === 0 ? failing : rejecting]));
    const visitor = app.visitor({ logger: { ...QUIET, error }, events: broken });
    // A page's own `error` parameter does not mean that the sign-in failed.
    const callbackUrl = "/a?error=mine";
    expect((await github.signIn(visitor, ADA, { callbackUrl })).location?.href).toBe(LOCAL_ORIGIN + callbackUrl);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect((await visitor.post("/signout", { callbackUrl: "/b" })).location?.pathname).toBe("/b");
    expect(visitor.sessionCookie).toBeUndefined();
    await app.signIn(visitor, "ada@example.com");
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(error.mock.calls.length).toBeGreaterThanOrEqual(7);
    for (const [logged] of error.mock.calls) expect(logged).toBeInstanceOf(EventError);
  });
});

it("credentials: signIn is asked with what was typed, and gets what authorize returned", async () => {
  const user = { id: "7", name: "Ada", email: EMAIL, image: "/ada.png" };
  const providers = [Credentials({ credentials: { username: {}, password: {} }, authorize: () => user })];
  const credentials = { username: "ada", password: "lovelace" };
  await app.visitor({ providers, session: { strategy: "jwt" } }).post("/callback/credentials", credentials);
  const account = { provider: "credentials", type: "credentials", providerAccountId: "7" };
  const token = { name: "Ada", email: EMAIL, picture: "/ada.png", sub: "7" };
  expect(atSignIn()).toEqual([
    ["signIn callback", { user, account, credentials: like(credentials) }],
    ["jwt callback", { token, user, account, trigger: "signIn", isNewUser: false }],
    ["signIn", { user, account, isAdded: false }],
  ]);
});

it("an event that is undefined is none, and logs nothing", async () => {
  const error = vi.fn();
  const events = { session: undefined, signOut: undefined, updateUser: undefined };
  const visitor = await app.signedIn(EMAIL, { events, session: { strategy: "jwt" }, logger: { ...QUIET, error } });
  expect(await visitor.session()).not.toBeNull();
  await visitor.post("/signout");
  expect(error).not.toHaveBeenCalled();
});
