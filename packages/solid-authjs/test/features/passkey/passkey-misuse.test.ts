// Invalid registrations and uses of passkeys, with a software authenticator: real keys, real signatures, no browser.

import { describe, expect, it } from "vitest";
import { Passkey as PasskeyProvider } from "../../../src";
import { useApplication } from "../../support/application";
import { Passkey } from "../../support/passkey";
import { authenticate, optionsFor, register } from "../../support/passkeys";
import { type Answer, errorOf, ORIGIN, type Visitor } from "../../support/visitor";

const COOKIE = "__Secure-authjs.session-token";

const app = useApplication(() => ({
  providers: [PasskeyProvider()],
  experimental: { enableWebAuthn: true },
  pages: { signIn: "/sign-in", error: "/error" },
}));

async function challengeFor(visitor: Visitor, action: "register" | "authenticate"): Promise<string> {
  return (await optionsFor(visitor, action)).challenge;
}

function answer(visitor: Visitor, action: "register" | "authenticate", data: string): Promise<Answer> {
  return visitor.post("/callback/passkey", { action, data });
}

const HOST = new URL(ORIGIN).hostname;

/** The passkey's response to registration options, as the browser would post it. */
function registration(passkey: Passkey, challenge: string): string {
  return JSON.stringify(passkey.register({ challenge, rp: { id: HOST } }));
}

/** The passkey's response to sign-in options. */
function assertion(passkey: Passkey, challenge: string, isShort = false): string {
  return JSON.stringify(passkey.authenticate({ challenge, rpId: HOST }, { isShort }));
}

/** A user with a passkey; @returns their browser and the passkey. */
async function passkeyUser(email?: string): Promise<[Visitor, Passkey]> {
  const [visitor, passkey] = [await app.signedIn(email), new Passkey(ORIGIN)];
  expect(errorOf(await register(visitor, passkey))).toBeNull();
  return [visitor, passkey];
}

it("a passkey signs its owner in, in a new browser", async () => {
  const [, authenticator] = await passkeyUser();
  const visitor = app.visitor();
  expect(errorOf(await authenticate(visitor, authenticator))).toBeNull();
  expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
});

it("a passkey signs its owner in with any first byte of its signature", async () => {
  const [, authenticator] = await passkeyUser();
  for (let turn = 0; turn < 5; turn++) {
    const visitor = app.visitor();
    const data = assertion(authenticator, await challengeFor(visitor, "authenticate"), true);
    expect(errorOf(await answer(visitor, "authenticate", data))).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
  }
});

it("another key's signature is refused, short or not", async () => {
  const [, authenticator] = await passkeyUser();
  for (const isShort of [true, false]) {
    const visitor = app.visitor();
    const challenge = await challengeFor(visitor, "authenticate");
    const { id, rawId } = JSON.parse(assertion(authenticator, challenge));
    const forged = { ...JSON.parse(assertion(new Passkey(ORIGIN), challenge, isShort)), id, rawId };
    expect(errorOf(await answer(visitor, "authenticate", JSON.stringify(forged)))).toBe("WebAuthnVerificationError");
    expect(visitor.sessionCookie).toBeUndefined();
  }
});

describe("a signed-out attacker", () => {
  it.each(["", "&email=victim@example.com", "&email=VICTIM@example.com"])(
    "gets no options to register a passkey with (%s)",
    async (query) => {
      await app.prisma.user.create({ data: { email: "victim@example.com" } });
      const response = await app.visitor().get(`/webauthn-options/passkey?action=register${query}`);
      expect(response.status).toBe(401);
      expect(response.set.has("__Secure-authjs.challenge")).toBe(false);
    },
  );

  it("registers no passkey for a user's address, and creates no user with another spelling of it", async () => {
    const stranger = app.visitor();
    const authenticator = new Passkey(ORIGIN);
    // Without `action`, core would choose registration for an unknown address.
    const response = await stranger.get("/webauthn-options/passkey?email=Victim@Example.com");
    const { options } = await response.json();
    const registered = await answer(stranger, "register", registration(authenticator, options?.challenge ?? ""));
    expect(errorOf(registered)).toBe("SessionRequired");
    expect(await app.prisma.user.count()).toBe(0);
    expect(await app.prisma.authenticator.count()).toBe(0);
  });

  it("the options do not tell who has an account or a passkey", async () => {
    await passkeyUser("known@example.com");
    const ask = async (query: string) => {
      const response = await app.visitor().get(`/webauthn-options/passkey?${query}`);
      const { action, options } = await response.json();
      expect(options.challenge.length).toBeGreaterThan(20);
      return {
        status: response.status,
        cookies: [...response.set.keys()],
        action,
        options: { ...options, challenge: "" },
      };
    };
    for (const action of ["", "&action=authenticate"]) {
      const known = await ask(`email=known@example.com${action}`);
      expect(known).toEqual(await ask(`email=unknown@example.com${action}`));
      expect(known).toEqual(await ask(action.slice(1)));
      expect(known.options.allowCredentials ?? []).toEqual([]);
    }
  });
});

describe("an expired session", () => {
  const expire = () => app.prisma.session.updateMany({ data: { expires: new Date(Date.now() - 1000) } });

  it("gets no options to register with", async () => {
    const visitor = await app.signedIn();
    await expire();
    expect((await visitor.get("/webauthn-options/passkey?action=register")).status).toBe(401);
  });

  it("adds no passkey, even if it got the options in time", async () => {
    const visitor = await app.signedIn();
    const data = registration(new Passkey(ORIGIN), await challengeFor(visitor, "register"));
    await expire();
    expect(errorOf(await answer(visitor, "register", data))).toBe("SessionRequired");
    expect(await app.prisma.authenticator.count()).toBe(0);
  });
});

describe("an answer that an attacker has copied", () => {
  it("the answer does not sign in a second time, even with the challenge's cookie", async () => {
    const [, authenticator] = await passkeyUser();
    const victim = app.visitor();
    const data = assertion(authenticator, await challengeFor(victim, "authenticate"));
    const thief = victim.copy();
    expect(errorOf(await answer(victim, "authenticate", data))).toBeNull();
    expect(errorOf(await answer(thief, "authenticate", data))).toBe("WebAuthnVerificationError");
    expect(thief.sessionCookie).toBeUndefined();
  });

  it("signs in only one of twenty that send it at once", async () => {
    const [, authenticator] = await passkeyUser();
    const victim = app.visitor();
    const data = assertion(authenticator, await challengeFor(victim, "authenticate"));
    const crowd = Array.from({ length: 20 }, () => victim.copy());
    await Promise.all(crowd.map((visitor) => answer(visitor, "authenticate", data)));
    expect(crowd.filter(({ sessionCookie }) => sessionCookie)).toHaveLength(1);
  });
});

describe("a form on an attacker's page", () => {
  it("the form does not sign the visitor in with the attacker's passkey", async () => {
    const [, authenticator] = await passkeyUser("attacker@example.com");
    const victim = app.visitor();
    const data = assertion(authenticator, await challengeFor(victim, "authenticate"));
    const body = new URLSearchParams({ action: "authenticate", data });
    expect(errorOf(await victim.visit("/callback/passkey", { method: "POST", body }))).toBe("MissingCSRF");
    expect(victim.sessionCookie).toBeUndefined();
  });
});

describe("a signIn callback that redirects the visitor", () => {
  it.each([
    ["/terms?from=passkey", `${ORIGIN}/terms?from=passkey`],
    ["https://evil.example/", ORIGIN],
  ])("a redirect to %s holds for passkeys too, and signs no user in", async (target, expected) => {
    const [, authenticator] = await passkeyUser();
    const sessions = await app.prisma.session.count();
    const visitor = app.visitor({ callbacks: { signIn: () => target } });
    const { location } = await authenticate(visitor, authenticator);
    expect(location?.href.replace(/\/$/, "")).toBe(expected);
    expect(visitor.sessionCookie).toBeUndefined();
    expect(await app.prisma.session.count()).toBe(sessions);
  });
});

describe("adding a passkey", () => {
  it("gives the session a new token, and the time of sign-in stays what it was", async () => {
    const visitor = await app.signedIn();
    const authenticatedAt = new Date(Date.now() - 60_000);
    await app.prisma.session.updateMany({ data: { authenticatedAt } });
    const thief = visitor.copy();
    expect(errorOf(await register(visitor, new Passkey(ORIGIN)))).toBeNull();
    expect(await thief.session()).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
    expect((await app.prisma.session.findMany()).map((session) => session.authenticatedAt)).toEqual([authenticatedAt]);
  });
});

describe("signing in again with a passkey", () => {
  it("gives a new session and ends the old one", async () => {
    const [visitor, authenticator] = await passkeyUser();
    const before = visitor.copy();
    expect(errorOf(await authenticate(visitor, authenticator))).toBeNull();
    expect(visitor.sessionCookie?.[1]).not.toBe(before.sessionCookie?.[1]);
    expect(await before.session()).toBeNull();
    expect(await app.prisma.session.count()).toBe(1);
  });

  it("another user's passkey switches to that user, and links nothing", async () => {
    const [, authenticator] = await passkeyUser("other@example.com");
    const [visitor] = await passkeyUser("user@example.com");
    await authenticate(visitor, authenticator);
    expect(await visitor.session()).toMatchObject({ user: { email: "other@example.com" } });
    expect(await app.prisma.account.count()).toBe(2);
  });
});

describe("a session cookie that cannot be decrypted", () => {
  it.each(["database", "jwt"] as const)(
    "the cookie does not break passkeys (%s sessions), and the next sign-in clears it",
    async (strategy) => {
      const [, authenticator] = await passkeyUser();
      const visitor = app.visitor({ session: { strategy } });
      visitor.cookies.set(COOKIE, "garbage.that.is.no.token");
      visitor.cookies.set(`${COOKIE}.0`, "chunk");
      const response = await visitor.get("/webauthn-options/passkey?action=authenticate");
      expect(response.status).toBe(200);
      expect(visitor.cookies.has(`${COOKIE}.0`)).toBe(strategy === "database");
      expect(errorOf(await authenticate(visitor, authenticator))).toBeNull();
      expect(visitor.cookies.has(`${COOKIE}.0`)).toBe(false);
      expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
    },
  );
});
