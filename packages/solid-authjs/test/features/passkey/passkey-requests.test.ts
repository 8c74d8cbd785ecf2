// The passkey endpoints with requests of attackers, and with data that no authenticator would send.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Passkey as PasskeyProvider } from "../../../src";
import { QUIET, STRATEGIES, useApplication } from "../../support/application";
import { Passkey } from "../../support/passkey";
import { optionsFor, register } from "../../support/passkeys";
import { type Answer, ORIGIN, outcome, type Visitor } from "../../support/visitor";

const SESSION = "__Secure-authjs.session-token";
const CHALLENGE = "__Secure-authjs.challenge.1";
const OPTIONS = "/webauthn-options/passkey";
const ADA = { user: { email: "ada@example.com" } };
const JSON_PLEASE = { "x-auth-return-redirect": "1" };

/** An answer for the passkey with this id. */
const answerOf = (changes: object) => (id: string) => ({
  data: JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, ...changes }),
});

const MALFORMED: [string, (id: string) => Record<string, string>][] = [
  ["no data", () => ({})],
  ["data that is not JSON", () => ({ data: "{" })],
  ["deep data", () => ({ data: `{"id":"AAAA","response":${"[".repeat(5000)}${"]".repeat(5000)}}` })],
  ["numbers in the response", answerOf({ response: { clientDataJSON: 1, authenticatorData: 2, signature: 3 } })],
  ["a user handle that is a list", answerOf({ response: { userHandle: [] } })],
];

describe.each(STRATEGIES)("passkey requests, sessions by %s", (strategy) => {
  const app = useApplication(() => ({ providers: [PasskeyProvider()], session: { strategy } }));
  let passkey: Passkey;
  /** The browser of a user with a passkey, and another one. */
  let owner: Visitor;
  let visitor: Visitor;

  beforeEach(async () => {
    passkey = new Passkey(ORIGIN);
    visitor = app.visitor();
    owner = await app.signedIn("ada@example.com");
    await register(owner, passkey);
    expect(await app.prisma.authenticator.count()).toBe(1);
  });

  async function expectRefused(answer: Answer, error = "WebAuthnVerificationError") {
    expect(answer.status).toBe(200);
    const url = new URL((await answer.json()).url);
    expect([url.origin, url.searchParams.get("error")]).toEqual([ORIGIN, error]);
    expect(answer.set.has(SESSION)).toBe(false);
  }

  it("options to sign in are the same for all visitors, whatever the query asks, and for a user, whose session stays", async () => {
    for (const email of ["ada@example.com", "nobody@example.com"])
      for (const who of [visitor, owner]) {
        const answer = await who.get(`${OPTIONS}?action=authenticate&email=${email}`);
        expect(answer.set.size).toBeGreaterThan(0);
        expect(await answer.json()).toEqual({
          action: "authenticate",
          options: {
            challenge: expect.stringMatching(/^[\w-]{43}$/),
            rpId: "app.example.com",
            timeout: expect.any(Number),
            userVerification: "required",
          },
        });
      }
    expect(await owner.session()).toMatchObject(ADA);
  });

  it("options to add a passkey ask for a session, are for its user, and name the passkeys there are", async () => {
    const refused = await visitor.get(`${OPTIONS}?action=register&email=ada@example.com`);
    expect([refused.status, refused.set.has(CHALLENGE)]).toEqual([401, false]);
    expect(await refused.json()).toEqual({ error: "Sign in before you add a passkey." });
    const answer = await owner.get(`${OPTIONS}?action=register&email=eve@example.com`);
    expect(await answer.json()).toMatchObject({
      action: "register",
      options: {
        rp: { id: "app.example.com" },
        user: { name: "ada@example.com" },
        excludeCredentials: [{ id: passkey.id, type: "public-key" }],
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        attestation: "none",
      },
    });
  });

  it("options have a fresh challenge each time, in a cookie that no script and no other site's form gets", async () => {
    const challenges = new Set<string>();
    for (let visits = 0; visits < 3; visits++) {
      const answer = await visitor.get(`${OPTIONS}?action=authenticate`);
      expect([...answer.set.values()]).toEqual([expect.stringMatching(/HttpOnly; Secure; SameSite=Lax/i)]);
      expect(answer.headers.get("cache-control")).toContain("no-store");
      challenges.add((await answer.json()).options.challenge);
    }
    expect(challenges.size).toBe(3);
  });

  it("a browser whose session cookie means nothing gets options, and loses that cookie under jwt", async () => {
    for (const [action, status] of Object.entries({ authenticate: 200, register: 401 })) {
      visitor.cookies.set(SESSION, "%00%E0%A4%A");
      expect((await visitor.get(`${OPTIONS}?action=${action}`)).status).toBe(status);
      expect(visitor.cookies.has(SESSION)).toBe(strategy === "database");
    }
  });

  if (strategy === "jwt")
    it.each(MALFORMED)(
      "an answer with %s signs no user in, adds no passkey, and never breaks anything",
      async (_, make) => {
        for (const [who, action] of [[visitor, "authenticate"] as const, [owner, "register"] as const]) {
          await who.get(`${OPTIONS}?action=${action}`);
          await expectRefused(await who.post("/callback/passkey", { action, ...make(passkey.id) }, JSON_PLEASE));
        }
        expect(await visitor.session()).toBeNull();
        expect(await owner.session()).toMatchObject(ADA);
        expect(await app.prisma.authenticator.count()).toBe(1);
      },
    );

  it("an answer in a query is refused, and leads to the error page", async () => {
    const data = JSON.stringify(passkey.authenticate(await optionsFor(visitor, "authenticate")));
    const answer = await visitor.get(`/callback/passkey?${new URLSearchParams({ action: "authenticate", data })}`);
    expect([answer.status, ...outcome(answer)]).toEqual([302, "/api/auth/error", "WebAuthnVerificationError", null]);
    expect(await visitor.session()).toBeNull();
  });

  it("an answer without a CSRF token is refused, even if it is right, and in the log", async () => {
    const error = vi.fn();
    visitor = app.visitor({ logger: { ...QUIET, error } });
    const data = JSON.stringify(passkey.authenticate(await optionsFor(visitor, "authenticate")));
    const fields = { action: "authenticate", data };
    const visit = { method: "POST", body: new URLSearchParams(fields), headers: JSON_PLEASE };
    await expectRefused(await visitor.visit("/callback/passkey", visit), "MissingCSRF");
    expect(error.mock.calls).toEqual([[expect.objectContaining({ type: "MissingCSRF" })]]);
    expect(await visitor.session()).toBeNull();
    const again = await visitor.post("/callback/passkey", fields, JSON_PLEASE);
    expect((await again.json()).url).toBe(`${ORIGIN}/`);
    expect(await visitor.session()).toMatchObject(ADA);
  });
});
