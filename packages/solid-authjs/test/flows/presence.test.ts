// A fresh sign-in is the person's: what a provider answers from its own session is none.

import { customFetch } from "@auth/core";
import type { OIDCConfig } from "@auth/core/providers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Passkey as PasskeyProvider, type SolidAuthConfig } from "../../src";
import { visitorErrorOf } from "../../src/visitor-errors";
import { emailProvider, QUIET, STRATEGIES, useApplication } from "../support/application";
import { useOAuth } from "../support/oauth";
import { authorized, type Jar, openId, throughPages } from "../support/openid";
import { Passkey } from "../support/passkey";
import { ENABLED, register } from "../support/passkeys";
import { LOCAL_ORIGIN, useOpenId } from "../support/peers";
import { type Answer, outcome, type Visitor } from "../support/visitor";

const MINUTE_SECONDS = 60;
const EMAIL = "ada@example.com";
const AS_ADA = "/signin/oidc?login_hint=ada";
const SILENT = ["/api/auth/signin", "FreshSignInRequired", "silent"];

const peer = useOpenId();
const oauth = useOAuth();

describe.each(STRATEGIES)("a sign-in with a provider, sessions by %s", (strategy) => {
  /** The browser's cookies at the OpenID provider, where Ada stays signed in. */
  let jar: Jar;
  let now: number;

  const session: SolidAuthConfig["session"] = { strategy, freshAge: 15 * MINUTE_SECONDS };
  const providersWith = (options: Partial<OIDCConfig<object>> = {}) => [
    openId(peer, options),
    oauth.provider(),
    PasskeyProvider(),
  ];
  const app = useApplication(() => ({ ...ENABLED, providers: providersWith(), session }), LOCAL_ORIGIN);

  beforeEach(() => {
    jar = new Map();
    now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now });
  });
  afterEach(() => void vi.useRealTimers());

  function pass(minutes: number): void {
    now += minutes * MINUTE_SECONDS * 1000;
    vi.setSystemTime(now);
  }

  /** Whether the session may add a passkey, and so any other sign-in method. */
  async function isFresh(visitor: Visitor): Promise<boolean> {
    return (await visitor.get("/webauthn-options/passkey?action=register")).status === 200;
  }

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

  it("asks the provider to ask its user, if it has to be fresh, and only then", async () => {
    const asked = async (fields: Record<string, string>) => {
      const { location } = await (await app.signedIn()).post("/signin/oidc", fields);
      return [location?.searchParams.get("prompt"), location?.searchParams.get("max_age")];
    };
    expect(await asked({ fresh: "true" })).toEqual(["login", "0"]);
    expect(await asked({})).toEqual([null, null]);
  });

  it("counts as fresh after its user has signed in at the provider again", async () => {
    const visitor = await adaLater();
    expect(outcome(await inPerson(visitor))[1]).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
    expect(await isFresh(visitor)).toBe(true);
    pass(16);
    expect(await isFresh(visitor)).toBe(false);
  });

  it("counts as fresh by no answer of the provider's own session, also if the browser changes what was asked", async () => {
    const visitor = await adaLater();
    const before = visitor.sessionCookie?.[1];
    expect(outcome(await silently(visitor, { fresh: "true" }))).toEqual(SILENT);
    expect(await isFresh(visitor)).toBe(false);
    if (strategy === "database") expect(visitor.sessionCookie?.[1]).toBe(before);
    expect(outcome(await silently(visitor))[1]).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
    expect(await isFresh(visitor)).toBe(false);
    await visitor.session();
    expect(await isFresh(visitor)).toBe(false);
  });

  it("connects no account after a silent sign-in", async () => {
    const visitor = await adaLater();
    await silently(visitor);
    const { location } = await visitor.post("/signin/custom", { connect: "true" });
    expect(location?.searchParams.get("error")).toBe("FreshSignInRequired");
  });

  it("asks the provider's user again also if a script says so in JSON, with a boolean", async () => {
    const visitor = await adaLater();
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ csrfToken: await visitor.csrfToken(), fresh: true });
    const { location } = await visitor.visit("/signin/oidc", { method: "POST", headers, body });
    expect(location?.searchParams.get("prompt")).toBe("login");
  });

  it("signs in silently after a fresh one was abandoned", async () => {
    const visitor = await adaLater();
    await visitor.post("/signin/oidc", { fresh: "true" });
    expect(outcome(await silently(visitor))[1]).toBeNull();
  });

  /** Responses of the token endpoint with another `auth_time` in the ID token, by a clock that is so far ahead. */
  const withAuthTime = (change: (now: number) => number | undefined, ahead = 0) => ({
    async [customFetch](...[input, init]: Parameters<typeof fetch>) {
      const body = await (await fetch(input, init)).json();
      if (!body.id_token) return Response.json(body);
      const [header, payload = "", signature] = body.id_token.split(".");
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
      claims.iat += ahead;
      claims.auth_time = change(claims.iat);
      const changed = Buffer.from(JSON.stringify(claims)).toString("base64url");
      return Response.json({ ...body, id_token: [header, changed, signature].join(".") });
    },
  });

  it.each<[string, (now: number) => number | undefined]>([
    ["no time", () => undefined],
    ["a time from before it began", (now) => now - 31],
    ["a time in the future", (now) => now + 31],
  ])("counts as fresh by no ID token with %s", async (_, change) => {
    const visitor = await adaLater(withAuthTime(change));
    expect(outcome(await inPerson(visitor))).toEqual(SILENT);
    expect(await isFresh(visitor)).toBe(false);
  });

  it("allows the times of an ID token thirty seconds, and the provider's clock five minutes", async () => {
    for (const [seconds, ahead] of [[-30], [30], [0, 40], [0, -40], [-30, 300], [30, -300]] as const) {
      const visitor = await adaLater(withAuthTime((now) => now + seconds, ahead));
      await inPerson(visitor);
      expect(await isFresh(visitor)).toBe(true);
      await app.prisma.user.deleteMany();
    }
  });

  it("counts as fresh by no ID token from another time, whatever its clock, and the log has the seconds", async () => {
    for (const [seconds, ahead] of [
      [-31, 300],
      [-31, -300],
      [0, 310],
      [0, -310],
    ] as const) {
      const error = vi.fn();
      const visitor = await adaLater(
        withAuthTime((now) => now + seconds, ahead),
        { ...QUIET, error },
      );
      expect(outcome(await inPerson(visitor))).toEqual(SILENT);
      expect(await isFresh(visitor)).toBe(false);
      const numbers = `signed in ${-seconds} s before the ID token was made, in a sign-in of 0 s, with a clock that is ${ahead} s`;
      const text = expect.stringContaining(`AccessDenied: provider oidc: the user has ${numbers}`);
      expect(visitorErrorOf(error.mock.lastCall?.[0])).toMatchObject({ text, level: "warn" });
      await app.prisma.user.deleteMany();
    }
  });

  it("counts as fresh neither without the cookie of its start nor with another provider's", async () => {
    const name = "__Host-authjs.sign-in-start";
    for (const change of ["removed", "of another provider"]) {
      const visitor = await adaLater();
      const { location } = await visitor.post("/signin/oidc", { fresh: "true" });
      const { response } = await throughPages(location, jar);
      const other = app.visitor();
      await other.post("/signin/custom", { fresh: "true" });
      if (change === "removed") expect(visitor.cookies.delete(name)).toBe(true);
      else visitor.cookies.set(name, other.cookies.get(name) ?? "");
      await visitor.get(await authorized(new URL("?login=ada", response.url), jar));
      expect(await isFresh(visitor)).toBe(false);
      await app.prisma.user.deleteMany();
      jar.clear();
    }
  });

  it("counts as fresh by no start of another sign-in: its time is another one's", async () => {
    const name = "__Host-authjs.sign-in-start";
    const visitor = await adaLater();
    const earlier = app.visitor();
    await earlier.post("/signin/oidc", { fresh: "true" });
    const { location } = await visitor.post("/signin/oidc", { fresh: "true" });
    const { response } = await throughPages(location, jar);
    visitor.cookies.set(name, earlier.cookies.get(name) ?? "");
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
    it("the sign-in does not count for a user whose mailbox signs in, and leaves their session if it has to be fresh", async () => {
      const visitor = await app.signedIn(EMAIL);
      await oauth.signIn(visitor, "custom", { connect: "true" });
      pass(300);
      expect(outcome(await oauth.signIn(visitor, "custom", { fresh: "true" }))).toEqual(SILENT);
      expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
      expect(outcome(await oauth.signIn(visitor))[1]).toBeNull();
      expect(await isFresh(visitor)).toBe(false);
      await app.signIn(visitor, EMAIL);
      expect(await isFresh(visitor)).toBe(true);
    });

    it.each([["pkce", "state"] as const, ["none"] as const])(
      "signs in after a fresh one was abandoned, with the checks %s",
      async (...checks) => {
        const providers = [emailProvider(app.sent), oauth.provider({ checks: [...checks] })];
        const visitor = await app.signedIn(EMAIL, { providers });
        await oauth.signIn(visitor, "custom", { connect: "true" });
        await visitor.post("/signin/custom", { fresh: "true" });
        expect(outcome(await oauth.signIn(visitor))[1]).toBeNull();
      },
    );

    it("the sign-in does not count for a user who has a passkey", async () => {
      const visitor = app.visitor();
      await oauth.signIn(visitor);
      expect(outcome(await register(visitor, new Passkey(LOCAL_ORIGIN)))[1]).toBeNull();
      pass(300);
      expect(outcome(await oauth.signIn(visitor, "custom", { fresh: "true" }))).toEqual(SILENT);
      await oauth.signIn(visitor);
      expect(await isFresh(visitor)).toBe(false);
    });

    it("the sign-in that links it by the address does not count for a user who has a passkey or a mailbox", async () => {
      const linking = oauth.provider({ allowDangerousEmailAccountLinking: true });
      const mail = emailProvider(app.sent);
      for (const providers of [
        [linking, PasskeyProvider()],
        [linking, PasskeyProvider(), mail],
      ]) {
        const owner = await app.signedIn(EMAIL);
        if (providers.length === 2) await register(owner, new Passkey(LOCAL_ORIGIN));
        const visitor = app.visitor({ providers });
        expect(outcome(await oauth.signIn(visitor))[1]).toBeNull();
        expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
        expect(await isFresh(visitor)).toBe(false);
        await app.prisma.user.deleteMany();
      }
    });

    it("counts for a user who has no other way", async () => {
      const visitor = app.visitor();
      await oauth.signIn(visitor);
      pass(300);
      expect(await isFresh(visitor)).toBe(false);
      await oauth.signIn(visitor, "custom", { fresh: "true" });
      expect(await isFresh(visitor)).toBe(true);
    });

    it("counts for a user whose address is verified where no mail can be sent", async () => {
      const { providers, ...config } = app.config;
      const visitor = await app.signedIn(EMAIL);
      await oauth.signIn(visitor, "custom", { connect: "true" });
      pass(300);
      const withoutMail = visitor.copy({ ...config, providers: providers.slice(1) });
      await oauth.signIn(withoutMail);
      expect(await isFresh(withoutMail)).toBe(true);
    });

    it("counts the same way where OpenID is its type, and its options say that it does not ask", async () => {
      const visitor = await adaLater({ asksAgain: false });
      const { location } = await visitor.post("/signin/oidc", { fresh: "true" });
      expect(location?.searchParams.get("prompt")).toBeNull();
      expect(outcome(await visitor.get(await authorized(location, jar)))).toEqual(SILENT);
    });
  });
});
