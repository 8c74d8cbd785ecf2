import { describe, expect, it } from "vitest";
import { emailOrNull, InvalidEmailAddress, normalizeEmail } from "../src/email";

describe("normalizeEmail", () => {
  it.each([
    ["User@Example.COM", "user@example.com"],
    ["  a@example.com\n", "a@example.com"],
    ["a+tag@sub.example.co.uk", "a+tag@sub.example.co.uk"],
    ["o'brien@example.com", "o'brien@example.com"],
    ["ａ@example.com", "a@example.com"],
    ["a@1.example", "a@1.example"],
    ["grüße@bücher.example", "grüße@bücher.example"],
    ["a@xn--bcher-kva.example", "a@bücher.example"],
    ["a@example\u3002com", "a@example.com"],
    ["a@exam\u00adple.com", "a@example.com"],
    ["\u202aa@example.com\u202c", "a@example.com"],
    [" \u2068a@example.com\u2069 ", "a@example.com"],
    ["\u200e\ufeffa@example.com", "a@example.com"],
    ["\u03d3@example.com", "\u03cd@example.com"],
  ])("%j is %j", (typed, address) => {
    expect(normalizeEmail(typed)).toBe(address);
    expect(normalizeEmail(address)).toBe(address);
  });

  it.each([
    "",
    "nobody",
    "@example.com",
    "a@",
    "a@b@c.example",
    "a@.example",
    "root@localhost",
    "a@1.2",
    "a@127.0.0.1",
    "a@0x7f.1",
    "a@1\u3002２",
    "a@2130706433",
    "a@example..com",
    "a@example.com.",
    'a"b@example.com',
    "a@example.com,b@example.com",
    "a b@example.com",
    "a@exam ple.com",
    "<a@example.com>",
    "a@example.com\r\nBcc: b@example.com",
    "a＠b＠example.com",
    "victim@example.com/@evil.example",
    "victim@example.com#@evil.example",
    "victim@example.com?x@evil.example",
    "victim@example.com\\@evil.example",
    "victim@example.com/",
    "victim@ex%61mple.com",
    "victim@example.com:25",
    "\u0001a@example.com",
    "a\u0001@example.com",
    "a@example.com\u0001",
    "\u200ba@example.com",
    "a\u202eb@example.com",
    "a@exam\ud800ple.com",
    "\ud800a@example.com",
    `${"x".repeat(250)}@example.com`,
    // Three times as long once it is normalised.
    `${"\ufb03".repeat(100)}@example.com`,
    null,
    undefined,
    42,
    {},
    ["a@example.com"],
  ])("%j is not an address", (typed) => {
    expect(() => normalizeEmail(typed)).toThrow(InvalidEmailAddress);
  });
});

it("an address with any letter of Unicode is the same after a second normalisation", () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    const letter = String.fromCodePoint(code);
    if (letter.normalize("NFKC").toLowerCase() === letter) continue;
    for (const typed of [`${letter}@example.com`, `a@${letter}.example`]) {
      const email = emailOrNull(typed);
      if (email !== null && emailOrNull(email) !== email) expect.fail(`U+${code.toString(16)} in ${typed}`);
    }
  }
});

it("an address has at most 254 bytes, as SMTP counts them", () => {
  const address = (bytes: number, letter: string) =>
    `${letter.repeat((bytes - 8) / Buffer.byteLength(letter))}@ex.test`;
  for (const letter of ["a", "é", "漢"]) expect(emailOrNull(address(254, letter)), letter).toBe(address(254, letter));
  for (const [bytes, letter] of [
    [255, "a"],
    [256, "é"],
    [257, "漢"],
  ] as const)
    expect(emailOrNull(address(bytes, letter)), letter).toBeNull();
});
