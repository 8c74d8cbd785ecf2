// What a log may contain of texts that libraries, browsers and visitors write.

import { describe, expect, it, vi } from "vitest";

vi.stubEnv("AUTH_SECRET", "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e");
vi.stubEnv("EMAIL_SERVER", "smtps://user:an-smtp-Passw0rd@smtp.example.com:465");
vi.stubEnv("MAIL_PASSWORD", "of.short.parts");
const { redact } = await import("../src/redact");

const TOKEN = "f267190d574235fbcf757324a88ec9e9939e13dc76b51c5bf76ad1ec15354e08";

const bytes = (text: string, encode: (byte: number) => string) => Array.from(Buffer.from(text), encode).join("");
const units = (text: string, encode: (unit: string) => string) => Array.from(text, (c) => encode(c)).join("");
const hex = (value: number, length: number) => value.toString(16).padStart(length, "0");
const repeated = (times: number, encode: (text: string) => string) => (text: string) =>
  Array.from({ length: times }).reduce((encoded: string) => encode(encoded), text);

/** Ways in which a library, a browser or a visitor may write a text. */
const ENCODINGS: Record<string, (text: string) => string> = {
  "a URL's part": encodeURIComponent,
  "a URL's part in a URL's part": repeated(2, encodeURIComponent),
  "a URL's part, nested ten times": repeated(10, encodeURIComponent),
  "percent sequences": (text) => bytes(text, (byte) => `%${hex(byte, 2)}`),
  "percent sequences, twice": (text) => bytes(text, (byte) => `%25${hex(byte, 2).toUpperCase()}`),
  entities: (text) => units(text, (c) => `&#${c.codePointAt(0)};`),
  "entities in hex": (text) => units(text, (c) => `&#x${hex(c.codePointAt(0) ?? 0, 4)};`),
  "entities in entities": (text) => units(text, (c) => `&amp;#${c.codePointAt(0)};`),
  JSON: (text) => units(text, (c) => `\\u${hex(c.charCodeAt(0), 4)}`),
  "JSON in JSON": (text) => units(text, (c) => `\\\\u${hex(c.charCodeAt(0), 4)}`),
  JavaScript: (text) => units(text, (c) => `\\u{${hex(c.charCodeAt(0), 1)}}`),
  base64: (text) => Buffer.from(text).toString("base64"),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  "base64 in a URL": (text) => encodeURIComponent(Buffer.from(text).toString("base64")),
};

describe("a redacted text", () => {
  it.each([
    "550 5.1.1 <user@example.com>: Recipient address rejected",
    "recipients were rejected: o'brien+tag@sub.example.co.uk",
    "GET /sign-in/confirm?email=user%40example.com",
    "grüße@bücher.example is unknown",
    "user@bu\u0308cher.example, with a letter and its mark, is unknown",
    "user&#64example.com, an entity without its end, is unknown",
    "550 <user!user#user=user@example.com>: Recipient address rejected",
  ])("holds no address: %s", (message) => {
    expect(redact(message)).toContain("[address]");
    expect(redact(message)).not.toMatch(/user|brien|grüße|cher|example/);
  });

  it.each(Object.entries(ENCODINGS))("holds no address, encoded as %s", (_, encode) => {
    for (const address of ["user.name@example.com", "grüße@bücher.example", "o'brien+tag@sub.example.co.uk"])
      for (const around of [
        (text: string) => text,
        (text: string) => `GET /a/${text}/b`,
        (text: string) => `x=1&email=${text}&y`,
      ]) {
        const redacted = redact(around(encode(address)));
        expect(redacted).toMatch(/\[(address|token)\]/);
        expect(redacted).not.toContain(encode(address));
        expect(redacted).not.toMatch(/user|brien|gr/);
      }
  });

  it.each(Object.entries(ENCODINGS))("holds no token and no secret, encoded as %s", (_, encode) => {
    for (const token of [
      TOKEN,
      "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e",
      "an-smtp-Passw0rd",
      "of.short.parts",
      "dE3+aB/9xQ".repeat(4),
    ]) {
      const redacted = redact(`a value like ${encode(token)} is not valid, nor is token=${encode(token)}`);
      expect(redacted.match(/\[(token|secret)\]/g)).toHaveLength(2);
      expect(redacted).not.toContain(encode(token));
      expect(redacted).not.toContain(token);
    }
  });

  it("holds no secret among short words", () => {
    expect(redact("it is of.short.parts")).toBe("it is [secret]");
  });

  it("keeps the name of a migration, however long it is, and no token that begins like one", () => {
    const migration = "20261125014803_sessions_that_are_bound_to_a_device";
    expect(redact(`applied migration ${migration}, in order`)).toBe(`applied migration ${migration}, in order`);
    for (const token of [`${migration}-A`, `20261125014803${TOKEN}`, `x${migration}`])
      expect(redact(`token ${token}.`)).toBe("token [token].");
  });

  it("keeps what only looks encoded", () => {
    const harmless =
      "GET /a%20b/100%25/%2e%2e 50%-off status=400 a=b&c=d R&D &copy; C:\\users\\x64\\app src/server/middleware/guard.ts:3:1";
    const path = "node_modules/@auth/core/lib/actions/callback/index.js:154:23";
    for (const text of [harmless, path, "/api/auth/callback/github"]) expect(redact(text)).toBe(text);
  });

  it("drops text that is encoded too often to be read", () => {
    const nested = (text: string) => Array.from(text, (c) => `&#${c.charCodeAt(0)};`).join("");
    const deep = Array.from({ length: 3 }).reduce((text: string) => nested(text), "a@b.cc");
    expect(redact(`x ${deep} y`)).not.toContain(deep);
    expect(redact(`x &amp;${"amp;".repeat(40)}#64; y`)).toBe("x [encoded] y");
  });

  it.each([
    "f267190d574235fbcf757324a88ec9e9939e13dc76b51c5bf76ad1ec15354e08",
    "gho_16C7e42F292c6912E7710c838347Ae178B4a",
    "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIn0",
  ])("holds no token: %s", (token) => {
    expect(redact(`callbackUrl=/&token=${token}&x=1`)).toBe("callbackUrl=/&token=[token]&x=1");
  });

  it("indents what follows a line break, so that visitors cannot start a new entry", () => {
    expect(redact("x\n2026-11-21T00:00:00.000Z info forged\r\nforged\rforged")).toBe(
      "x\n  2026-11-21T00:00:00.000Z info forged\n  forged\n  forged",
    );
  });
});
