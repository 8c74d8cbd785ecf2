// EMAIL_SERVER and EMAIL_FROM, in the forms that mail services give them.

import { describe, expect, it } from "vitest";
import { readMailServer, readSender } from "~/server/email-settings";

describe("EMAIL_FROM", () => {
  it.each([
    ["a@example.com", undefined, "a@example.com"],
    ["Acme <a@example.com>", "Acme", "a@example.com"],
    ['"Acme, Inc." <a@example.com>', "Acme, Inc.", "a@example.com"],
    ['"The \\"Acme\\" Team" <a@example.com>', 'The "Acme" Team', "a@example.com"],
    ['"" <a@example.com>', undefined, "a@example.com"],
    ["sign-in@localhost", undefined, "sign-in@localhost"],
  ])("the sender may be %s", (text, name, address) => {
    expect(readSender(text)).toEqual({ value: { name, address } });
  });

  it.each([
    "Acme",
    "a@example.com, b@example.com",
    "Acme <a@example.com> <b@example.com>",
    '"Acme <a@example.com>',
    '"Ac"me" <a@example.com>',
    '" <a@example.com>',
    '"Acme\\" <a@example.com>',
    "ａ@example.com",
  ])("a text that is no sender is refused at the start: %j", (text) => {
    expect(readSender(text)).toEqual({ problem: expect.stringContaining("must be one address") });
  });
});

describe("EMAIL_SERVER", () => {
  it.each([
    ["smtp://localhost", undefined],
    ["smtp://[::1]:1025/", undefined],
    ["smtps://user%40example.com:p%25%2F%3F%23@smtp.example.com:465", { user: "user@example.com", pass: "p%/?#" }],
    ["smtp://key@smtp.example.com:587?requireTLS=true", { user: "key", pass: "" }],
  ])("the mail server may be %s", (text, auth) => {
    expect(readMailServer(text)).toEqual({ value: { url: new URL(text), auth } });
  });

  it.each([
    ["localhost:25", "must be an SMTP URL"],
    ["ftp://smtp.example.com", "must be an SMTP URL"],
    ["smtps:///smtp.example.com", "must be an SMTP URL"],
    ["smtps://user:100%@smtp.example.com", "Write it as %25"],
    ["smtps://user:12#3@smtp.example.com", "goes on after the host"],
    ["smtps://user:12/3@smtp.example.com", "goes on after the host"],
    ["smtps://user:12?3@smtp.example.com", "goes on after the host"],
  ])("a URL that cannot work is refused at the start, and its password is not named: %s", (text, words) => {
    const { problem } = readMailServer(text);
    expect(problem).toContain(words);
    expect(problem).not.toMatch(/100%|us%er|12[#/?]/);
  });
});
