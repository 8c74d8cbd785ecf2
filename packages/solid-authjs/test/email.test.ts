import { expect, it } from "vitest";
import { emailOrNull, isOwnSpelling } from "../src";
import { InvalidEmailAddress, normalizeEmail } from "../src/email";

it.each([
  ["User@Example.COM", "user@example.com", true],
  ["o'brien@example.com", "o'brien@example.com", true],
  ["a@1.example", "a@1.example", true],
  ["grüße@bücher.example", "grüße@bücher.example", true],
  ["  a@example.com\n", "a@example.com", false],
  ["ａ@example.com", "a@example.com", false],
  ["a@xn--bcher-kva.example", "a@bücher.example", false],
  ["a@example\u3002com", "a@example.com", false],
  ["a@exam\u00adple.com", "a@example.com", false],
  ["\u200e\ufeffa@example.com\u202c", "a@example.com", false],
  ["\u03d3@example.com", "\u03cd@example.com", false],
  ["\u212aim@example.com", "kim@example.com", false],
  ["\u00c9va@example.com", "éva@example.com", false],
  ["e\u0301va@example.com", "éva@example.com", false],
])("an address like %j is stored as %j, and proves that mailbox: %j", (typed, address, isOwn) => {
  expect(normalizeEmail(typed)).toBe(address);
  expect(normalizeEmail(address)).toBe(address);
  expect(isOwnSpelling(typed)).toBe(isOwn);
});

it.each<[string, unknown[]]>([
  ["that is none", [null, undefined, 42, {}, ["a@example.com"]]],
  ["without a name, an @ or a domain", ["", "nobody", "@example.com", "a@", "a@.example", "a@example..com"]],
  ["with two @", ["a@b@c.example", "a＠b＠example.com", "victim@example.com\\@evil.example"]],
  ["at a host of the private network", ["root@localhost", "a@example.com."]],
  ["at an IP address", ["a@1.2", "a@127.0.0.1", "a@0x7f.1", "a@1\u3002２", "a@2130706433"]],
  ["that a header reads as more", ['a"b@example.com', "a@example.com,b@example.com", "<a@example.com>"]],
  ["with space or a line end within", ["a b@example.com", "a@exam ple.com", "a@example.com\r\nBcc: b@example.com"]],
  ["with another site's URL", ["/", "#", "?x"].map((part) => `victim@example.com${part}@evil.example`)],
  ["with more than a host", ["victim@example.com/", "victim@ex%61mple.com", "victim@example.com:25"]],
  ["with a control character", ["\u0001a@example.com", "a\u0001@example.com", "a@example.com\u0001"]],
  ["with an invisible letter", ["\u200ba@example.com", "a\u202eb@example.com"]],
  ["with half of a letter", ["a@exam\ud800ple.com", "\ud800a@example.com"]],
  ["too long, also once it is normalised", [`${"x".repeat(250)}@example.com`, `${"\ufdf2".repeat(80)}@a.example`]],
])("a text %s is no address, and proves no mailbox", (_, texts) => {
  for (const typed of texts) {
    expect(() => normalizeEmail(typed), JSON.stringify(typed)).toThrow(InvalidEmailAddress);
    expect(isOwnSpelling(typed)).toBe(false);
  }
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
  for (const letter of ["a", "é", "漢"]) {
    const size = Buffer.byteLength(letter);
    const address = (bytes: number) => `${letter.repeat((bytes - 8) / size)}@ex.test`;
    expect(emailOrNull(address(254)), letter).toBe(address(254));
    expect(emailOrNull(address(254 + size)), letter).toBeNull();
  }
});
