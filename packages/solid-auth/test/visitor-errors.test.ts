// Which errors a log shows as a visitor's mistake, and which as a fault.

import {
  AccessDenied,
  AdapterError,
  CallbackRouteError,
  JWTSessionError,
  OAuthAccountNotLinked,
  Verification,
} from "@auth/core/errors";
import { expect, it } from "vitest";
import { InvalidEmailAddress } from "../src/email";
import { visitorErrorOf } from "../src/visitor-errors";

it("a visitor's mistake is known by its type", () => {
  expect(visitorErrorOf(new Verification())).toEqual({ kind: "auth: Verification", text: "Verification" });
});

it("a text that is not an address is a visitor's mistake, however deep it is in an error", () => {
  const invalid = { kind: "InvalidEmailAddress", text: "InvalidEmailAddress" };
  expect(visitorErrorOf(new Error("outer", { cause: new InvalidEmailAddress() }))).toEqual(invalid);
});

it("an invalid provider response, which any visitor can submit, is no fault", () => {
  const err = Object.assign(new Error("not a string"), { name: "OperationProcessingError" });
  expect(visitorErrorOf(Object.assign(new CallbackRouteError(), { cause: { err } }))).toEqual({
    kind: "auth: CallbackRouteError",
    text: "CallbackRouteError: not a string",
  });
});

it("a denial is no fault, and a callback that throws is one", () => {
  expect(visitorErrorOf(new AccessDenied("no"))?.text).toBe("AccessDenied");
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

it("a missing mailbox is no fault, and any other refusal of the mail server is one", () => {
  const refusal = (response: string) => Object.assign(new Error(response), { response, command: "RCPT TO" });
  const text = "the mail server refuses: 550 5.1.1 no such user";
  expect(visitorErrorOf(refusal("550 5.1.1 no such user"))).toEqual({ kind: "recipient refused", text });
  for (const response of ["554 5.7.1 Relay access denied", "450 4.2.0 Greylisted"])
    expect(visitorErrorOf(refusal(response))).toBeUndefined();
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
