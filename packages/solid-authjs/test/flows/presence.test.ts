// A fresh sign-in is the person's: what a provider answers from its own session is none.

import { customFetch } from "@auth/core";
import type { OIDCConfig } from "@auth/core/providers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Passkey as PasskeyProvider, type SolidAuthConfig } from "../../src";
import { visitorErrorOf } from "../../src/visitor-errors";
import { emailProvider, QUIET, STRATEGIES, useApplication } from "../support/application";
import { useOAuth } from "../support/oauth";
import { authorized, type Jar, openId, throughPages, withClaims } from "../support/openid";
import { Passkey } from "../support/passkey";
import { register } from "../support/passkeys";
import { LOCAL_ORIGIN, useOpenId } from "../support/peers";
import { type Answer, errorOf, outcome, type Visitor } from "../support/visitor";

const MINUTE_SECONDS = 60;
const EMAIL = "ada@example.com";
const AS_ADA = "/signin/oidc?login_hint=ada";
const SILENT = ["/api/auth/signin", "FreshSignInRequired", "silent"];

const peer = useOpenId();
const oauth = useOAuth();

describe.each(STRATEGIES)("a sign-in with a provider, sessions by %s", (strategy) => {
  /** The browser's cookies at the OpenID provider, where Ada stays signed in. */
  let jar: Jar;

  const session: SolidAuthConfig["session"] = { strategy, freshAge: 15 * MINUTE_SECONDS };
  const providersWith = (options: Partial<OIDCConfig<object>> = {}) => [
    openId(peer, options),
    oauth.provider(),
    PasskeyProvider(),
  ];
  const app = useApplication(() => ({ providers: providersWith(), session }), LOCAL_ORIGIN);

  beforeEach(() => {
    jar = new Map();
    vi.useFakeTimers({ toFake: ["Date"] });
  });

  const pass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * MINUTE_SECONDS * 1000);

  /** Whether the session may add a passkey, and so any other sign-in method. */
  const isFresh = async (visitor: Visitor) =>
    (await visitor.get("/webauthn-options/passkey?action=register")).status === 200;

  /** Ada has a verified address and is connected to the provider, in this browser, five hours ago. */
  async function adaLater(options?: Partial<OIDCConfig<object>>, logger = QUIET): Promise<Visitor> {
    const visitor = app.visitor({ providers: [emailProvider(app.sent), ...providersWith(options)], logger });
    await app.signIn(visitor, EMAIL);
    const { location } = await visitor.post(AS_ADA, { connect: "true" });
    await visitor.get(await authorized(location, jar));
    expect(await app.prisma.account.count()).toBe(1);
    pass(300);
    expect(await isFresh(visitor)).toBe(false);
    return visitor;
  }

  /** Goes to the provider and back. The provider lets Ada in without asking, if it can. */
  async function silently(visitor: Visitor, fields: Record<string, string> = {}): Promise<Answer> {
    const { location } = await visitor.post("/signin/oidc", fields);
    location?.searchParams.delete("prompt");
    // The provider then tells when Ada signed in there: five hours ago.
    if (location?.searchParams.has("max_age")) location.searchParams.set("max_age", "80000");
    return visitor.get(await authorized(location, jar));
  }

  /** Ada types her name at the provider, which was told to ask. */
  async function inPerson(visitor: Visitor): Promise<Answer> {
    const { location } = await visitor.post("/signin/oidc", { fresh: "true" });
    const { response, leave } = await throughPages(location, jar);
    expect(leave).toBeUndefined();
    expect(await response.text()).toContain("Login");
    return visitor.get(await authorized(new URL("?login=ada", response.url), jar));
  }

  it("asks the provider to ask its user, if it has to be fresh, also where a script says so in JSON, and only then", async () => {
    const visitor = await app.signedIn();
    for (const [{ location }, ...asked] of [
      [await visitor.post("/signin/oidc", { fresh: "true" }), "login", "0"],
      [await visitor.postJson("/signin/oidc", { fresh: true }), "login", "0"],
      [await visitor.post("/signin/oidc"), null, null],
    ] as const)
      expect(["prompt", "max_age"].map((name) => location?.searchParams.get(name))).toEqual(asked);
  });

  it("counts as fresh by no answer of the provider's own session, also if the browser changes what was asked", async () => {
    const visitor = await adaLater();
    const before = visitor.sessionCookie?.[1];
    expect(outcome(await silently(visitor, { fresh: "true" }))).toEqual(SILENT);
    expect(await isFresh(visitor)).toBe(false);
    if (strategy === "database") expect(visitor.sessionCookie?.[1]).toBe(before);
    expect(errorOf(await silently(visitor))).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
    await visitor.session();
    expect(await isFresh(visitor)).toBe(false);
    expect(errorOf(await visitor.post("/signin/custom", { connect: "true" }))).toBe("FreshSignInRequired");
  });

  /** Responses of the token endpoint with another `auth_time` in the ID token, by a clock that is so far ahead. */
  const withAuthTime = (seconds: number | undefined, ahead: number) => ({
    async [customFetch](...[input, init]: Parameters<typeof fetch>) {
      const body = await (await fetch(input, init)).json();
      if (!body.id_token) return Response.json(body);
      const changed = withClaims(body.id_token, ({ iat = 0 }) => ({
        iat: iat + ahead,
        auth_time: seconds === undefined ? undefined : iat + ahead + seconds,
      }));
      return Response.json({ ...body, id_token: changed });
    },
  });

  // The times may differ by thirty seconds, the provider's clock by five minutes.
  if (strategy === "database")
    it.each<[string, number | undefined, number, boolean]>([
      ["without a time", undefined, 0, false],
      ["with a time from before it began", -31, 0, false],
      ["with a time in the future", 31, 0, false],
      ["from another time, ahead", 0, 310, false],
      ["by a clock that is ahead", 0, 40, true],
      ["half a minute old, by a clock that is five minutes ahead", -30, 300, true],
    ])("with an ID token %s (%s, %s) is fresh: %s", async (_, seconds, ahead, isAccepted) => {
      const error = vi.fn();
      const visitor = await adaLater(withAuthTime(seconds, ahead), { ...QUIET, error });
      const answer = await inPerson(visitor);
      expect(await isFresh(visitor)).toBe(isAccepted);
      if (isAccepted) return;
      expect(outcome(answer)).toEqual(SILENT);
      if (seconds === undefined || ahead === 0) return;
      const numbers = `signed in ${-seconds} s before the ID token was made, in a sign-in of 0 s, with a clock that is ${ahead} s`;
      const text = expect.stringContaining(`AccessDenied: provider oidc: the user has ${numbers}`);
      expect(visitorErrorOf(error.mock.lastCall?.[0])).toMatchObject({ text, level: "warn" });
    });

  it.each([
    ["no start", undefined],
    ["another provider's start", "custom"],
    ["another sign-in's start, whose time is another one's", "oidc"],
  ])("counts as no fresh one with %s", async (_, other) => {
    const name = "__Host-authjs.sign-in-start";
    const visitor = await adaLater();
    const earlier = app.visitor();
    await earlier.post(`/signin/${other}`, { fresh: "true" });
    const { location } = await visitor.post("/signin/oidc", { fresh: "true" });
    const { response } = await throughPages(location, jar);
    expect(visitor.cookies.delete(name)).toBe(true);
    if (other) visitor.cookies.set(name, earlier.cookies.get(name) ?? "");
    await visitor.get(await authorized(new URL("?login=ada", response.url), jar));
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
    expect(await isFresh(visitor)).toBe(false);
  });

  it("counts for a user whose only way it is after they were asked, and not before", async () => {
    const visitor = app.visitor();
    const { location } = await visitor.post(AS_ADA);
    await visitor.get(await authorized(location, jar));
    pass(300);
    await silently(visitor);
    expect(await isFresh(visitor)).toBe(false);
    await inPerson(visitor);
    expect(await isFresh(visitor)).toBe(true);
  });

  it("counts if it signs the user up: there is nothing older to protect", async () => {
    const atOpenId = app.visitor();
    const { location } = await atOpenId.post(AS_ADA);
    await atOpenId.get(await authorized(location));
    oauth.profile = { id: "8", name: "Grace", email: "grace@example.com" };
    const atOAuth = app.visitor();
    await oauth.signIn(atOAuth);
    expect([await isFresh(atOpenId), await isFresh(atOAuth)]).toEqual([true, true]);
  });

  describe("that tells no time, like GitHub's", () => {
    /** Ada, who signs in by mail, and with the provider. */
    async function connected(options?: Partial<SolidAuthConfig>): Promise<Visitor> {
      const visitor = await app.signedIn(EMAIL, options);
      await oauth.signIn(visitor, "custom", { connect: "true" });
      return visitor;
    }

    /** Ada, who signs in with the provider. */
    async function signedUp(): Promise<Visitor> {
      const visitor = app.visitor();
      await oauth.signIn(visitor);
      return visitor;
    }

    /** Ada, who signs in with the provider, and with a passkey. */
    async function withPasskey(): Promise<Visitor> {
      const visitor = await signedUp();
      expect(errorOf(await register(visitor, new Passkey(LOCAL_ORIGIN)))).toBeNull();
      return visitor;
    }

    it.each<[string, () => Promise<Visitor>]>([
      ["does not count for a user whose mailbox signs in, and leaves their session if it has to be fresh", connected],
      ["does not count for a user who has a passkey", withPasskey],
    ])("the sign-in %s", async (_, begin) => {
      const visitor = await begin();
      pass(300);
      expect(outcome(await oauth.signIn(visitor, "custom", { fresh: "true" }))).toEqual(SILENT);
      expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
      expect(errorOf(await oauth.signIn(visitor))).toBeNull();
      expect(await isFresh(visitor)).toBe(false);
    });

    it("signs in after a fresh one was abandoned, also without checks", async () => {
      const visitor = await connected({ providers: [emailProvider(app.sent), oauth.provider({ checks: ["none"] })] });
      await visitor.post("/signin/custom", { fresh: "true" });
      expect(errorOf(await oauth.signIn(visitor))).toBeNull();
    });

    it.each(["a passkey", "a mailbox"])(
      "the sign-in that links it by the address does not count for a user who has %s",
      async (what) => {
        const owner = await app.signedIn(EMAIL);
        if (what === "a passkey") await register(owner, new Passkey(LOCAL_ORIGIN));
        const linking = oauth.provider({ allowDangerousEmailAccountLinking: true });
        const mail = what === "a mailbox" ? [emailProvider(app.sent)] : [];
        const visitor = app.visitor({ providers: [linking, PasskeyProvider(), ...mail] });
        expect(errorOf(await oauth.signIn(visitor))).toBeNull();
        expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
        expect(await isFresh(visitor)).toBe(false);
      },
    );

    it.each<[string, () => Promise<Visitor>]>([
      ["who has no other way", signedUp],
      [
        "whose address is verified where no mail can be sent",
        async () => (await connected()).copy(app.configWith({ providers: app.config.providers.slice(1) })),
      ],
      [
        "who has a passkey where no passkey signs in",
        async () => (await withPasskey()).copy(app.configWith({ providers: [oauth.provider()] })),
      ],
    ])("counts for a user %s, also if it did not have to be fresh", async (_, begin) => {
      const visitor = await begin();
      for (const asked of [{ fresh: "true" }, undefined]) {
        pass(300);
        expect(await isFresh(visitor.copy(app.config))).toBe(false);
        await oauth.signIn(visitor, "custom", asked);
        expect(await isFresh(visitor.copy(app.config))).toBe(true);
      }
    });
  });
});
