// The six events: their arguments, when each is called, and in which order. With an adapter, under both strategies.

import { EventError } from "@auth/core/errors";
import Credentials from "@auth/core/providers/credentials";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Passkey as PasskeyProvider, type SolidAuthConfig } from "../../src";
import { EMAIL, QUIET, useApplication } from "../support/application";
import { Passkey } from "../support/passkey";
import { ENABLED, register } from "../support/passkeys";
import { ADA, CANCEL, LOCAL_ORIGIN, useGitHub } from "../support/peers";
import { outcome } from "../support/visitor";

const NAMES = ["createUser", "linkAccount", "session", "signIn", "signOut", "updateUser"] as const;
type Name = (typeof NAMES)[number];

const github = useGitHub();
let events: Record<Name, ReturnType<typeof vi.fn<(message: unknown) => void>>>;

beforeEach(() => {
  events = {
    createUser: vi.fn(),
    linkAccount: vi.fn(),
    session: vi.fn(),
    signIn: vi.fn(),
    signOut: vi.fn(),
    updateUser: vi.fn(),
  };
});
const app = useApplication(
  () => ({ ...ENABLED, events, providers: [github.provider(), PasskeyProvider()] }),
  LOCAL_ORIGIN,
);

it("an event that is undefined is none, and logs nothing", async () => {
  const error = vi.fn();
  const events = { session: undefined, signOut: undefined, updateUser: undefined };
  const visitor = await app.signedIn(EMAIL, { events, session: { strategy: "jwt" }, logger: { error } });
  expect(await visitor.session()).not.toBeNull();
  await visitor.post("/signout");
  expect(error).not.toHaveBeenCalled();
});

/** The names of the events since the last call, in order. */
function happened(): Name[] {
  const times = NAMES.flatMap((name) => events[name].mock.invocationCallOrder.map((time) => ({ name, time })));
  for (const name of NAMES) events[name].mockClear();
  return times.sort((one, other) => one.time - other.time).map(({ name }) => name);
}

describe.each(["database", "jwt"] as const)("the events, under %s", (strategy) => {
  beforeEach(() => {
    app.config = { ...app.config, session: { strategy } };
  });

  it("email, new user: createUser, then signIn", async () => {
    await app.signIn(app.visitor());
    const { id } = await app.prisma.user.findFirstOrThrow();
    const user = expect.objectContaining({ id, email: EMAIL, emailVerified: expect.any(Date) });
    expect(events.createUser).toHaveBeenCalledExactlyOnceWith({ user });
    const account = expect.objectContaining({ provider: "email", type: "email", providerAccountId: EMAIL });
    expect(events.signIn).toHaveBeenCalledExactlyOnceWith({ user, account, isNewUser: true, isAdded: false });
    expect(happened()).toEqual(["createUser", "signIn"]);
  });

  it("email, known user: updateUser, because the address is verified again, then signIn", async () => {
    const { id } = await app.prisma.user.create({ data: { email: EMAIL, name: "Ada" } });
    await app.signIn(app.visitor());
    const user = expect.objectContaining({ id, name: "Ada", emailVerified: expect.any(Date) });
    expect(events.updateUser).toHaveBeenCalledExactlyOnceWith({ user });
    expect(events.signIn.mock.calls).toEqual([
      [{ user, account: expect.anything(), isNewUser: false, isAdded: false }],
    ]);
    expect(happened()).toEqual(["updateUser", "signIn"]);
  });

  it("requesting a link triggers no event", async () => {
    await app.visitor().post("/signin/email", { email: EMAIL });
    expect(happened()).toEqual([]);
  });

  it("GitHub, new user: createUser, linkAccount, then signIn", async () => {
    await github.signIn(app.visitor());
    const { id } = await app.prisma.user.findFirstOrThrow();
    const user = expect.objectContaining({ id, name: "Ada Lovelace", email: "ada@example.com" });
    const account = expect.objectContaining({
      provider: "github",
      type: "oauth",
      providerAccountId: expect.stringMatching(/^\d+$/),
      access_token: expect.stringMatching(/^gho_/),
    });
    const seenByApplication = expect.objectContaining({ name: "Ada Lovelace", email: "ada@example.com", image: null });
    expect(events.createUser).toHaveBeenCalledExactlyOnceWith({ user });
    expect(events.linkAccount).toHaveBeenCalledExactlyOnceWith({ user, account, profile: seenByApplication });
    const profile = expect.objectContaining({ login: "ada" });
    expect(events.signIn).toHaveBeenCalledExactlyOnceWith({ user, account, profile, isNewUser: true, isAdded: false });
    expect(happened()).toEqual(["createUser", "linkAccount", "signIn"]);
  });

  it("GitHub, known user: signIn alone", async () => {
    await github.signIn(app.visitor());
    happened();
    await github.signIn(app.visitor());
    expect(events.signIn.mock.calls[0]?.[0]).toMatchObject({
      isNewUser: false,
      isAdded: false,
      profile: { login: "ada" },
    });
    expect(happened()).toEqual(["signIn"]);
  });

  it("Connect: linkAccount for the user who is signed in, then signIn, and no new user", async () => {
    const visitor = await app.signedIn();
    happened();
    await github.signIn(visitor, ADA, { connect: "true" });
    const user = expect.objectContaining({ email: EMAIL });
    const account = expect.objectContaining({ provider: "github" });
    expect(events.linkAccount).toHaveBeenCalledExactlyOnceWith({ user, account, profile: expect.anything() });
    expect(events.signIn.mock.calls[0]?.[0]).toMatchObject({ isNewUser: false, isAdded: true });
    expect(happened()).toEqual(["linkAccount", "signIn"]);
  });

  it("Connect, with an account that is the user's already: signIn alone, and nothing is added", async () => {
    const visitor = await app.signedIn();
    for (const _ of ["first", "again"]) {
      happened();
      await github.signIn(visitor, ADA, { connect: "true" });
    }
    expect(events.signIn.mock.calls[0]?.[0]).toMatchObject({ isAdded: false });
    expect(happened()).toEqual(["signIn"]);
  });

  it("a passkey: linkAccount once it is stored, then signIn; none for one that cannot be stored", async () => {
    const visitor = await app.signedIn();
    happened();
    await register(visitor, new Passkey(LOCAL_ORIGIN));
    const user = expect.objectContaining({ email: EMAIL });
    const account = expect.objectContaining({ provider: "passkey", type: "webauthn" });
    expect(events.linkAccount).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ user, account }));
    expect(happened().filter((name) => name !== "session")).toEqual(["linkAccount", "signIn"]);

    const addPasskey = () => Promise.reject(new Error("The database is down."));
    const failing = { ...app.adapter, addPasskey } as SolidAuthConfig["adapter"];
    const other = visitor.copy(app.configWith({ adapter: failing }));
    expect(outcome(await register(other, new Passkey(LOCAL_ORIGIN)))[1]).toBe("Configuration");
    expect(happened()).toEqual([]);
  });

  it("a refused sign-in has no event", async () => {
    const refusing = { callbacks: { signIn: () => false } };
    await app.signIn(app.visitor(refusing));
    await github.signIn(app.visitor(refusing));
    await github.signIn(app.visitor(), CANCEL);
    expect(happened()).toEqual([]);
  });

  it("a sign-out without a session triggers no event", async () => {
    await app.visitor().post("/signout");
    expect(happened()).toEqual([]);
  });

  it("events that throw are logged and break nothing", async () => {
    const error = vi.fn<(error: Error) => void>();
    const failing = () => {
      throw new Error("The audit log is full.");
    };
    const rejecting = () => Promise.reject(new Error("The audit log is full."));
    const broken = {
      ...app.config,
      logger: { ...QUIET, error },
      events: {
        createUser: failing,
        linkAccount: rejecting,
        session: failing,
        signIn: rejecting,
        signOut: failing,
        updateUser: rejecting,
      },
    };
    const visitor = app.visitor(broken);
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

describe("the events, under database only", () => {
  it("session gets what the client sees, at each check", async () => {
    const visitor = app.visitor();
    await visitor.session();
    await app.signIn(visitor);
    happened();
    const session = await visitor.session();
    expect(events.session).toHaveBeenCalledExactlyOnceWith({ session });
    expect(happened()).toEqual(["session"]);
  });

  it("signOut gets the session that has ended", async () => {
    const visitor = await app.signedIn();
    const { userId } = await app.prisma.session.findFirstOrThrow();
    happened();
    await visitor.post("/signout");
    const session = expect.objectContaining({ userId, expires: expect.any(Date) });
    expect(events.signOut).toHaveBeenCalledExactlyOnceWith({ session });
    expect(happened()).toEqual(["signOut"]);
  });

  it("signOut gets null if the session is already gone", async () => {
    const visitor = await app.signedIn();
    await app.prisma.session.deleteMany();
    await visitor.post("/signout");
    expect(events.signOut).toHaveBeenCalledExactlyOnceWith({ session: null });
    expect(visitor.sessionCookie).toBeUndefined();
  });
});

describe("the events, under jwt only", () => {
  beforeEach(() => {
    app.config = { ...app.config, session: { strategy: "jwt" } };
  });

  it("session gets what the client sees, and the token", async () => {
    const visitor = await app.signedIn();
    happened();
    const session = await visitor.session();
    const token = expect.objectContaining({ email: EMAIL, sub: expect.any(String) });
    expect(events.session).toHaveBeenCalledExactlyOnceWith({ session, token });
    expect(happened()).toEqual(["session"]);
  });

  it("signOut gets the token", async () => {
    const visitor = await app.signedIn();
    happened();
    await visitor.post("/signout");
    const token = expect.objectContaining({ email: EMAIL, sub: expect.any(String) });
    expect(events.signOut).toHaveBeenCalledExactlyOnceWith({ token });
    expect(happened()).toEqual(["signOut"]);
  });

  it("credentials: signIn with what authorize returned, and the account", async () => {
    const provider = Credentials({ authorize: () => ({ id: "7", name: "Ada", email: EMAIL }) });
    await app.visitor({ providers: [provider] }).post("/callback/credentials");
    const account = { provider: "credentials", type: "credentials", providerAccountId: "7" };
    expect(events.signIn).toHaveBeenCalledExactlyOnceWith({
      user: { id: "7", name: "Ada", email: EMAIL },
      account,
      isAdded: false,
    });
    expect(happened()).toEqual(["signIn"]);
  });
});
