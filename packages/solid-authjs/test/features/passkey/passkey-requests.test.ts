// The passkey endpoints with requests of attackers, and with data that no authenticator would send.

import Credentials from "@auth/core/providers/credentials";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Passkey as PasskeyProvider, signIn } from "../../../src";
import { QUIET, STRATEGIES, useApplication } from "../../support/application";
import { Passkey } from "../../support/passkey";
import { ENABLED, register } from "../../support/passkeys";
import { type Answer, ORIGIN, outcome, type Visitor } from "../../support/visitor";

const SESSION = "__Secure-authjs.session-token";
const CHALLENGE = "__Secure-authjs.challenge.1";
const OPTIONS = "/webauthn-options/passkey";

let visitor: Visitor;

describe.each(STRATEGIES)("passkey requests, sessions by %s", (strategy) => {
  const app = useApplication(() => ({ providers: [PasskeyProvider()], session: { strategy }, ...ENABLED }));
  beforeEach(() => {
    visitor = app.visitor();
  });

  /** A user with a passkey. @returns that user's browser */
  async function addPasskey(passkey = new Passkey(ORIGIN)): Promise<Visitor> {
    const owner = await app.signedIn("ada@example.com");
    await register(owner, passkey);
    expect(await app.prisma.authenticator.count()).toBe(1);
    return owner;
  }

  it("signIn in a form action leads to the layer's address of the sign-in page: a passkey needs the browser", async () => {
    const { result } = await visitor.answering((request) => signIn(request, app.config, "passkey"));
    expect(result).toBe(`${ORIGIN}/api/auth/signin`);
  });

  describe("options", () => {
    it.each(["", "&email=ada@example.com", "&email=nobody@example.com", "&email[]=ada@example.com"])(
      "options to sign in are the same for all visitors, even with %j in the query",
      async (query) => {
        await addPasskey();
        const answer = await visitor.get(`${OPTIONS}?action=authenticate${query}`);
        expect(answer.status).toBe(200);
        const { action, options } = await answer.json();
        expect(action).toBe("authenticate");
        expect(options).toEqual({
          challenge: expect.stringMatching(/^[\w-]{43}$/),
          rpId: "app.example.com",
          timeout: expect.any(Number),
          userVerification: "required",
        });
        expect(answer.set.has(CHALLENGE)).toBe(true);
      },
    );

    it("options for a sign-in name no passkey of the signed-in user either: any user's passkey may answer", async () => {
      const owner = await addPasskey();
      const { options } = await (await owner.get(`${OPTIONS}?action=authenticate`)).json();
      expect(options.allowCredentials).toBeUndefined();
    });

    it.each(["", "?email=ada@example.com", "?email=nobody@example.com"])(
      "options without an action (%j) are those to sign in",
      async (query) => {
        await addPasskey();
        const { action, options } = await (await visitor.get(OPTIONS + query)).json();
        expect(action).toBe("authenticate");
        expect(options.allowCredentials).toBeUndefined();
      },
    );

    it.each(["", "&email=ada@example.com", "&email=nobody@example.com"])(
      "options to add a passkey (%j) ask for a session",
      async (query) => {
        const answer = await visitor.get(`${OPTIONS}?action=register${query}`);
        expect(answer.status).toBe(401);
        expect(await answer.json()).toEqual({ error: "Sign in before you add a passkey." });
        expect(answer.set.has(CHALLENGE)).toBe(false);
      },
    );

    it("options to add a passkey are for the signed-in user, and name the passkeys there are", async () => {
      const passkey = new Passkey(ORIGIN);
      const owner = await addPasskey(passkey);
      const { action, options } = await (await owner.get(`${OPTIONS}?action=register&email=eve@example.com`)).json();
      expect(action).toBe("register");
      expect(options).toMatchObject({
        rp: { id: "app.example.com" },
        user: { name: "ada@example.com" },
        excludeCredentials: [{ id: passkey.id, type: "public-key" }],
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        attestation: "none",
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

    it.each([
      ["means nothing", "garbage"],
      ["looks like a JWT", `eyJhbGciOiJkaXIifQ..${"A".repeat(400)}.A.A`],
      ["cannot be decoded", "%00%E0%A4%A"],
    ])("a browser whose session cookie %s gets options, and loses that cookie under jwt", async (_, cookie) => {
      visitor.cookies.set(SESSION, cookie);
      const answer = await visitor.get(`${OPTIONS}?action=authenticate`);
      expect(answer.status).toBe(200);
      expect((await answer.json()).action).toBe("authenticate");
      expect(visitor.cookies.has(SESSION)).toBe(strategy === "database");
      visitor.cookies.set(SESSION, cookie);
      expect((await visitor.get(`${OPTIONS}?action=register`)).status).toBe(401);
      expect(visitor.cookies.has(SESSION)).toBe(strategy === "database");
    });

    it("options do not change a valid session", async () => {
      const owner = await addPasskey();
      await owner.get(`${OPTIONS}?action=authenticate`);
      expect(await owner.session()).toMatchObject({ user: { email: "ada@example.com" } });
    });

    if (strategy === "jwt")
      it("options do not end the session of a user whom the adapter does not know", async () => {
        const authorize = () => ({ id: "ldap-7", email: "ada@example.com" });
        const other = app.visitor({ providers: [PasskeyProvider(), Credentials({ authorize })] });
        await other.post("/callback/credentials");
        await other.get(`${OPTIONS}?action=authenticate`);
        expect((await other.get(`${OPTIONS}?action=register`)).status).toBe(401);
        expect(await other.session()).toMatchObject({ user: { email: "ada@example.com" } });
      });

    it("options of an unknown kind are refused", async () => {
      expect((await visitor.get(`${OPTIONS}?action=delete`)).status).toBe(400);
      expect(outcome(await visitor.get("/webauthn-options/email"))).toEqual([
        "/api/auth/error",
        "InvalidProvider",
        null,
      ]);
      expect(outcome(await visitor.get("/webauthn-options"))).toEqual(["/api/auth/error", "InvalidProvider", null]);
    });
  });

  describe("an answer", () => {
    const JSON_PLEASE = { "x-auth-return-redirect": "1" };
    const id = "AAAA";
    const known = { id: "", rawId: "", type: "public-key", clientExtensionResults: {} };
    const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;

    async function expectRefused(answer: Answer, error = "WebAuthnVerificationError") {
      expect(answer.status).toBe(200);
      const url = new URL((await answer.json()).url);
      expect(url.origin).toBe(ORIGIN);
      expect(url.searchParams.get("error")).toBe(error);
      expect(answer.set.has(SESSION)).toBe(false);
    }

    const malformed: [string, Record<string, string>][] = [
      ["no data", {}],
      ["empty data", { data: "" }],
      ["data that is not JSON", { data: "{" }],
      ["null", { data: "null" }],
      ["a number", { data: "7" }],
      ["a list", { data: "[]" }],
      ["no id", { data: "{}" }],
      ["an id of another type", { data: JSON.stringify({ id: { length: 3 } }) }],
      ["an unknown id", { data: JSON.stringify({ id, rawId: id, type: "public-key", response: {} }) }],
      ["an id of zero bytes", { data: JSON.stringify({ id: "\0".repeat(40) }) }],
      ["a megabyte of an id", { data: JSON.stringify({ id: "A".repeat(1_000_000) }) }],
      ["a megabyte of data", { data: "[".repeat(1_000_000) }],
      ["deep data", { data: `{"id":"AAAA","response":${deep}}` }],
    ];

    it.each(malformed)("an answer with %s is refused in JSON, and never breaks anything", async (_, fields) => {
      await visitor.get(`${OPTIONS}?action=authenticate`);
      await expectRefused(await visitor.post("/callback/passkey", { action: "authenticate", ...fields }, JSON_PLEASE));
      expect(await visitor.session()).toBeNull();
    });

    it.each(malformed)("an answer with %s adds no passkey", async (_, fields) => {
      const owner = await addPasskey();
      await owner.get(`${OPTIONS}?action=register`);
      await expectRefused(await owner.post("/callback/passkey", { action: "register", ...fields }, JSON_PLEASE));
      expect(await app.prisma.authenticator.count()).toBe(1);
      expect(await owner.session()).toMatchObject({ user: { email: "ada@example.com" } });
    });

    it.each<[string, object]>([
      ["no response", {}],
      ["a response that is text", { response: "text" }],
      ["an empty response", { response: {} }],
      ["numbers in the response", { response: { clientDataJSON: 1, authenticatorData: 2, signature: 3 } }],
      [
        "bytes that are nothing",
        { response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" } },
      ],
      ["another type", { type: "password" }],
      ["a user handle that is a list", { response: { userHandle: [] } }],
      ["transports that are text", { response: { transports: "usb" } }],
    ])("an answer for a passkey there is, with %s, is refused", async (_, changes) => {
      const passkey = new Passkey(ORIGIN);
      const owner = await addPasskey(passkey);
      for (const [who, action] of [
        [visitor, "authenticate"],
        [owner, "register"],
      ] as const) {
        await who.get(`${OPTIONS}?action=${action}`);
        const data = JSON.stringify({ ...known, id: passkey.id, rawId: passkey.id, ...changes });
        await expectRefused(await who.post("/callback/passkey", { action, data }, JSON_PLEASE));
      }
      expect(await visitor.session()).toBeNull();
      expect(await app.prisma.authenticator.count()).toBe(1);
    });

    it.each(["", "delete", "constructor"])("an answer to the action %j is refused", async (action) => {
      await expectRefused(await visitor.post("/callback/passkey", { action, data: "{}" }, JSON_PLEASE));
    });

    it.each([{ value: 7 }, { value: null }, { value: ["authenticate"] }, { value: { toString: "authenticate" } }])(
      "an answer in JSON with $value for its action and its data is refused",
      async ({ value }) => {
        const { csrfToken } = await (await visitor.get("/csrf")).json();
        const body = JSON.stringify({ csrfToken, action: value, data: value });
        const headers = { ...JSON_PLEASE, "content-type": "application/json" };
        await expectRefused(await visitor.visit("/callback/passkey", { method: "POST", body, headers }));
      },
    );

    it("a form that is refused leads to the error page too", async () => {
      const answer = await visitor.post("/callback/passkey", { action: "authenticate", data: "{" });
      expect(answer.status).toBe(302);
      expect(outcome(answer)).toEqual(["/api/auth/error", "WebAuthnVerificationError", null]);
    });

    it("an answer without a challenge is refused", async () => {
      const passkey = new Passkey(ORIGIN);
      await addPasskey(passkey);
      const data = passkey.authenticate({ challenge: "AAAA", rpId: "app.example.com" });
      const fields = { action: "authenticate", data: JSON.stringify(data) };
      await expectRefused(await visitor.post("/callback/passkey", fields, JSON_PLEASE));
      visitor.cookies.set(CHALLENGE, "made.up");
      await expectRefused(await visitor.post("/callback/passkey", fields, JSON_PLEASE));
    });

    it("an answer without a CSRF token is refused, even if it is right, and in the log", async () => {
      const passkey = new Passkey(ORIGIN);
      await addPasskey(passkey);
      const error = vi.fn();
      visitor = app.visitor({ logger: { ...QUIET, error } });
      const { options } = await (await visitor.get(`${OPTIONS}?action=authenticate`)).json();
      const fields = { action: "authenticate", data: JSON.stringify(passkey.authenticate(options)) };
      const visit = { method: "POST", body: new URLSearchParams(fields), headers: JSON_PLEASE };
      await expectRefused(await visitor.visit("/callback/passkey", visit), "MissingCSRF");
      expect(error.mock.calls).toEqual([[expect.objectContaining({ type: "MissingCSRF" })]]);
      expect(await visitor.session()).toBeNull();
      const again = await visitor.post("/callback/passkey", fields, JSON_PLEASE);
      expect((await again.json()).url).toBe(`${ORIGIN}/`);
      expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
    });

    it("an answer in a query is not accepted", async () => {
      const answer = await visitor.get("/callback/passkey?action=authenticate&data={}");
      expect(outcome(answer)).toEqual(["/api/auth/error", "WebAuthnVerificationError", null]);
    });

    it("adds no passkey while signed out", async () => {
      await expectRefused(
        await visitor.post("/callback/passkey", { action: "register", data: "{}" }, JSON_PLEASE),
        "SessionRequired",
      );
    });
  });
});
