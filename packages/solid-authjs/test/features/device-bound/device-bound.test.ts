// Device-bound sessions, with a browser that has them, without one, and with a thief of its cookies.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SolidAuthAdapter, SolidAuthConfig } from "../../../src";
import { EMAIL, QUIET, signInByMail, useApplication } from "../../support/application";
import { challengeIn, Device, newKey, proofOf } from "../../support/device";
import { useGitHub } from "../../support/peers";
import { errorOf, ORIGIN, type Visitor } from "../../support/visitor";

const START = Date.now();
const PROOF = "__Host-authjs.bound-session";
const MINUTE = 60;

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

/** A browser with device-bound sessions that has just signed in, and the challenge of the offer that it got. */
async function newDevice(email = EMAIL, options: Partial<SolidAuthConfig> = {}) {
  const device = new Device(app.configWith(options));
  const answer = await signInByMail(device, app.sent, email);
  expect(errorOf(answer)).toBeNull();
  return { device, offer: challengeIn(answer) ?? "" };
}

/** Such a browser. Its session is bound, two minutes later. */
async function bound(options?: Partial<SolidAuthConfig>): Promise<Device> {
  const { device } = await newDevice(EMAIL, options);
  expect(await device.session()).toMatchObject({ user: { email: EMAIL } });
  expect((await row()).deviceKey).not.toBeNull();
  at(2 * MINUTE);
  return device;
}

const row = () => app.prisma.session.findFirstOrThrow();
const idOf = ({ instructions }: Device) => instructions?.session_identifier ?? "";
const ownProof = ({ challenge, key }: Device) => proofOf(challenge, key);

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
    expect(errorOf(await thief.post("/signin/github", { connect: "true" }))).toBe("SessionRequired");
    // A stolen copy would work if the application had no device-bound sessions.
    expect(await thief.copy(app.configWith({ deviceBoundSessions: false })).session()).not.toBeNull();
  });

  it("keeps its key while bound sessions are off, for when they are on again", async () => {
    const owner = await bound();
    at(10 * MINUTE);
    const off = app.configWith({ deviceBoundSessions: false });
    // After 404, Chromium would forget the key for good.
    expect((await owner.on(off).ask({ id: idOf(owner) })).status).toBe(503);
    expect(await withSessionCookie(owner).copy(off).session()).toMatchObject({ user: { email: EMAIL } });
    expect(await owner.session()).toMatchObject({ user: { email: EMAIL } });
  });

  it("opens for a copy of all cookies for minutes only, and the thief cannot renew them", async () => {
    const owner = await bound();
    const thief = owner.copy();
    // An instance's clock may be a few seconds ahead.
    at(5 * MINUTE + 14);
    expect(await thief.session()).not.toBeNull();
    at(6 * MINUTE);
    expect(await thief.session()).toBeNull();
    expect(await owner.session()).not.toBeNull();
    const forger = new Device(app.config);
    expect((await forger.keepSession(await forger.ask({ id: idOf(owner), proof: "" }))).status).toBe(403);
    for (const isRegistration of [false, true]) {
      const proof = proofOf(forger.challenge, newKey(), isRegistration);
      const answer = await forger.ask({ id: idOf(owner), proof });
      expect([answer.status, answer.set.size]).toEqual([404, 0]);
    }
    expect(await owner.session()).not.toBeNull();
  });

  it("opens for no other session's proof", async () => {
    const owner = await bound();
    const { device: attacker } = await newDevice("attacker@example.com");
    expect(await attacker.session()).not.toBeNull();
    const thief = withSessionCookie(owner);
    thief.cookies.set(PROOF, attacker.cookies.get(PROOF) ?? "");
    expect(await thief.session()).toBeNull();
  });

  it("signing out ends it, and the key renews nothing", async () => {
    const owner = await bound();
    const id = idOf(owner);
    await owner.post("/signout");
    expect(await owner.session()).toBeNull();
    expect((await owner.ask({ id, proof: ownProof(owner) })).status).toBe(404);
    expect([owner.sessionCookie, owner.cookies.has(PROOF)]).toEqual([undefined, false]);
  });

  it("a bound session has the public half of the key in its row, and a cookie that no script can read", async () => {
    const owner = await bound();
    const { crv, kty, x, y } = owner.key.export({ format: "jwk" });
    expect(JSON.parse((await row()).deviceKey ?? "")).toEqual({ crv, kty, x, y });
    at(6 * MINUTE);
    const cookie = (await owner.renew()).set.get(PROOF);
    expect(cookie).toMatch(/; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  it("another user's sign-in in the same browser ends it", async () => {
    const owner = await bound();
    await signInByMail(owner, app.sent, "next@example.com");
    expect(idOf(owner)).toBe((await row()).id);
    expect(await owner.session()).toMatchObject({ user: { email: "next@example.com" } });
    expect((await row()).deviceKey).not.toBeNull();
  });

  it("an older bound session is given up by a browser that has another one by now, whose proof each renewal would replace", async () => {
    const owner = await bound();
    const { device: next } = await newDevice("next@example.com");
    const cookie = withSessionCookie(next).cookieHeader();
    const answer = await owner.ask({ id: idOf(owner), proof: ownProof(owner), cookie });
    expect([answer.status, answer.set.size]).toEqual([404, 0]);
    expect((await owner.ask({ id: idOf(owner), proof: ownProof(owner) })).status).toBe(200);
  });

  it("a removed secret costs one request: the browser then renews with the key", async () => {
    const owner = (await bound()).on(app.configWith({ secret: "Zq8wXe5rTy2uIo9pAs6dFg3hJk1lMn4b" }));
    expect(await owner.session()).toBeNull();
    expect(await owner.session()).toMatchObject({ user: { email: EMAIL } });
    at(7 * MINUTE);
    expect(await owner.session()).not.toBeNull();
  });
});

describe("a proof", () => {
  it("a replayed proof renews for as long as its challenge lives, and then gets a new challenge", async () => {
    const owner = await bound();
    const request = { id: idOf(owner), proof: ownProof(owner) };
    at(9 * MINUTE);
    expect((await owner.ask(request)).status).toBe(200);
    at(13 * MINUTE);
    const answer = await owner.ask(request);
    expect([answer.status, answer.set.size]).toEqual([403, 0]);
    expect(answer.headers.get("secure-session-challenge")).toContain(`;id="${request.id}"`);
  });

  it("a proof over the challenge of another session, of a registration or of a first use renews nothing", async () => {
    const owner = await bound();
    const { device: attacker, offer } = await newDevice("attacker@example.com");
    const firstUse = attacker.challenge;
    await attacker.session();
    for (const challenge of [offer, firstUse, attacker.challenge, "", "made-up"]) {
      const answer = await owner.ask({ id: idOf(owner), proof: proofOf(challenge, owner.key) });
      expect([answer.status, answer.set.size]).toEqual([403, 0]);
    }
  });

  it("a proof that cannot be read or verified is refused, and is no fault of the application", async () => {
    const error = vi.fn();
    const owner = await bound({ logger: { ...QUIET, error } });
    const { offer } = await newDevice("other@example.com");
    const key = newKey();
    const notOnCurve = { ...key.export({ format: "jwk" }), y: "AAAA", d: undefined };
    const registrations = [
      undefined,
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
    const wrong = `${ownProof(owner).replace(/\.[^.]*$/, "")}.AAAA`;
    expect((await owner.ask({ id: idOf(owner), proof: wrong })).status).toBe(404);
    expect((await owner.ask({ id: 'x";id="y' })).status).toBe(404);
    expect((await owner.ask({ id: idOf(owner), method: "GET" })).status).toBe(302);
    expect(error).not.toHaveBeenCalled();
    expect(await owner.session()).not.toBeNull();
  });

  it("a proof that cannot be checked because the database is down leaves the browser's key alone", async () => {
    const sessionKey = () => Promise.reject(new Error("The database is down."));
    const owner = await bound();
    at(6 * MINUTE);
    expect((await owner.on(app.configWith({ adapter: { ...app.adapter, sessionKey } })).renew()).status).toBe(503);
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

  it("signs the user out of no page that is on its way meanwhile", async () => {
    const { device } = await newDevice();
    const page = withSessionCookie(device);
    await device.renew();
    expect((await row()).deviceKey).not.toBeNull();
    expect(await page.session()).not.toBeNull();
    at(MINUTE);
    expect(await page.session()).toBeNull();
  });

  it("a registration works with its own key only", async () => {
    const { device } = await newDevice();
    expect((await device.ask({ id: idOf(device), proof: proofOf(device.challenge, newKey()) })).status).toBe(404);
    expect((await row()).deviceKey).toBeNull();
  });

  it.each<[string, () => SolidAuthAdapter]>([
    ["binds a session once: later keys are refused", () => app.adapter],
    // The second request looked the session up before the first key was stored.
    ["with two keys at once stores the first", () => ({ ...app.adapter, sessionKey: async () => null })],
  ])("%s, and the second key proves nothing", async (_, adapter) => {
    const { device: owner, offer } = await newDevice();
    await owner.session();
    const { deviceKey } = await row();
    const late = new Device(app.configWith({ adapter: adapter() }));
    await late.keepSession(await late.ask({ proof: proofOf(offer, late.key, true) }));
    expect((await late.renew()).status).toBe(404);
    expect(late.cookies.has(PROOF)).toBe(false);
    expect((await row()).deviceKey).toBe(deviceKey);
  });
});

describe("there is no offer, and no key is given up,", () => {
  it.each<[string, () => Partial<SolidAuthConfig>]>([
    ["when it is off, as by default", () => ({ deviceBoundSessions: undefined })],
    ["with JWT sessions", () => ({ session: { strategy: "jwt" } })],
    [
      "with a session cookie for several hosts",
      () => ({ cookies: { sessionToken: { options: { domain: "example.com" } } } }),
    ],
    ["with an adapter that cannot store keys", () => ({ adapter: { ...app.adapter, bindSession: undefined } })],
  ])("%s", async (_, options) => {
    const { device, offer } = await newDevice(EMAIL, options());
    expect(offer).toBe("");
    expect((await device.ask({})).status).toBe(503);
    expect(await device.session()).not.toBeNull();
  });

  it("plain http, where browsers accept none, gets no offer", async () => {
    const answer = await app.signIn(app.visitor({}, { origin: "http://localhost:3000" }));
    expect(errorOf(answer)).toBeNull();
    expect(answer.headers.get("secure-session-registration")).toBeNull();
  });
});
