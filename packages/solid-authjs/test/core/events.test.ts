// The six events: their arguments, when each is called, and in which order. With an adapter, under both strategies.

import { EventError } from "@auth/core/errors";
import Credentials from "@auth/core/providers/credentials";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Passkey as PasskeyProvider, type SolidAuthConfig } from "../../src";
import { EMAIL, QUIET, STRATEGIES, useApplication } from "../support/application";
import { Passkey } from "../support/passkey";
import { ENABLED, register } from "../support/passkeys";
import { ADA, CANCEL, LOCAL_ORIGIN, useGitHub } from "../support/peers";
import { outcome } from "../support/visitor";

const NAMES = ["createUser", "linkAccount", "session", "signIn", "signOut", "updateUser"] as const;

const github = useGitHub();
let calls: [string, unknown][] = [];
const events = Object.fromEntries(NAMES.map((name) => [name, (message: unknown) => void calls.push([name, message])]));
const app = useApplication(
  () => ({ ...ENABLED, events, providers: [github.provider(), PasskeyProvider()] }),
  LOCAL_ORIGIN,
);
beforeEach(() => {
  calls = [];
});

/** The events since the last call, in order, with their messages. */
const happened = () => calls.splice(0);
const like = (fields: object) => expect.objectContaining(fields);

it("an event that is undefined is none, and logs nothing", async () => {
  const error = vi.fn();
  const events = { session: undefined, signOut: undefined, updateUser: undefined };
  const visitor = await app.signedIn(EMAIL, { events, session: { strategy: "jwt" }, logger: { error } });
  expect(await visitor.session()).not.toBeNull();
  await visitor.post("/signout");
  expect(error).not.toHaveBeenCalled();
});

describe.each(STRATEGIES)("the events, under %s", (strategy) => {
  beforeEach(() => {
    app.config = { ...app.config, session: { strategy } };
  });

  it("email: createUser, then signIn; for a known user updateUser, because the address is verified again", async () => {
    const account = like({ provider: "email", type: "email", providerAccountId: EMAIL });
    for (const [first, isNewUser] of [
      ["createUser", true],
      ["updateUser", false],
    ]) {
      await app.signIn(app.visitor());
      const { id } = await app.prisma.user.findFirstOrThrow();
      const user = like({ id, email: EMAIL, emailVerified: expect.any(Date) });
      expect(happened()).toEqual([
        [first, { user }],
        ["signIn", { user, account, isNewUser, isAdded: false }],
      ]);
    }
  });

  it("GitHub: createUser, linkAccount, then signIn; for a known user signIn alone", async () => {
    await github.signIn(app.visitor());
    const { id } = await app.prisma.user.findFirstOrThrow();
    const seen = { name: "Ada Lovelace", email: "ada@example.com" };
    const user = like({ id, ...seen });
    const account = like({
      ...{ provider: "github", type: "oauth", providerAccountId: expect.stringMatching(/^\d+$/) },
      access_token: expect.stringMatching(/^gho_/),
    });
    const signIn = { user, account, profile: like({ login: "ada" }), isAdded: false };
    expect(happened()).toEqual([
      ["createUser", { user }],
      ["linkAccount", { user, account, profile: like({ ...seen, image: null }) }],
      ["signIn", { ...signIn, isNewUser: true }],
    ]);
    await github.signIn(app.visitor());
    expect(happened()).toEqual([["signIn", { ...signIn, isNewUser: false }]]);
  });

  it("Connect: linkAccount for the user who is signed in, then signIn; once it is the user's, signIn alone", async () => {
    const visitor = await app.signedIn();
    happened();
    await github.signIn(visitor, ADA, { connect: "true" });
    const user = like({ email: EMAIL });
    const account = like({ provider: "github" });
    expect(happened()).toEqual([
      ["linkAccount", { user, account, profile: expect.anything() }],
      ["signIn", like({ isNewUser: false, isAdded: true })],
    ]);
    await github.signIn(visitor, ADA, { connect: "true" });
    expect(happened()).toEqual([["signIn", like({ isAdded: false })]]);
  });

  it("a passkey: linkAccount once it is stored, then signIn; none for one that cannot be stored", async () => {
    const visitor = await app.signedIn();
    happened();
    await register(visitor, new Passkey(LOCAL_ORIGIN));
    const user = like({ email: EMAIL });
    const account = like({ provider: "passkey", type: "webauthn" });
    expect(happened().filter(([name]) => name !== "session")).toEqual([
      ["linkAccount", like({ user, account })],
      ["signIn", expect.anything()],
    ]);

    const addPasskey = () => Promise.reject(new Error("The database is down."));
    const failing = { ...app.adapter, addPasskey } as SolidAuthConfig["adapter"];
    const other = visitor.copy(app.configWith({ adapter: failing }));
    expect(outcome(await register(other, new Passkey(LOCAL_ORIGIN)))[1]).toBe("Configuration");
    expect(happened()).toEqual([]);
  });

  it("a request for a link, a refused or cancelled sign-in, and a sign-out without a session have no event", async () => {
    await app.visitor().post("/signin/email", { email: EMAIL });
    const refusing = { callbacks: { signIn: () => false } };
    await app.signIn(app.visitor(refusing));
    await github.signIn(app.visitor(refusing));
    await github.signIn(app.visitor(), CANCEL);
    await app.visitor().post("/signout");
    await app.visitor().session();
    expect(happened()).toEqual([]);
  });

  it("session gets what the client sees, at each check; signOut gets what has ended, or null if that is gone", async () => {
    const visitor = await app.signedIn();
    const { id: userId } = await app.prisma.user.findFirstOrThrow();
    happened();
    const session = await visitor.session();
    const token = strategy === "jwt" && { token: like({ email: EMAIL, sub: userId }) };
    expect(happened()).toEqual([["session", { session, ...token }]]);
    await visitor.post("/signout");
    const ended = token || { session: like({ userId, expires: expect.any(Date) }) };
    expect(happened()).toEqual([["signOut", ended]]);
    if (strategy === "jwt") return;
    const other = await app.signedIn();
    happened();
    await app.prisma.session.deleteMany();
    await other.post("/signout");
    expect(happened()).toEqual([["signOut", { session: null }]]);
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
    const answer = await github.signIn(visitor, ADA, { callbackUrl });
    expect(answer.location?.href).toBe(LOCAL_ORIGIN + callbackUrl);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect((await visitor.post("/signout", { callbackUrl: "/b" })).location?.pathname).toBe("/b");
    expect(visitor.sessionCookie).toBeUndefined();
    await app.signIn(visitor, "ada@example.com");
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(error.mock.calls.length).toBeGreaterThanOrEqual(7);
    for (const [logged] of error.mock.calls) expect(logged).toBeInstanceOf(EventError);
  });
});

it("credentials: signIn with what authorize returned, and the account", async () => {
  const user = { id: "7", name: "Ada", email: EMAIL };
  const providers = [Credentials({ authorize: () => user })];
  await app.visitor({ providers, session: { strategy: "jwt" } }).post("/callback/credentials");
  const account = { provider: "credentials", type: "credentials", providerAccountId: "7" };
  expect(happened()).toEqual([["signIn", { user, account, isAdded: false }]]);
});
