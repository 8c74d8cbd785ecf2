// Which errors a log shows as a visitor's mistake, and which as a fault.

import {
  AccessDenied,
  AdapterError,
  CallbackRouteError,
  EmailSignInError,
  JWTSessionError,
  OAuthAccountNotLinked,
  Verification,
} from "@auth/core/errors";
import { describe, expect, it } from "vitest";
import { InvalidEmailAddress } from "../src/email";
import { visitorErrorOf } from "../src/visitor-errors";

it("a visitor's mistake is known by its type", () => {
  expect(visitorErrorOf(new Verification())).toEqual({
    kind: "auth: Verification",
    text: "Verification",
    level: "info",
  });
});

it("a text that is not an address is a visitor's mistake, however deep it is in an error", () => {
  const invalid = { kind: "InvalidEmailAddress", text: "InvalidEmailAddress", level: "info" };
  expect(visitorErrorOf(new Error("outer", { cause: new InvalidEmailAddress() }))).toEqual(invalid);
});

describe("a provider's error", () => {
  const thrown = (name: string, message: string, details: object = {}) => {
    const err = Object.assign(new Error(message), { name, ...details });
    return Object.assign(new CallbackRouteError(), { cause: { err, provider: "idp" } });
  };
  const said = (error: string, error_description?: string) =>
    visitorErrorOf(thrown("AuthorizationResponseError", "error", { error, error_description }));

  it("becomes a warning with the provider, the code and the description", () => {
    expect(said("redirect_uri_mismatch", "The redirect_uri MUST match.")).toEqual({
      kind: "auth: CallbackRouteError",
      text: "CallbackRouteError: provider idp: redirect_uri_mismatch: The redirect_uri MUST match.",
      level: "warn",
    });
    for (const code of ["invalid_scope", "server_error", "application_suspended", "anything", ""])
      expect(said(code)?.level, code).toBe("warn");
  });

  it("causes no warning where the visitor cancelled, or has to do something at the provider", () => {
    for (const code of ["access_denied", "login_required", "consent_required", "interaction_required"])
      expect(said(code), code).toMatchObject({ level: "info", text: expect.stringContaining(code) });
  });

  it("becomes one line of visible text, and is cut", () => {
    const { text = "" } = said("x".repeat(1000), `a\u0007\r\n\u2028b\u202ec ${"d ".repeat(1000)}`) ?? {};
    expect(text).toContain(": a b c d d");
    expect(text).not.toMatch(/[\p{C}\n\u2028]/u);
    expect(text.length).toBeLessThan(500);
  });

  it("becomes a warning where the token endpoint refuses the application", () => {
    expect(
      visitorErrorOf(thrown("ResponseBodyError", "refused", { error: "invalid_client", status: 401 })),
    ).toMatchObject({
      level: "warn",
      text: "CallbackRouteError: provider idp: invalid_client: refused",
    });
    const challenge = (parameters: object) =>
      visitorErrorOf(thrown("WWWAuthenticateChallengeError", "a challenge", { status: 401, cause: [{ parameters }] }));
    expect(challenge({ realm: "idp" })?.text).toContain("invalid_client: a challenge");
    expect(challenge({ error: "invalid_token", error_description: "expired" })?.text).toContain(
      "invalid_token: expired",
    );
  });

  it("an invalid response is no fault, and a warning", () => {
    expect(visitorErrorOf(thrown("OperationProcessingError", "not a string"))).toMatchObject({
      level: "warn",
      text: "CallbackRouteError: provider idp: not a string",
    });
  });
});

it("a denial is no fault, and a callback that throws is one", () => {
  expect(visitorErrorOf(new AccessDenied("AccessDenied"))?.text).toBe("AccessDenied");
  expect(visitorErrorOf(new AccessDenied("no"))?.text).toBe("AccessDenied: no");
  expect(visitorErrorOf(new AccessDenied("", { cause: { err: new OAuthAccountNotLinked() } }))?.text).toBe(
    "AccessDenied",
  );
  expect(visitorErrorOf(new AccessDenied("", { cause: { err: new TypeError("the callback") } }))).toBeUndefined();
});

it("a session cookie that cannot be decrypted is no fault, and a callback that throws is one", () => {
  const sealed = Object.assign(new Error("decryption operation failed"), { code: "ERR_JWE_DECRYPTION_FAILED" });
  for (const err of [sealed, new Error("no matching decryption secret")])
    expect(visitorErrorOf(new JWTSessionError("", { cause: { err } }))?.text).toBe("JWTSessionError");
  expect(visitorErrorOf(new JWTSessionError("", { cause: { err: new TypeError("the callback") } }))).toBeUndefined();
});

it("what a mail server says is one line without a stack, also within other errors", () => {
  const refusal = (response: string) => Object.assign(new Error(response), { response, command: "RCPT TO" });
  const told = (error: Error) => visitorErrorOf(new EmailSignInError("", { cause: { err: error } }));
  const text = "the mail server refuses: 550 5.1.1 no such user";
  expect(told(refusal("550 5.1.1 no\r\nsuch user"))).toEqual({ kind: "mail refused", text, level: "info" });
  expect(told(refusal("450 4.2.0 Greylisted"))).toMatchObject({ level: "warn" });
  expect(told(new Error("no TLS", { cause: refusal("554 5.7.1 Relay access denied") }))).toMatchObject({
    text: "the mail server refuses: no TLS: 554 5.7.1 Relay access denied",
    level: "error",
  });
  expect(told(Object.assign(new Error("connect ECONNREFUSED"), { command: "CONN" }))).toMatchObject({
    text: "the mail server cannot be used: connect ECONNREFUSED",
    level: "error",
  });
});

it("the application's own failures are faults", () => {
  for (const error of [
    new TypeError("wrong"),
    "wrong",
    undefined,
    new AdapterError("", { cause: { err: new Error() } }),
  ])
    expect(visitorErrorOf(error)).toBeUndefined();
});
