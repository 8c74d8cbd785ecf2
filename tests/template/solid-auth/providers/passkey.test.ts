import WebAuthn from "@auth/core/providers/passkey";
import { beforeEach, describe, expect, it } from "vitest";
import type { PrismaClient } from "~/server/database/generated/client";
import type { SolidAuthAdapter, SolidAuthConfig } from "~/solid-auth";
import {
  type Answer,
  emailProvider,
  ORIGIN,
  openApplication,
  openDatabase,
  QUIET,
  SECRET,
  type SentMail,
  signInByMail,
  Visitor,
} from "../../../support/auth";
import { Passkey } from "../../../support/passkey";
import { outcome, STRATEGIES } from "../../support/peers";

const FAILED = ["/api/auth/error", "WebAuthnVerificationError", null];

let prisma: PrismaClient;
let adapter: SolidAuthAdapter;
let config: SolidAuthConfig;
let sent: SentMail[];

/** A visitor who is signed in as the owner of that address. */
async function owner(email = "ada@example.com"): Promise<Visitor> {
  const visitor = new Visitor(config);
  await signInByMail(visitor, sent, email);
  return visitor;
}

async function optionsFor(visitor: Visitor, action: "register" | "authenticate") {
  const { options } = await (await visitor.get(`/webauthn-options/passkey?action=${action}`)).json();
  return options;
}

function answerWith(visitor: Visitor, action: string, data: object, more: Record<string, string> = {}) {
  return visitor.post("/callback/passkey", { action, data: JSON.stringify(data), ...more });
}

async function register(visitor: Visitor, passkey: Passkey): Promise<Answer> {
  return answerWith(visitor, "register", passkey.register(await optionsFor(visitor, "register")));
}

async function authenticate(visitor: Visitor, passkey: Passkey, more?: Record<string, string>): Promise<Answer> {
  const data = passkey.authenticate(await optionsFor(visitor, "authenticate"));
  return answerWith(visitor, "authenticate", data, more);
}

function copyOf(visitor: Visitor, ofConfig = config): Visitor {
  const copy = new Visitor(ofConfig);
  for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
  return copy;
}

describe.each(STRATEGIES)("a passkey, sessions by %s", (strategy) => {
  let passkey: Passkey;

  beforeEach(async () => {
    ({ prisma, adapter, sent, config } = await openApplication(
      { session: { strategy }, experimental: { enableWebAuthn: true } },
      WebAuthn({}),
    ));
    passkey = new Passkey(ORIGIN);
  });

  it("is added by its signed-in owner, who stays signed in", async () => {
    const visitor = await owner();
    expect(outcome(await register(visitor, passkey))).toEqual(["/", null, null]);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    const user = await prisma.user.findUniqueOrThrow({
      where: { email: "ada@example.com" },
      include: { authenticators: true, accounts: true },
    });
    expect(user.authenticators).toMatchObject([
      { counter: 0, credentialBackedUp: true, transports: "internal,hybrid" },
    ]);
    expect(user.accounts).toMatchObject([{ type: "webauthn", provider: "passkey" }]);
  });

  it("signs its owner in, with nothing typed, and leads where the visitor was going", async () => {
    await register(await owner(), passkey);
    const visitor = new Visitor(config);
    const answer = await authenticate(visitor, passkey, { callbackUrl: "/protected" });
    expect(outcome(answer)).toEqual(["/protected", null, null]);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect((await prisma.authenticator.findFirst())?.lastUsedAt).toBeInstanceOf(Date);
  });

  it("signs in with each of its signatures, those whose numbers begin with a zero byte too", async () => {
    await register(await owner(), passkey);
    const visitor = new Visitor(config);
    const data = passkey.authenticate(await optionsFor(visitor, "authenticate"), { isShort: true });
    expect(outcome(await answerWith(visitor, "authenticate", data))).toEqual(["/", null, null]);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });

  it("signs in once for each challenge: the same answer again is refused, though the counter stands at zero", async () => {
    await register(await owner(), passkey);
    const visitor = new Visitor(config);
    const data = passkey.authenticate(await optionsFor(visitor, "authenticate"));
    const thief = copyOf(visitor);
    expect(outcome(await answerWith(visitor, "authenticate", data))).toEqual(["/", null, null]);
    expect(outcome(await answerWith(thief, "authenticate", data))).toEqual(FAILED);
    expect(await thief.session()).toBeNull();
  });

  it("signs one in when the same answer arrives twice at once", async () => {
    await register(await owner(), passkey);
    const visitor = new Visitor(config);
    const data = passkey.authenticate(await optionsFor(visitor, "authenticate"));
    const visitors = [visitor, copyOf(visitor)];
    const answers = await Promise.all(visitors.map((who) => answerWith(who, "authenticate", data)));
    expect(answers.map((answer) => outcome(answer)[1]).sort()).toEqual([null, "WebAuthnVerificationError"].sort());
  });

  it("that was copied is found out by its counter", async () => {
    passkey.counter = 5;
    await register(await owner(), passkey);
    passkey.counter = 4;
    const visitor = new Visitor(config);
    expect(outcome(await authenticate(visitor, passkey))).toEqual(FAILED);
    expect(await visitor.session()).toBeNull();
  });

  it("signs nobody in with an answer to another browser's challenge", async () => {
    await register(await owner(), passkey);
    const data = passkey.authenticate(await optionsFor(new Visitor(config), "authenticate"));
    const visitor = new Visitor(config);
    await optionsFor(visitor, "authenticate");
    expect(outcome(await answerWith(visitor, "authenticate", data))).toEqual(FAILED);
    expect(await visitor.session()).toBeNull();
  });

  it("signs nobody in with an answer that was given to another site", async () => {
    const phished = new Passkey("https://app.example.com.evil.example");
    await register(await owner(), passkey);
    const visitor = new Visitor(config);
    const options = await optionsFor(visitor, "authenticate");
    const { response } = phished.authenticate(options);
    expect(outcome(await answerWith(visitor, "authenticate", { ...passkey.authenticate(options), response }))).toEqual(
      FAILED,
    );
    expect(outcome(await register(await owner(), phished))).toEqual(FAILED);
    expect(await prisma.authenticator.count()).toBe(1);
  });

  it.each([false, true])("signs nobody in with a signature of another key (short: %s)", async (isShort) => {
    await register(await owner(), passkey);
    const visitor = new Visitor(config);
    const options = await optionsFor(visitor, "authenticate");
    const { response } = new Passkey(ORIGIN).authenticate(options, { isShort });
    const answer = await answerWith(visitor, "authenticate", { ...passkey.authenticate(options), response });
    expect(outcome(answer)).toEqual(FAILED);
    expect(await visitor.session()).toBeNull();
  });

  it("that was removed signs nobody in", async () => {
    await register(await owner(), passkey);
    await prisma.authenticator.deleteMany();
    const visitor = new Visitor(config);
    expect(outcome(await authenticate(visitor, passkey))).toEqual(FAILED);
    expect(await visitor.session()).toBeNull();
  });

  it("of a user who is gone signs nobody in", async () => {
    await register(await owner(), passkey);
    await prisma.user.deleteMany();
    const visitor = new Visitor(config);
    expect(outcome(await authenticate(visitor, passkey))).toEqual(FAILED);
    expect(await prisma.user.count()).toBe(0);
  });

  it("signs nobody in when the signIn callback names a page: the visitor goes there", async () => {
    await register(await owner(), passkey);
    const visitor = new Visitor({ ...config, callbacks: { signIn: () => "/suspended?why=1" } });
    const answer = await authenticate(visitor, passkey);
    expect(answer.location?.href).toBe(`${ORIGIN}/suspended?why=1`);
    expect(visitor.sessionCookie).toBeUndefined();
    expect(await visitor.session()).toBeNull();
  });

  it("never leads off this site by the signIn callback, unless the redirect callback allows it", async () => {
    await register(await owner(), passkey);
    const elsewhere = { signIn: () => "https://help.example.net/" };
    const kept = await authenticate(new Visitor({ ...config, callbacks: elsewhere }), passkey);
    expect(kept.location?.origin).toBe(ORIGIN);
    const callbacks = { ...elsewhere, redirect: ({ url }: { url: string }) => url };
    const allowed = await authenticate(new Visitor({ ...config, callbacks }), passkey);
    expect(allowed.location?.href).toBe("https://help.example.net/");
  });

  it("signs nobody in when the signIn callback says no", async () => {
    await register(await owner(), passkey);
    const visitor = new Visitor({ ...config, callbacks: { signIn: () => false } });
    expect(outcome(await authenticate(visitor, passkey))).toEqual(["/api/auth/error", "AccessDenied", null]);
    expect(await visitor.session()).toBeNull();
  });

  it("is not added by somebody who signed out on the way", async () => {
    const visitor = await owner();
    const data = passkey.register(await optionsFor(visitor, "register"));
    await visitor.post("/signout");
    expect(outcome(await answerWith(visitor, "register", data))).toEqual(["/api/auth/signin", "SessionRequired", null]);
    expect(await prisma.authenticator.count()).toBe(0);
    expect(await prisma.account.count()).toBe(0);
  });

  it("is not added to whoever else has signed in on the way", async () => {
    const visitor = await owner();
    const data = passkey.register(await optionsFor(visitor, "register"));
    await signInByMail(visitor, sent, "second@example.com");
    expect(outcome(await answerWith(visitor, "register", data))).toEqual(["/api/auth/signin", "SessionRequired", null]);
    expect(await prisma.authenticator.count()).toBe(0);
    expect(await visitor.session()).toMatchObject({ user: { email: "second@example.com" } });
  });

  it("of one user is not added to another", async () => {
    await register(await owner(), passkey);
    const other = await owner("eve@example.com");
    const answer = await register(other, passkey);
    expect(outcome(answer)).toEqual(["/api/auth/signin", "AccountNotLinked", null]);
    expect(await prisma.authenticator.findMany({ include: { user: true } })).toMatchObject([
      { user: { email: "ada@example.com" } },
    ]);
    expect(await other.session()).toMatchObject({ user: { email: "eve@example.com" } });
  });

  it("that cannot be stored leaves nothing behind", async () => {
    const visitor = await owner();
    const createAuthenticator = () => Promise.reject(new Error("The disk is full."));
    const broken = copyOf(visitor, { ...config, adapter: { ...adapter, createAuthenticator } });
    expect(outcome(await register(broken, passkey))).toEqual(["/api/auth/error", "Configuration", null]);
    expect(await prisma.account.count()).toBe(0);
    expect(await broken.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(outcome(await register(broken, passkey))[1]).toBe("Configuration");
    expect(outcome(await register(visitor, passkey))).toEqual(["/", null, null]);
  });

  it("used while signed in makes a new session and ends the old one", async () => {
    const visitor = await owner();
    await register(visitor, passkey);
    const old = copyOf(visitor);
    await authenticate(visitor, passkey);
    expect(visitor.sessionCookie).not.toEqual(old.sessionCookie);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(await prisma.session.count()).toBe(strategy === "database" ? 1 : 0);
    if (strategy === "database") expect(await old.session()).toBeNull();
  });
});

describe("adding a passkey, sessions by database", () => {
  it("changes the session's token, and neither its row nor the time of sign-in", async () => {
    ({ prisma, adapter } = await openDatabase());
    sent = [];
    const providers = [emailProvider(sent), WebAuthn({})];
    const experimental = { enableWebAuthn: true };
    config = { adapter, providers, secret: SECRET, trustHost: true, experimental, logger: QUIET };
    const visitor = await owner();
    const old = copyOf(visitor);
    const [before] = await prisma.session.findMany();
    await register(visitor, new Passkey(ORIGIN));
    const [after, ...others] = await prisma.session.findMany();
    expect(others).toEqual([]);
    expect(after).toMatchObject({ id: before?.id, authenticatedAt: before?.authenticatedAt, expires: before?.expires });
    expect(after?.sessionToken).not.toBe(before?.sessionToken);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(await old.session()).toBeNull();
  });
});
