// Which errors a log shows as a visitor's mistake, and which as a fault.

import {
  AccessDenied,
  AdapterError,
  CallbackRouteError,
  EmailSignInError,
  JWTSessionError,
  OAuthAccountNotLinked,
  SignOutError,
  Verification,
} from "@auth/core/errors";
import { describe, expect, it } from "vitest";
import { InvalidEmailAddress } from "../src/email";
import { visitorErrorOf } from "../src/visitor-errors";

const failed = new TypeError("the callback");
const sealed = Object.assign(new Error("decryption operation failed"), { code: "ERR_JWE_DECRYPTION_FAILED" });
const expired = Object.assign(new Error("timestamp check failed"), { code: "ERR_JWT_EXPIRED" });
const forged = Object.assign(new Error("no such algorithm"), { code: "ERR_JOSE_ALG_NOT_ALLOWED" });
const otherSecret = new Error("no matching decryption secret");

it.each<[string, unknown, string]>([
  ["a spent link", new Verification(), "Verification"],
  ["no address, deep in an error", new Error("outer", { cause: new InvalidEmailAddress() }), "InvalidEmailAddress"],
  ["a denial", new AccessDenied("AccessDenied"), "AccessDenied"],
  ["a denial with words", new AccessDenied("no"), "AccessDenied: no"],
  ["another's account", new AccessDenied("", { cause: { err: new OAuthAccountNotLinked() } }), "AccessDenied"],
  ["a cookie that does not open", new JWTSessionError("", { cause: { err: sealed } }), "JWTSessionError"],
  ["a cookie of another secret", new JWTSessionError("", { cause: { err: otherSecret } }), "JWTSessionError"],
  ["an expired cookie", new JWTSessionError("", { cause: { err: expired } }), "JWTSessionError"],
  ["a forged cookie", new JWTSessionError("", { cause: { err: forged } }), "JWTSessionError"],
  ["a cookie that does not open, at sign-out", new SignOutError("", { cause: { err: sealed } }), "SignOutError"],
])("a visitor's mistake is one line for information: %s", (_, error, text) => {
  expect(visitorErrorOf(error)).toMatchObject({ level: "info", text });
});

it.each<[string, unknown]>([
  ["a callback that throws at sign-in", new AccessDenied("", { cause: { err: failed } })],
  ["a callback that throws over a token", new JWTSessionError("", { cause: { err: failed } })],
  ["a callback that opens a token with a wrong key", new CallbackRouteError("", { cause: { err: sealed } })],
  ["a database that fails", new AdapterError("", { cause: { err: new Error() } })],
  ["any other error", failed],
  ["a text", "wrong"],
  ["nothing", undefined],
])("the application's own failure is a fault: %s", (_, error) => expect(visitorErrorOf(error)).toBeUndefined());

describe("a provider's error", () => {
  const thrown = (name: string, message: string, details: object = {}) => {
    const err = Object.assign(new Error(message), { name, ...details });
    return visitorErrorOf(Object.assign(new CallbackRouteError(), { cause: { err, provider: "idp" } }));
  };
  const said = (error: string, error_description?: string) =>
    thrown("AuthorizationResponseError", "", { error, error_description });
  const challenge = (parameters: object) =>
    thrown("WWWAuthenticateChallengeError", "a challenge", { status: 401, cause: [{ parameters }] });

  it("becomes a warning with the provider, the code and the description", () => {
    expect(said("redirect_uri_mismatch", "The redirect_uri MUST match.")).toEqual({
      kind: "auth: CallbackRouteError",
      text: "CallbackRouteError: provider idp: redirect_uri_mismatch: The redirect_uri MUST match.",
      level: "warn",
    });
    for (const code of ["invalid_scope", "server_error", "application_suspended", "anything", ""])
      expect(said(code)?.level, code).toBe("warn");
  });

  it.each([
    ["refuses the client", thrown("ResponseBodyError", "no", { error: "invalid_client", status: 401 }), "_client: no"],
    ["challenges the client", challenge({ realm: "idp" }), "invalid_client: a challenge"],
    ["says why", challenge({ error: "invalid_token", error_description: "expired" }), "invalid_token: expired"],
    ["answers otherwise", thrown("OperationProcessingError", "not a string"), "provider idp: not a string"],
  ])("becomes a warning where the token endpoint %s", (_, error, text) => {
    expect(error).toMatchObject({ level: "warn", text: expect.stringMatching(`${text}$`) });
  });

  it("causes no warning where the visitor cancelled, or has to do something at the provider", () => {
    for (const code of ["access_denied", "login_required", "consent_required", "interaction_required"])
      expect(said(code)).toMatchObject({ level: "info", text: `CallbackRouteError: provider idp: ${code}` });
  });

  it("becomes one line of visible text, and is cut", () => {
    const { text = "" } = said("x".repeat(1000), `a\u0007\r\n\u2028b\u202ec ${"d ".repeat(1000)}`) ?? {};
    expect(text).toContain(": a b c d d");
    expect(text).not.toMatch(/[\p{C}\n\u2028]/u);
    expect(text.length).toBeLessThan(500);
  });
});

const refusal = (response: string) => Object.assign(new Error(response), { response, command: "RCPT TO" });
const unreachable = Object.assign(new Error("connect ECONNREFUSED"), { command: "CONN" });

it.each<[Error, string, string]>([
  [refusal("550 5.1.1 no\r\nsuch user"), "refuses: 550 5.1.1 no such user", "info"],
  [refusal("450 4.2.0 Greylisted"), "refuses: 450 4.2.0 Greylisted", "warn"],
  [
    new Error("no TLS", { cause: refusal("554 Relay access denied") }),
    "refuses: no TLS: 554 Relay access denied",
    "error",
  ],
  [unreachable, "cannot be used: connect ECONNREFUSED", "error"],
])("a mail server's error is one line without a stack, also within other errors: %s", (err, said, level) => {
  const text = `the mail server ${said}`;
  expect(visitorErrorOf(new EmailSignInError("", { cause: { err } }))).toEqual({ kind: "mail refused", text, level });
});
