// Replies of mail servers, as Postfix, Exim, Exchange, Gmail and others word them.

import { expect, it } from "vitest";
import { isMailError, levelOfMailError, mailRefusalOf } from "../src/mail-refusals";

const refusal = (response: string, command = "RCPT TO") => Object.assign(new Error(response), { response, command });

it.each([
  "550 5.1.1 <user@example.com>: Recipient address rejected: User unknown in virtual mailbox table",
  "550-5.1.1 The email account that you tried to reach does not exist. Please try\n550 5.1.1 double-checking it.",
  "556 5.1.10 <user@example.com>: Recipient address rejected: Domain example.com does not accept mail (nullMX)",
  "553 5.1.3 <user@example.com>: invalid address",
  "501 <user@-example.com>: malformed address",
  "501-Syntax error in parameters\n501 or arguments",
  "504 5.5.2 <root@localhost>: Recipient address rejected: need fully-qualified address",
  "553 5.6.7 Must declare SMTPUTF8 to send unicode address",
])("the visitor is told of a mailbox that does not exist, and the log has no warning: %s", (response) => {
  expect([mailRefusalOf(refusal(response)), levelOfMailError(refusal(response))]).toEqual(["no_mailbox", "info"]);
});

it.each(["450 4.2.0 <user@example.com>: Recipient address rejected: Greylisted", "451 4.7.1 Try again later"])(
  "a refusal for now asks to try again, and is a warning in the log: %s",
  (response) => {
    for (const error of [refusal(response), refusal(response, "DATA")])
      expect([mailRefusalOf(error), levelOfMailError(error)]).toEqual(["deferred", "warn"]);
  },
);

it.each<["warn" | "error", string, string?]>([
  ["error", "554 5.7.1 <user@example.com>: Relay access denied"],
  ["error", "550 relay not permitted"],
  ["error", "530 5.5.1 Authentication required"],
  ["error", "535 5.7.8 Error: authentication failed", "AUTH PLAIN"],
  ["error", "550 5.1.8 <sign-in@example.com>: Sender address rejected: Domain not found"],
  ["error", "550 5.1.7 <sign-in@example.com>: Sender address rejected: undeliverable address"],
  ["error", "550 5.1.0 <sign-in@example.com>: Sender address rejected: User unknown in virtual mailbox table"],
  ["error", "550 5.1.1 <sign-in@example.com>: no such user", "MAIL FROM"],
  ["error", "552 5.2.2 Mailbox full", "MAIL FROM"],
  ["error", "454 4.7.1 <user@example.com>: denied"],
  ["error", "421 4.7.0 Too many connections"],
  ["error", "550 5.7.1 No such user"],
  ["error", "501 5.1.8 <sign-in@example.com>: sender's domain not found"],
  ["error", "501 5.7.1 not permitted"],
  ["warn", "452-4.2.2 The recipient's inbox is full.\n452 4.2.2 Please direct the recipient"],
  ["warn", "550 5.2.1 Mailbox disabled"],
  ["warn", "550 5.4.1 Recipient address rejected: Access denied"],
  ["warn", "550 5.11.1 no such code"],
  ["warn", "550 5.1.12 no such code"],
  ["warn", "550 5.6.71 no such code"],
  ["warn", "554 5.1.1 Spam of 550 5.1.1"],
  ["warn", "550 No such user here"],
])("any other refusal is the operator's, in the log at the level of %s: %s", (level, ...reply) => {
  expect([mailRefusalOf(refusal(...reply)), levelOfMailError(refusal(...reply))]).toEqual([undefined, level]);
});

it("a connection that fails is a mail server's error, and those of other programs are not", () => {
  const failed = Object.assign(new Error("connect ECONNREFUSED"), { code: "ESOCKET", command: "CONN" });
  expect([isMailError(failed), levelOfMailError(failed), mailRefusalOf(failed)]).toEqual([true, "error", undefined]);
  for (const other of [new Error(), Object.assign(new Error(), { command: { name: "GET" } }), { command: "CONN" }])
    expect(isMailError(other)).toBe(false);
  for (const other of [Object.assign(new Error(), { response: 550 }), "550", null])
    expect(mailRefusalOf(other)).toBeUndefined();
});
