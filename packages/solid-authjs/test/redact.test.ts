// What a log may contain of texts that libraries, browsers and visitors write.

import { describe, expect, it, vi } from "vitest";

const [SECRET, PASSWORD] = ["kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e", "an-smtp-Passw0rd"];
vi.stubEnv("AUTH_SECRET", SECRET);
vi.stubEnv("EMAIL_SERVER", `smtps://user:${PASSWORD}@smtp.example.com:465`);
vi.stubEnv("MAIL_PASSWORD", "of.short.parts");
const { redact } = await import("../src/redact");

const TOKEN = "f267190d574235fbcf757324a88ec9e9939e13dc76b51c5bf76ad1ec15354e08";
const ADDRESSES = ["user.name@example.com", "grüße@bücher.example", "o'brien+tag@sub.example.co.uk"];

const bytes = (text: string, encode: (byte: number) => string) => Array.from(Buffer.from(text), encode).join("");
const units = (text: string, encode: (unit: string) => string) => Array.from(text, (c) => encode(c)).join("");
const hex = (value: number, length: number) => value.toString(16).padStart(length, "0");
const repeated = (times: number, encode: (text: string) => string) => (text: string) =>
  Array.from({ length: times }).reduce((encoded: string) => encode(encoded), text);

describe.each<[string, (text: string) => string]>([
  ["nothing", (text) => text],
  ["a URL's part", encodeURIComponent],
  ["a URL's part in a URL's part", repeated(2, encodeURIComponent)],
  ["percent sequences", (text) => bytes(text, (byte) => `%${hex(byte, 2)}`)],
  ["percent sequences, twice", (text) => bytes(text, (byte) => `%25${hex(byte, 2).toUpperCase()}`)],
  ["JSON", (text) => units(text, (c) => `\\u${hex(c.charCodeAt(0), 4)}`)],
  ["JSON in JSON", (text) => units(text, (c) => `\\\\u${hex(c.charCodeAt(0), 4)}`)],
  ["base64", (text) => Buffer.from(text).toString("base64")],
  ["base64url", (text) => Buffer.from(text).toString("base64url")],
])("a redacted text, encoded as %s", (_, encode) => {
  it("holds no address", () => {
    for (const address of ADDRESSES.map(encode))
      for (const text of [address, `GET /a/${address}/b`, `x=1&email=${address}&y`]) {
        expect(redact(text)).toMatch(/\[(address|token)\]/);
        expect(redact(text)).not.toContain(address);
        expect(redact(text)).not.toMatch(/user|brien|gr/);
      }
  });

  it("holds no token and no secret", () => {
    for (const token of [TOKEN, SECRET, PASSWORD, "of.short.parts", "dE3+aB/9xQ".repeat(4)]) {
      const redacted = redact(`a value like ${encode(token)} is not valid, nor is token=${encode(token)}`);
      expect(redacted.match(/\[(token|secret)\]/g)).toHaveLength(2);
      expect(redacted).not.toContain(encode(token));
      expect(redacted).not.toContain(token);
    }
  });
});

it.each([
  ["550 <user!user#user=user@example.com>: rejected", "550 <[address]>: rejected"],
  ["user@bu\u0308cher.example, with a letter and its mark", "[address], with a letter and its mark"],
  ["it is of.short.parts", "it is [secret]"],
  [`callbackUrl=/&token=${TOKEN}&x=1`, "callbackUrl=/&token=[token]&x=1"],
  ["token=gho_16C7e42F292c6912E7710c838347Ae178B4a", "token=[token]"],
  ["token=eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIn0", "token=[token]"],
  ["x\n2026-11-21T00:00:00.000Z info forged\r\nforged", "x\n  2026-11-21T00:00:00.000Z info forged\n  forged"],
])("%j is redacted to %j: no address, token or secret, and no other entry", (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

it("a redacted text keeps the name of a migration, however long it is, and no token that begins like one", () => {
  const migration = "20261125014803_sessions_that_are_bound_to_a_device";
  expect(redact(`applied migration ${migration}, in order`)).toBe(`applied migration ${migration}, in order`);
  for (const token of [`${migration}-A`, `20261125014803${TOKEN}`, `x${migration}`])
    expect(redact(`token ${token}.`)).toBe("token [token].");
});

it.each([
  "GET /a%20b/100%25/%2e%2e 50%-off status=400 a=b&c=d R&D &copy; C:\\users\\x64\\app src/server/guard.ts:3:1",
  "node_modules/@auth/core/lib/actions/callback/index.js:154:23",
  "/api/auth/callback/github",
])("a redacted text keeps what only looks encoded: %s", (text) => expect(redact(text)).toBe(text));

it("a redacted text drops what is encoded too often to be read", () => {
  const deep = repeated(9, (text) => units(text, (c) => `%${hex(c.charCodeAt(0), 2)}`))("a@b.cc");
  expect(redact(`x ${deep} y`)).not.toContain(deep);
});
