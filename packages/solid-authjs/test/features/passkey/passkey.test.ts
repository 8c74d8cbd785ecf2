// Passkeys with a software authenticator: real keys, real signatures, no browser.

import { beforeEach, describe, expect, it } from "vitest";
import { Passkey as PasskeyProvider } from "../../../src";
import { STRATEGIES, useApplication } from "../../support/application";
import { Passkey } from "../../support/passkey";
import { answerWith, authenticate, ENABLED, optionsFor, register } from "../../support/passkeys";
import { ORIGIN, outcome } from "../../support/visitor";

const failed = (code: string | null) => ["/api/auth/error", "WebAuthnVerificationError", code];
const FAILED = failed(null);

describe.each(STRATEGIES)("a passkey, sessions by %s", (strategy) => {
  let passkey: Passkey;

  const app = useApplication(() => ({ providers: [PasskeyProvider()], session: { strategy }, ...ENABLED }));
  beforeEach(() => {
    passkey = new Passkey(ORIGIN);
  });

  it("the signed-in owner adds a passkey, and stays signed in", async () => {
    const visitor = await app.signedIn("ada@example.com");
    expect(outcome(await register(visitor, passkey))).toEqual(["/", null, null]);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    const user = await app.prisma.user.findFirstOrThrow({ include: { authenticators: true, accounts: true } });
    expect(user.authenticators).toMatchObject([
      { counter: 0, credentialBackedUp: true, transports: "internal,hybrid" },
    ]);
    expect(user.accounts).toMatchObject([{ type: "webauthn", provider: "passkey" }]);
  });

  if (strategy === "jwt")
    it("a user without an address in the token adds a passkey, and signs in with it", async () => {
      app.config = { ...app.config, callbacks: { jwt: ({ token }) => ({ sub: token.sub }) } };
      const visitor = await app.signedIn("ada@example.com");
      await visitor.session();
      expect(outcome(await register(visitor, passkey))).toEqual(["/", null, null]);
      expect(outcome(await authenticate(app.visitor(), passkey))).toEqual(["/", null, null]);
    });

  it("signs its owner in without a user name, and leads to the callback URL", async () => {
    await register(await app.signedIn("ada@example.com"), passkey);
    const visitor = app.visitor();
    const answer = await authenticate(visitor, passkey, { callbackUrl: "/protected" });
    expect(outcome(answer)).toEqual(["/protected", null, null]);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });

  it("signs in with each of its signatures, even if a number in it begins with a zero byte", async () => {
    await register(await app.signedIn("ada@example.com"), passkey);
    const visitor = app.visitor();
    const data = passkey.authenticate(await optionsFor(visitor, "authenticate"), { isShort: true });
    expect(outcome(await answerWith(visitor, "authenticate", data))).toEqual(["/", null, null]);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });

  it("leads to a page whose address has an error in it, without failing", async () => {
    await register(await app.signedIn("ada@example.com"), passkey);
    const visitor = app.visitor();
    const ask = async (callbackUrl: string) => {
      const data = JSON.stringify(passkey.authenticate(await optionsFor(visitor, "authenticate")));
      const fields = { action: "authenticate", data, callbackUrl };
      return (await visitor.post("/callback/passkey", fields, { "x-auth-return-redirect": "1" })).json();
    };
    const page = `${ORIGIN}/account?error=OAuthCallbackError&code=connect`;
    expect(await ask(page)).toEqual({ url: page, ok: true });
    await app.prisma.user.deleteMany();
    const url = expect.stringContaining("?error=WebAuthnVerificationError");
    expect(await ask(page)).toEqual({ url, unknownPasskey: true });
  });

  it("works with an authenticator whose counter needs all of its 32 bits", async () => {
    const stored = async () => (await app.prisma.authenticator.findFirstOrThrow()).counter;
    passkey.counter = 2 ** 32 - 2;
    await register(await app.signedIn("ada@example.com"), passkey);
    expect(await stored()).toBe(2 ** 31 - 1);
    passkey.counter++;
    expect(outcome(await authenticate(app.visitor(), passkey))).toEqual(["/", null, null]);
    expect(await stored()).toBe(2 ** 31 - 1);
  });

  it("the signIn callback is asked about the whole user who adds a passkey", async () => {
    const users: unknown[] = [];
    const callbacks = { signIn: ({ user }: { user: object }) => users.push(user) > 0 };
    const visitor = await app.signedIn("ada@example.com", { callbacks });
    await app.prisma.user.updateMany({ data: { image: "https://cdn.example.com/ada.png" } });
    users.length = 0;
    expect(outcome(await register(visitor, passkey))).toEqual(["/", null, null]);
    expect(users).toMatchObject([{ image: "https://cdn.example.com/ada.png", emailVerified: expect.any(Date) }]);
  });

  it("signs in once for each challenge: a replay is refused even if the counter stays at zero", async () => {
    await register(await app.signedIn("ada@example.com"), passkey);
    const visitor = app.visitor();
    const data = passkey.authenticate(await optionsFor(visitor, "authenticate"));
    const thief = visitor.copy();
    expect(outcome(await answerWith(visitor, "authenticate", data))).toEqual(["/", null, null]);
    expect(outcome(await answerWith(thief, "authenticate", data))).toEqual(failed("expired"));
    expect(await thief.session()).toBeNull();
  });

  it("signs in once when the same answer arrives twice at once", async () => {
    await register(await app.signedIn("ada@example.com"), passkey);
    const visitor = app.visitor();
    const data = passkey.authenticate(await optionsFor(visitor, "authenticate"));
    const visitors = [visitor, visitor.copy()];
    const answers = await Promise.all(visitors.map((who) => answerWith(who, "authenticate", data)));
    expect(answers.map((answer) => outcome(answer)[1]).sort()).toEqual([null, "WebAuthnVerificationError"].sort());
  });

  it("a cloned passkey is refused because of its counter", async () => {
    passkey.counter = 5;
    await register(await app.signedIn("ada@example.com"), passkey);
    passkey.counter = 4;
    const visitor = app.visitor();
    expect(outcome(await authenticate(visitor, passkey))).toEqual(FAILED);
    expect(await visitor.session()).toBeNull();
  });

  it("another browser's challenge is refused", async () => {
    await register(await app.signedIn("ada@example.com"), passkey);
    const data = passkey.authenticate(await optionsFor(app.visitor(), "authenticate"));
    const visitor = app.visitor();
    await optionsFor(visitor, "authenticate");
    expect(outcome(await answerWith(visitor, "authenticate", data))).toEqual(failed("expired"));
    expect(await visitor.session()).toBeNull();
  });

  it("another site's origin is refused", async () => {
    const phished = new Passkey("https://app.example.com.evil.example");
    await register(await app.signedIn("ada@example.com"), passkey);
    const visitor = app.visitor();
    const options = await optionsFor(visitor, "authenticate");
    const { response } = phished.authenticate(options);
    expect(outcome(await answerWith(visitor, "authenticate", { ...passkey.authenticate(options), response }))).toEqual(
      failed("origin"),
    );
    expect(outcome(await register(await app.signedIn("ada@example.com"), phished))).toEqual(failed("origin"));
    expect(await app.prisma.authenticator.count()).toBe(1);
  });

  it.each([false, true])("a signature of another key is refused (short: %s)", async (isShort) => {
    await register(await app.signedIn("ada@example.com"), passkey);
    const visitor = app.visitor();
    const options = await optionsFor(visitor, "authenticate");
    const { response } = new Passkey(ORIGIN).authenticate(options, { isShort });
    const answer = await answerWith(visitor, "authenticate", { ...passkey.authenticate(options), response });
    expect(outcome(answer)).toEqual(FAILED);
    expect(await visitor.session()).toBeNull();
  });

  it("a removed passkey is refused", async () => {
    await register(await app.signedIn("ada@example.com"), passkey);
    await app.prisma.authenticator.deleteMany();
    const visitor = app.visitor();
    expect(outcome(await authenticate(visitor, passkey))).toEqual(failed("unknown"));
    expect(await visitor.session()).toBeNull();
  });

  it("a deleted user's passkey is refused", async () => {
    await register(await app.signedIn("ada@example.com"), passkey);
    await app.prisma.user.deleteMany();
    const visitor = app.visitor();
    expect(outcome(await authenticate(visitor, passkey))).toEqual(failed("unknown"));
    expect(await app.prisma.user.count()).toBe(0);
  });

  it("a passkey does not sign in when the signIn callback returns a page: the visitor goes there", async () => {
    await register(await app.signedIn("ada@example.com"), passkey);
    const visitor = app.visitor({ callbacks: { signIn: () => "/suspended?why=1" } });
    const answer = await authenticate(visitor, passkey);
    expect(answer.location?.href).toBe(`${ORIGIN}/suspended?why=1`);
    expect(visitor.sessionCookie).toBeUndefined();
    expect(await visitor.session()).toBeNull();
  });

  it("the signIn callback never leads off this site, unless the redirect callback allows it", async () => {
    await register(await app.signedIn("ada@example.com"), passkey);
    const elsewhere = { signIn: () => "https://help.example.net/" };
    const kept = await authenticate(app.visitor({ callbacks: elsewhere }), passkey);
    expect(kept.location?.origin).toBe(ORIGIN);
    const callbacks = { ...elsewhere, redirect: ({ url }: { url: string }) => url };
    const allowed = await authenticate(app.visitor({ callbacks }), passkey);
    expect(allowed.location?.href).toBe("https://help.example.net/");
  });

  it("a passkey does not sign in when the signIn callback refuses", async () => {
    await register(await app.signedIn("ada@example.com"), passkey);
    const visitor = app.visitor({ callbacks: { signIn: () => false } });
    expect(outcome(await authenticate(visitor, passkey))).toEqual(["/api/auth/error", "AccessDenied", null]);
    expect(await visitor.session()).toBeNull();
  });

  it("a user who signed out meanwhile adds no passkey", async () => {
    const visitor = await app.signedIn("ada@example.com");
    const data = passkey.register(await optionsFor(visitor, "register"));
    await visitor.post("/signout");
    expect(outcome(await answerWith(visitor, "register", data))).toEqual(["/api/auth/signin", "SessionRequired", null]);
    expect(await app.prisma.authenticator.count()).toBe(0);
    expect(await app.prisma.account.count()).toBe(0);
  });

  it("a passkey is not added to another user who signed in meanwhile", async () => {
    const visitor = await app.signedIn("ada@example.com");
    const data = passkey.register(await optionsFor(visitor, "register"));
    await app.signIn(visitor, "second@example.com");
    expect(outcome(await answerWith(visitor, "register", data))).toEqual(failed("expired"));
    expect(await app.prisma.authenticator.count()).toBe(0);
    expect(await visitor.session()).toMatchObject({ user: { email: "second@example.com" } });
  });

  it("one user's passkey is not added to another", async () => {
    await register(await app.signedIn("ada@example.com"), passkey);
    const other = await app.signedIn("eve@example.com");
    const answer = await register(other, passkey);
    expect(outcome(answer)).toEqual(["/api/auth/signin", "AccountNotLinked", null]);
    expect(await app.prisma.authenticator.findMany({ include: { user: true } })).toMatchObject([
      { user: { email: "ada@example.com" } },
    ]);
    expect(await other.session()).toMatchObject({ user: { email: "eve@example.com" } });
  });

  it.each(["addPasskey", "createAuthenticator"])(
    "a passkey that cannot be stored by %s leaves nothing behind",
    async (method) => {
      const visitor = await app.signedIn("ada@example.com");
      // Auth.js's adapters have no `addPasskey`.
      const { addPasskey: _, ...rest } = app.adapter;
      const failing = { [method]: () => Promise.reject(new Error("The disk is full.")) };
      const broken = visitor.copy({ ...app.config, adapter: { ...rest, ...failing } });
      expect(outcome(await register(broken, passkey))).toEqual(["/api/auth/error", "Configuration", null]);
      expect(await app.prisma.account.count()).toBe(0);
      expect(await broken.session()).toMatchObject({ user: { email: "ada@example.com" } });
      expect(outcome(await register(broken, passkey))[1]).toBe("Configuration");
      expect(outcome(await register(visitor, passkey))).toEqual(["/", null, null]);
    },
  );

  it("a passkey that the adapter has not stored does not seem added", async () => {
    const visitor = await app.signedIn("ada@example.com");
    const adapter = { ...app.adapter, addPasskey: async () => null as never };
    const broken = visitor.copy({ ...app.config, adapter });
    expect(outcome(await register(broken, passkey))).toEqual(["/api/auth/error", "Configuration", null]);
  });

  it("used while signed in makes a new session and ends the old one", async () => {
    const visitor = await app.signedIn("ada@example.com");
    await register(visitor, passkey);
    const old = visitor.copy();
    await authenticate(visitor, passkey);
    expect(visitor.sessionCookie).not.toEqual(old.sessionCookie);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(await app.prisma.session.count()).toBe(strategy === "database" ? 1 : 0);
    if (strategy === "database") expect(await old.session()).toBeNull();
  });
});

describe("adding a passkey, sessions by database", () => {
  const app = useApplication(() => ({ providers: [PasskeyProvider()], ...ENABLED }));

  it("changes the session's token, and neither its row nor the time of sign-in", async () => {
    const visitor = await app.signedIn("ada@example.com");
    const old = visitor.copy();
    const [before] = await app.prisma.session.findMany();
    await register(visitor, new Passkey(ORIGIN));
    const [after, ...others] = await app.prisma.session.findMany();
    expect(others).toEqual([]);
    expect(after).toMatchObject({ id: before?.id, authenticatedAt: before?.authenticatedAt, expires: before?.expires });
    expect(after?.sessionToken).not.toBe(before?.sessionToken);
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(await old.session()).toBeNull();
  });

  it("a session that has expired gets no options to add one, and adds none with options from before", async () => {
    const visitor = await app.signedIn("ada@example.com");
    const data = new Passkey(ORIGIN).register(await optionsFor(visitor, "register"));
    await app.prisma.session.updateMany({ data: { expires: new Date(Date.now() - 1000) } });
    const late = visitor.copy();
    expect((await visitor.get("/webauthn-options/passkey?action=register")).status).toBe(401);
    expect(outcome(await answerWith(late, "register", data))[1]).toBe("SessionRequired");
    expect(await app.prisma.authenticator.count()).toBe(0);
  });

  it("another user's passkey switches to that user, and links nothing", async () => {
    const passkey = new Passkey(ORIGIN);
    await register(await app.signedIn("other@example.com"), passkey);
    const visitor = await app.signedIn("ada@example.com");
    await authenticate(visitor, passkey);
    expect(await visitor.session()).toMatchObject({ user: { email: "other@example.com" } });
    expect(await app.prisma.account.count()).toBe(1);
  });
});
