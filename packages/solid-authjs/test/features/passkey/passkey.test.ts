// Passkeys with a software authenticator: real keys, real signatures, no browser.

import { beforeEach, describe, expect, it, vi } from "vitest";
import { Passkey as PasskeyProvider, type SolidAuthAdapter, type SolidAuthConfig } from "../../../src";
import { STRATEGIES, useApplication } from "../../support/application";
import { Passkey } from "../../support/passkey";
import { answerWith, authenticate, optionsFor, register } from "../../support/passkeys";
import { ORIGIN, outcome, type Visitor } from "../../support/visitor";

const DONE = ["/", null, null];
const ADA = { user: { email: "ada@example.com" } };
const EVE = { user: { email: "eve@example.com" } };
const failed = (code: string | null) => ["/api/auth/error", "WebAuthnVerificationError", code];
const failing = () => Promise.reject(new Error("The disk is full."));

type Options = Awaited<ReturnType<typeof optionsFor>>;

describe.each(STRATEGIES)("a passkey, sessions by %s", (strategy) => {
  /** Ada's, and her browser. */
  let passkey: Passkey;
  let owner: Visitor;

  const app = useApplication(() => ({ providers: [PasskeyProvider()], session: { strategy } }));
  beforeEach(async () => {
    passkey = new Passkey(ORIGIN);
    owner = await app.signedIn("ada@example.com");
    expect(outcome(await register(owner, passkey))).toEqual(DONE);
  });

  async function answerAfter(change: Promise<unknown>, options: Options) {
    await change;
    return passkey.authenticate(options);
  }

  /** An answer in the passkey's name by another one. */
  const answerBy = (other: Passkey, options: Options) => ({
    ...passkey.authenticate(options),
    response: other.authenticate(options).response,
  });

  if (strategy === "jwt")
    it("signs its owner in without a user name, and leads to the callback URL, also if that has an error in it", async () => {
      const visitor = app.visitor();
      expect(outcome(await authenticate(visitor, passkey, { callbackUrl: "/protected" }))).toEqual([
        "/protected",
        null,
        null,
      ]);
      expect(await visitor.session()).toMatchObject(ADA);
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

  it("signs in once for each challenge: a replay is refused even if the counter stays at zero", async () => {
    const visitor = app.visitor();
    const data = passkey.authenticate(await optionsFor(visitor, "authenticate"));
    const thief = visitor.copy();
    expect(outcome(await answerWith(visitor, "authenticate", data))).toEqual(DONE);
    expect(outcome(await answerWith(thief, "authenticate", data))).toEqual(failed("expired"));
    expect(await thief.session()).toBeNull();
  });

  it("is added once for each challenge: a copy of its cookie adds no second passkey, and none of the session's works", async () => {
    const old = owner.copy();
    const options = await optionsFor(owner, "register");
    const challenge = [...owner.cookies].filter(([name]) => name.includes("challenge"));
    expect(outcome(await answerWith(owner, "register", new Passkey(ORIGIN).register(options)))).toEqual(DONE);
    for (const [name, value] of challenge) owner.cookies.set(name, value);
    const second = await answerWith(owner, "register", new Passkey(ORIGIN).register(options));
    expect(outcome(second)).toEqual(failed("expired"));
    expect([await app.prisma.authenticator.count(), await app.prisma.account.count()]).toEqual([2, 2]);
    expect(await owner.session()).toMatchObject(ADA);
    if (strategy === "database") expect(await old.session()).toBeNull();
  });

  it.each<[string, string | null, (options: Options) => object | Promise<object>]>([
    [
      "a cloned passkey, because of its counter",
      null,
      (options) => answerAfter(app.prisma.authenticator.updateMany({ data: { counter: 5 } }), options),
    ],
    [
      "another browser's challenge",
      "expired",
      async () => passkey.authenticate(await optionsFor(app.visitor(), "authenticate")),
    ],
    [
      "an answer that was made on another site",
      "origin",
      (options) => answerBy(new Passkey("https://app.example.com.evil.example"), options),
    ],
    [
      "an answer that was made in another site's frame",
      null,
      (options) => Object.assign(passkey, { frame: { crossOrigin: true } }).authenticate(options),
    ],
    ["a signature of another key", null, (options) => answerBy(new Passkey(ORIGIN), options)],
    ["a removed passkey", "unknown", (options) => answerAfter(app.prisma.authenticator.deleteMany(), options)],
  ])("%s is refused", async (_, code, make) => {
    const visitor = app.visitor();
    const data = await make(await optionsFor(visitor, "authenticate"));
    expect(outcome(await answerWith(visitor, "authenticate", data))).toEqual(failed(code));
    expect(await visitor.session()).toBeNull();
  });

  const elsewhere = () => "https://help.example.net/";
  it.each<[string, SolidAuthConfig["callbacks"], string]>([
    ["returns a page: the visitor goes there", { signIn: () => "/suspended?why=1" }, `${ORIGIN}/suspended?why=1`],
    ["names another site", { signIn: elsewhere }, `${ORIGIN}/`],
    [
      "names another site that the redirect callback allows",
      { signIn: elsewhere, redirect: ({ url }) => url },
      "https://help.example.net/",
    ],
    ["refuses", { signIn: () => false }, `${ORIGIN}/api/auth/error?error=AccessDenied`],
  ])("a passkey does not sign in when the signIn callback %s", async (_, callbacks, href) => {
    const visitor = app.visitor({ callbacks });
    expect((await authenticate(visitor, passkey)).location?.href).toBe(href);
    expect(visitor.sessionCookie).toBeUndefined();
    expect(await visitor.session()).toBeNull();
  });

  it("the signIn callback is asked about the whole user who adds a passkey", async () => {
    const users: unknown[] = [];
    const callbacks = { signIn: ({ user }: { user: object }) => users.push(user) > 0 };
    await app.prisma.user.updateMany({ data: { image: "https://cdn.example.com/ada.png" } });
    expect(outcome(await register(owner.copy(app.configWith({ callbacks })), new Passkey(ORIGIN)))).toEqual(DONE);
    expect(users).toMatchObject([{ image: "https://cdn.example.com/ada.png", emailVerified: expect.any(Date) }]);
  });

  it.each<[string, () => unknown, unknown, string | undefined]>([
    ["a user who signed out", () => owner.post("/signout"), ["/api/auth/signin", "SessionRequired", null], undefined],
    ["another user who signed in", () => app.signIn(owner, "eve@example.com"), failed("expired"), EVE.user.email],
  ])("a passkey is not added to %s meanwhile", async (_, act, expected, email) => {
    const data = new Passkey(ORIGIN).register(await optionsFor(owner, "register"));
    await act();
    expect(outcome(await answerWith(owner, "register", data))).toEqual(expected);
    expect([await app.prisma.authenticator.count(), await app.prisma.account.count()]).toEqual([1, 1]);
    expect((await owner.session())?.user?.email).toBe(email);
  });

  it("one user's passkey is not added to another", async () => {
    const other = await app.signedIn("eve@example.com");
    expect(outcome(await register(other, passkey))).toEqual(["/api/auth/signin", "AccountNotLinked", null]);
    const { id: userId } = await app.prisma.user.findFirstOrThrow({ where: ADA.user });
    expect(await app.prisma.authenticator.findMany()).toMatchObject([{ userId }]);
    expect(await other.session()).toMatchObject(EVE);
  });

  it.each<[string, (adapter: SolidAuthAdapter) => SolidAuthAdapter]>([
    ["fails to store", (adapter) => ({ ...adapter, addPasskey: failing })],
    [
      "fails to store, and has no `addPasskey`, as Auth.js's",
      ({ addPasskey: _, ...adapter }) => ({ ...adapter, createAuthenticator: failing }),
    ],
    ["has not stored", (adapter) => ({ ...adapter, addPasskey: async () => null as never })],
  ])("a passkey that the adapter %s is not announced as added, and leaves nothing behind", async (_, change) => {
    const events = { linkAccount: vi.fn() };
    const eve = (await app.signedIn("eve@example.com")).copy(app.configWith({ events }));
    const broken = eve.copy(app.configWith({ adapter: change(app.adapter), events }));
    const added = new Passkey(ORIGIN);
    for (const _ of ["first", "again"])
      expect(outcome(await register(broken, added))).toEqual(["/api/auth/error", "Configuration", null]);
    expect(await app.prisma.account.count()).toBe(1);
    expect(await broken.session()).toMatchObject(EVE);
    expect(events.linkAccount).not.toHaveBeenCalled();
    expect(outcome(await register(eve, added))).toEqual(DONE);
    expect(events.linkAccount).toHaveBeenCalledOnce();
  });

  it.each([ADA, EVE])(
    "used while $user.email is signed in begins its owner's session, and links nothing",
    async (who) => {
      const visitor = await app.signedIn(who.user.email);
      const old = visitor.copy();
      await authenticate(visitor, passkey);
      expect(visitor.sessionCookie).not.toEqual(old.sessionCookie);
      expect(await visitor.session()).toMatchObject(ADA);
      expect(await app.prisma.account.count()).toBe(1);
      if (strategy === "database") expect(await old.session()).toBeNull();
    },
  );
});
