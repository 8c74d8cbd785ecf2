// Device-bound sessions, with a browser that has them, without one, and with a thief of its cookies.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getSession, SolidAuth, type SolidAuthAdapter, type SolidAuthConfig } from "../../../src";
import { EMAIL, signInByMail, useApplication } from "../../support/application";
import { challengeIn, Device, newKey, proofOf } from "../../support/device";
import { useGitHub } from "../../support/peers";
import { errorOf, ORIGIN, type Visitor } from "../../support/visitor";

const START = Date.now();
const PROOF = "__Host-authjs.bound-session";
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

const gitHub = useGitHub();
const app = useApplication(
  () => ({
    providers: [gitHub.provider()],
    deviceBoundSessions: true,
    pages: { signIn: "/sign-in", error: "/error" },
  }),
  ORIGIN,
);

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START }));
afterEach(() => void vi.useRealTimers());

const at = (seconds: number) => vi.setSystemTime(START + seconds * 1000);

/** A browser with device-bound sessions, signed in; its session is bound, two minutes later. */
async function bound(options: Partial<SolidAuthConfig> = {}): Promise<Device> {
  const device = new Device(app.configWith(options));
  await signInByMail(device, app.sent);
  expect(await device.session()).toMatchObject({ user: { email: EMAIL } });
  expect((await row()).deviceKey).not.toBeNull();
  at(2 * MINUTE);
  return device;
}

async function row() {
  return app.prisma.session.findFirstOrThrow();
}

/** Another browser with the session cookie alone. */
function withSessionCookie(owner: Visitor): Visitor {
  const thief = app.visitor();
  thief.cookies.set(...(owner.sessionCookie ?? ["", ""]));
  return thief;
}

describe("a bound session", () => {
  it("opens nothing with a copy of the session cookie", async () => {
    const thief = withSessionCookie(await bound());
    expect(await thief.session()).toBeNull();
    const start = await thief.post("/signin/github", { connect: "true" });
    expect(errorOf(start)).toBe("SessionRequired");
    // A stolen copy would work if the application had no device-bound sessions.
    expect(await thief.copy(app.configWith({ deviceBoundSessions: false })).session()).not.toBeNull();
  });

  it("hides no session that works where its proof is missing", async () => {
    const copied = withSessionCookie(await bound());
    const living = app.visitor();
    await signInByMail(living, app.sent, "next@example.com");
    const cookie = [copied, living].map(({ sessionCookie }) => sessionCookie?.join("=")).join("; ");
    const session = await getSession(new Request(ORIGIN, { headers: { cookie } }), app.config);
    expect(session).toMatchObject({ user: { email: "next@example.com" } });
  });

  it("keeps its key while they are off, for when they are on again", async () => {
    const owner = await bound();
    at(10 * MINUTE);
    const off = app.configWith({ deviceBoundSessions: false });
    const { session_identifier: id } = owner.instructions ?? { session_identifier: "" };
    const request = new Request(`${ORIGIN}/api/auth/device-bound-session`, {
      method: "POST",
      headers: { "sec-secure-session-id": id },
    });
    // After 404, Chromium would forget the key for good.
    expect((await SolidAuth(off).POST({ request })).status).toBe(503);
    expect(await withSessionCookie(owner).copy(off).session()).toMatchObject({ user: { email: EMAIL } });
    expect(await owner.session()).toMatchObject({ user: { email: EMAIL } });
  });

  it("opens for a copy of all cookies for minutes only, and the thief cannot renew them", async () => {
    const owner = await bound();
    const thief = owner.copy();
    at(4 * MINUTE);
    expect(await thief.session()).not.toBeNull();
    at(6 * MINUTE);
    expect(await thief.session()).toBeNull();
    expect(await owner.session()).not.toBeNull();
    const { session_identifier: id } = owner.instructions ?? { session_identifier: "" };
    const forger = new Device(app.config);
    const challenged = await forger.keepSession(await forger.ask({ id, proof: "" }));
    expect(challenged.status).toBe(403);
    for (const proof of [proofOf(forger.challenge, newKey()), proofOf(forger.challenge, newKey(), true)]) {
      const answer = await forger.ask({ id, proof });
      expect([answer.status, answer.set.size]).toEqual([404, 0]);
    }
    expect(await owner.session()).not.toBeNull();
  });

  it("stays open for its owner, whose browser renews the proof before each visit", async () => {
    const owner = await bound();
    for (let day = 1; day < 90; day += 8) {
      at(day * DAY);
      expect(await owner.session(), `day ${day}`).toMatchObject({ user: { email: EMAIL } });
    }
    at(91 * DAY);
    expect(await owner.session()).toBeNull();
  });

  it("a browser that uses another session forgets a bound one: their proofs would replace one another", async () => {
    const owner = await bound();
    const proof = proofOf(owner.challenge, owner.key);
    const id = owner.instructions?.session_identifier;
    const later = app.visitor();
    await signInByMail(later, app.sent);
    const cookieOf = (visitor: Visitor) => visitor.sessionCookie?.join("=");
    expect((await owner.ask({ id, proof, cookie: cookieOf(later) })).status).toBe(404);
    expect((await owner.ask({ id, proof, cookie: cookieOf(owner) })).status).toBe(200);
  });

  it("a bound session has the public half of the key in its row, and a cookie that scripts cannot read", async () => {
    const owner = await bound();
    const { crv, kty, x, y } = owner.key.export({ format: "jwk" });
    expect(JSON.parse((await row()).deviceKey ?? "")).toEqual({ crv, kty, x, y });
    at(6 * MINUTE);
    const answer = await owner.renew();
    expect(answer.set.get(PROOF)).toMatch(/; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    const [credential] = owner.instructions?.credentials ?? [];
    expect(credential).toEqual({ type: "cookie", name: PROOF, attributes: "Path=/; HttpOnly; Secure; SameSite=Lax" });
    expect(owner.instructions?.scope).toEqual({ include_site: false });
    expect(owner.instructions?.refresh_url).toBe("/api/auth/device-bound-session");
  });

  it("stays bound when an account is connected, though its token changes", async () => {
    const owner = await bound();
    const before = owner.sessionCookie;
    expect(errorOf(await gitHub.signIn(owner, undefined, { connect: "true", callbackUrl: ORIGIN }))).toBeNull();
    expect(owner.sessionCookie).not.toEqual(before);
    expect(await owner.session()).not.toBeNull();
    expect(await withSessionCookie(owner).session()).toBeNull();
  });

  it("opens for no other session's proof", async () => {
    const owner = await bound();
    const attacker = new Device(app.config);
    await signInByMail(attacker, app.sent, "attacker@example.com");
    expect(await attacker.session()).not.toBeNull();
    const thief = withSessionCookie(owner);
    thief.cookies.set(PROOF, attacker.cookies.get(PROOF) ?? "");
    expect(await thief.session()).toBeNull();
  });

  it("opens on an instance whose clock is a few seconds ahead", async () => {
    const owner = await bound();
    at(5 * MINUTE + 14);
    expect(await owner.copy().session()).not.toBeNull();
  });
});

describe("a proof", () => {
  it("a replayed proof renews for as long as its challenge lives, and then gets a new challenge", async () => {
    const owner = await bound();
    const { session_identifier: id } = owner.instructions ?? { session_identifier: "" };
    const proof = proofOf(owner.challenge, owner.key);
    at(9 * MINUTE);
    expect((await owner.ask({ id, proof })).status).toBe(200);
    at(13 * MINUTE);
    const answer = await owner.ask({ id, proof });
    expect([answer.status, answer.set.size]).toEqual([403, 0]);
    expect(answer.headers.get("secure-session-challenge")).toContain(`;id="${id}"`);
  });

  it("a proof over the challenge of another session, of a registration or of a first use renews nothing", async () => {
    const owner = await bound();
    const { session_identifier: id } = owner.instructions ?? { session_identifier: "" };
    const attacker = new Device(app.config);
    const offer = challengeIn(await signInByMail(attacker, app.sent, "attacker@example.com")) ?? "";
    const firstUse = attacker.challenge;
    await attacker.session();
    for (const challenge of [offer, firstUse, attacker.challenge, "", "made-up"]) {
      const answer = await owner.ask({ id, proof: proofOf(challenge, owner.key) });
      expect([answer.status, answer.set.size]).toEqual([403, 0]);
    }
  });

  it("a proof that cannot be read or verified is refused, and is no fault of the application", async () => {
    const error = vi.fn();
    const owner = await bound({ logger: { error } });
    const { session_identifier: id } = owner.instructions ?? { session_identifier: "" };
    const visitor = new Device(owner.configured);
    const offer = challengeIn(await signInByMail(visitor, app.sent, "other@example.com")) ?? "";
    const key = newKey();
    const notOnCurve = { ...key.export({ format: "jwk" }), y: "AAAA", d: undefined };
    const registrations = [
      undefined,
      "",
      "a.b.c",
      proofOf("made-up", key, true),
      proofOf(offer, key),
      proofOf(offer, key, true, { alg: "none" }),
      proofOf(offer, key, true, { typ: "JWT" }),
      proofOf(offer, key, true, { jwk: notOnCurve }),
      proofOf(offer, key, true, { jwk: newKey().export({ format: "jwk" }) }),
      proofOf(offer, newKey("P-384"), true),
      `${proofOf(offer, key, true)}x`.replace(/\.[^.]*$/, "."),
    ];
    for (const proof of registrations) expect((await owner.ask({ proof })).status, proof).toBe(404);
    const wrong = `${proofOf(owner.challenge, owner.key).replace(/\.[^.]*$/, "")}.AAAA`;
    expect((await owner.ask({ id, proof: wrong })).status).toBe(404);
    expect((await owner.ask({ id: 'x";id="y' })).status).toBe(404);
    expect((await owner.ask({ id, method: "GET" })).status).toBe(302);
    expect(error).not.toHaveBeenCalled();
    expect(await owner.session()).not.toBeNull();
  });

  it("a proof of an unbound session gives an attacker no way to bind it", async () => {
    const victim = await app.signedIn();
    const { id } = await row();
    const attacker = new Device(app.config);
    for (const proof of [undefined, proofOf("", attacker.key, true)])
      expect((await attacker.ask({ id, proof })).headers.get("secure-session-challenge")).toBeNull();
    expect((await row()).deviceKey).toBeNull();
    expect(await victim.session()).not.toBeNull();
  });

  it("a proof that cannot be checked because the database is down leaves the browser's key alone", async () => {
    const sessionKey = async () => Promise.reject(new Error("The database is down."));
    const owner = await bound();
    at(6 * MINUTE);
    const adapter = { ...app.config.adapter, sessionKey } as SolidAuthAdapter;
    const answer = await owner.on(app.configWith({ adapter })).renew();
    expect(answer.status).toBe(503);
    expect(await owner.session()).not.toBeNull();
  });
});

describe("a registration", () => {
  it("each way to sign in offers a registration, and no other answer does", async () => {
    const device = new Device(app.config);
    const answers = [await device.get("/session"), await device.post("/signin/email", { email: EMAIL })];
    expect(answers.map(challengeIn)).toEqual([undefined, undefined]);
    expect(challengeIn(await signInByMail(device, app.sent))).toBeDefined();
    expect(challengeIn(await gitHub.signIn(new Device(app.config)))).toBeDefined();
    expect(challengeIn(await device.post("/callback/email", { email: EMAIL, token: "spent" }))).toBeUndefined();
  });

  it("a registration whose answer is lost binds nothing: the session is as in a browser without them", async () => {
    const visitor = app.visitor();
    const offer = challengeIn(await app.signIn(visitor)) ?? "";
    const lost = new Device(app.config);
    expect((await lost.ask({ proof: proofOf(offer, lost.key, true) })).status).toBe(200);
    at(10 * MINUTE);
    expect(await visitor.session()).not.toBeNull();
    expect((await row()).deviceKey).toBeNull();
  });

  it("a registration whose first use is repeated, because its answer was lost, renews as well", async () => {
    const device = new Device(app.config);
    await signInByMail(device, app.sent);
    const lost = await device.ask({
      id: device.instructions?.session_identifier ?? "",
      proof: proofOf(device.challenge, device.key),
    });
    expect(lost.status).toBe(200);
    device.cookies.delete(PROOF);
    at(2 * MINUTE);
    expect(await device.session()).not.toBeNull();
  });

  it("signs the user out of no page that is on its way meanwhile", async () => {
    const device = new Device(app.config);
    await signInByMail(device, app.sent);
    const page = withSessionCookie(device);
    await device.renew();
    expect((await row()).deviceKey).not.toBeNull();
    expect(await page.session()).not.toBeNull();
    at(MINUTE);
    expect(await page.session()).toBeNull();
  });

  it("binds a session once: later keys are refused", async () => {
    const owner = new Device(app.config);
    const offer = challengeIn(await signInByMail(owner, app.sent)) ?? "";
    await owner.session();
    const { deviceKey } = await row();
    const attacker = new Device(app.config);
    await attacker.keepSession(await attacker.ask({ proof: proofOf(offer, attacker.key, true) }));
    await attacker.renew();
    expect(attacker.cookies.has(PROOF)).toBe(false);
    expect((await row()).deviceKey).toBe(deviceKey);
  });

  it("a registration works with its own key only", async () => {
    const device = new Device(app.config);
    await signInByMail(device, app.sent);
    const id = device.instructions?.session_identifier ?? "";
    expect((await device.ask({ id, proof: proofOf(device.challenge, newKey()) })).status).toBe(404);
    expect((await row()).deviceKey).toBeNull();
  });

  it("a registration with two keys at once stores the first, and the second proves nothing", async () => {
    const owner = new Device(app.config);
    const offer = challengeIn(await signInByMail(owner, app.sent)) ?? "";
    await owner.session();
    // This request looked the session up before the first key was stored.
    const adapter = { ...app.config.adapter, sessionKey: async () => null } as SolidAuthAdapter;
    const late = new Device(app.configWith({ adapter }));
    await late.keepSession(await late.ask({ proof: proofOf(offer, late.key, true) }));
    expect((await late.renew()).status).toBe(404);
    expect(late.cookies.has(PROOF)).toBe(false);
  });

  it("takes part in a race of tabs: each ends with a proof, and one key is stored", async () => {
    const device = new Device(app.config);
    await signInByMail(device, app.sent);
    const answers = await Promise.all(Array.from({ length: 8 }, () => device.renew()));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    at(2 * MINUTE);
    expect(await Promise.all(Array.from({ length: 8 }, () => device.copy().session()))).not.toContain(null);
  });
});

describe("a bound session ends", () => {
  it("sign-out takes the proof, and the key renews nothing", async () => {
    const owner = await bound();
    const { session_identifier: id } = owner.instructions ?? { session_identifier: "" };
    await owner.post("/signout");
    expect([owner.sessionCookie, owner.cookies.has(PROOF)]).toEqual([undefined, false]);
    expect((await owner.ask({ id, proof: proofOf(owner.challenge, owner.key) })).status).toBe(404);
    expect(await app.prisma.session.count()).toBe(0);
  });

  it("a deleted row ends it", async () => {
    const owner = await bound();
    await app.prisma.session.deleteMany();
    expect(await owner.session()).toBeNull();
    expect((await owner.renew()).status).toBe(404);
  });

  it("the next sign-in ends it and binds a new one, also after the key was lost", async () => {
    const owner = await bound();
    const { id } = await row();
    // The browser has forgotten its session, and made a new key.
    owner.instructions = undefined;
    owner.key = newKey();
    at(10 * MINUTE);
    owner.cookies.delete(PROOF);
    expect(await owner.session()).toBeNull();
    await signInByMail(owner, app.sent);
    expect(await owner.session()).toMatchObject({ user: { email: EMAIL } });
    expect(await app.prisma.session.count()).toBe(1);
    expect((await row()).id).not.toBe(id);
    at(12 * MINUTE);
    expect(await withSessionCookie(owner).session()).toBeNull();
  });

  it("another user's sign-in in the same browser ends it", async () => {
    const owner = await bound();
    await signInByMail(owner, app.sent, "next@example.com");
    expect(owner.instructions?.session_identifier).toBe((await row()).id);
    expect(await owner.session()).toMatchObject({ user: { email: "next@example.com" } });
    expect((await row()).deviceKey).not.toBeNull();
  });
});

describe("a rotation of the secret", () => {
  const rotated = (secret: string | string[]) => app.configWith({ secret });
  const [OLD = "", NEW = ""] = ["kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e", "Zq8wXe5rTy2uIo9pAs6dFg3hJk1lMn4b"];

  it("leaves bound sessions open while the old secret is kept", async () => {
    const owner = await bound({ secret: OLD });
    const later = owner.on(rotated([NEW, OLD]));
    expect(await later.session()).not.toBeNull();
    at(7 * MINUTE);
    expect(await later.session()).not.toBeNull();
  });

  it("removing the old secret costs one request: the browser then renews with the key", async () => {
    const owner = (await bound({ secret: OLD })).on(rotated(NEW));
    expect(await owner.session()).toBeNull();
    expect(await owner.session()).toMatchObject({ user: { email: EMAIL } });
  });
});

describe("without a browser for it", () => {
  it("a sign-in and its visits cost no call of the database more, and set no cookie more", async () => {
    const runs = await Promise.all(
      [true, false].map(async (deviceBoundSessions) => {
        const calls: string[] = [];
        const adapter = new Proxy(app.config.adapter ?? {}, {
          get(target, name) {
            const method = Reflect.get(target, name);
            if (typeof method !== "function") return method;
            return (...values: unknown[]) => {
              calls.push(String(name));
              return method.apply(target, values);
            };
          },
        });
        const visitor = app.visitor({ adapter, deviceBoundSessions });
        await app.signIn(visitor, `${deviceBoundSessions}@example.com`);
        expect(await visitor.session()).not.toBeNull();
        return { calls, cookies: [...visitor.cookies.keys()] };
      }),
    );
    expect(runs[0]).toEqual(runs[1]);
    expect(runs[0]?.calls).toContain("getSessionAndUser");
  });

  it("a session is not bound, and stays open", async () => {
    const visitor = await app.signedIn();
    at(10 * DAY);
    expect(await visitor.session()).not.toBeNull();
    expect((await row()).deviceKey).toBeNull();
  });
});

describe("there is no offer, and no key is given up,", () => {
  it.each<[string, Partial<SolidAuthConfig>]>([
    ["when it is off, as by default", { deviceBoundSessions: undefined }],
    ["with JWT sessions", { session: { strategy: "jwt" } }],
    ["with a session cookie for several hosts", { cookies: { sessionToken: { options: { domain: "example.com" } } } }],
  ])("%s", async (_, options) => {
    const device = new Device(app.configWith(options));
    const answer = await signInByMail(device, app.sent);
    expect(errorOf(answer)).toBeNull();
    expect(answer.headers.get("secure-session-registration")).toBeNull();
    expect((await device.ask({})).status).toBe(503);
    expect(await device.session()).not.toBeNull();
  });

  it("an adapter that cannot store keys gets no offer", async () => {
    const { bindSession: _, ...adapter } = app.config.adapter as SolidAuthAdapter;
    const device = new Device(app.configWith({ adapter }));
    expect((await signInByMail(device, app.sent)).headers.get("secure-session-registration")).toBeNull();
    expect(await device.session()).not.toBeNull();
  });

  it("plain http, where browsers accept none, gets no offer", async () => {
    const visitor = app.visitor({}, { origin: "http://localhost:3000" });
    const answer = await app.signIn(visitor);
    expect(errorOf(answer)).toBeNull();
    expect(answer.headers.get("secure-session-registration")).toBeNull();
  });
});
