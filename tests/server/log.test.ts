import {
  AccessDenied,
  AdapterError,
  CallbackRouteError,
  JWTSessionError,
  OAuthAccountNotLinked,
  Verification,
} from "@auth/core/errors";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { engines } from "~/server/database/engines";

vi.stubEnv("AUTH_SECRET", "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e");
vi.stubEnv("DATABASE_URL", engines.exampleUrl);
vi.stubEnv("LOG_LEVEL", "info");
vi.stubEnv("EMAIL_SERVER", "smtps://user:an-smtp-Passw0rd@smtp.example.com:465");
vi.stubEnv("MAIL_PASSWORD", "of.short.parts");
const { log } = await import("~/server/log");
const { authLogger } = await import("~/server/auth/log");

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

let lines: string[];

beforeEach(() => {
  lines = [];
  for (const level of ["debug", "info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line));
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("the log", () => {
  it.each([
    "550 5.1.1 <user@example.com>: Recipient address rejected",
    "recipients were rejected: o'brien+tag@sub.example.co.uk",
    "GET /sign-in/confirm?email=user%40example.com",
    "grüße@bücher.example is unknown",
    "user@bu\u0308cher.example, with a letter and its mark, is unknown",
    "user&#64example.com, an entity without its end, is unknown",
    "550 <user!user#user=user@example.com>: Recipient address rejected",
  ])("holds no address: %s", (message) => {
    log.error("mail", new Error(message));
    expect(lines.join()).toContain("[address]");
    expect(lines.join()).not.toMatch(/user|brien|grüße|cher|example/);
  });

  it.each(Object.entries(ENCODINGS))("holds no address, encoded as %s", (_, encode) => {
    for (const address of ["user.name@example.com", "grüße@bücher.example", "o'brien+tag@sub.example.co.uk"])
      for (const around of [
        (text: string) => text,
        (text: string) => `GET /a/${text}/b`,
        (text: string) => `x=1&email=${text}&y`,
      ]) {
        lines = [];
        log.error("mail", around(encode(address)));
        log.visitorError(encode(address), around(encode(address)));
        log.request("info", { method: "GET", path: around(encode(address)), status: 200, ms: 1, requestId: "r1" });
        expect(lines).toHaveLength(3);
        for (const line of lines) expect(line).toMatch(/\[(address|token)\]/);
        for (const line of lines) expect(line).not.toContain(encode(address));
        expect(lines.join()).not.toMatch(/user|brien|gr/);
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
      lines = [];
      log.error("query", new Error(`a value like ${encode(token)} is not valid`));
      log.visitorError(encode(token), `token=${encode(token)}`);
      expect(lines.join()).toMatch(/\[(token|secret)\]/);
      expect(lines.join()).not.toContain(encode(token));
      expect(lines.join()).not.toContain(token);
    }
  });

  it("holds no secret among short words", () => {
    log.info("it is of.short.parts");
    expect(lines.join()).toMatch(/ it is \[secret\]$/);
  });

  it("keeps what only looks encoded", () => {
    const harmless =
      "GET /a%20b/100%25/%2e%2e 50%-off status=400 a=b&c=d R&D &copy; C:\\users\\x64\\app src/server/http/guard.ts:3:1";
    log.info(harmless);
    log.info("/api/auth/callback/github");
    expect(lines[0]).toContain(harmless);
    expect(lines[1]).toContain("/api/auth/callback/github");
  });

  it("drops text that is encoded too often to be read", () => {
    const nested = (text: string) => Array.from(text, (c) => `&#${c.charCodeAt(0)};`).join("");
    const deep = Array.from({ length: 3 }).reduce((text: string) => nested(text), "a@b.cc");
    log.info(`x ${deep} y`);
    log.info(`x ${"&amp;".repeat(1)}${"amp;".repeat(40)}#64; y`);
    expect(lines[0]).not.toContain(deep);
    expect(lines[1]).toContain("x [encoded] y");
  });

  it("ends within the time of a test for text that is made to be slow", () => {
    for (const part of ["%25", "&amp;", "\\u0025", "=40a.", "a@", '"', "%u0026", "aA1+"])
      log.error("query", part.repeat(10_000 / part.length));
    expect(lines).toHaveLength(8);
  });

  it.each([
    "f267190d574235fbcf757324a88ec9e9939e13dc76b51c5bf76ad1ec15354e08",
    "gho_16C7e42F292c6912E7710c838347Ae178B4a",
    "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIn0",
  ])("holds no token: %s", (token) => {
    log.error("request", new Error(`callbackUrl=/&token=${token}&x=1`));
    expect(lines.join()).not.toContain(token);
    expect(lines.join()).toContain("[token]");
  });

  it("does not let visitors start a new line (log injection)", () => {
    log.error("request", "x\n2026-11-21T00:00:00.000Z info forged\r\nforged\rforged");
    expect(
      lines
        .join()
        .split(/[\r\n]/)
        .filter((line) => /^\S/.test(line)),
    ).toHaveLength(1);
  });

  it("holds no address in a short line either", () => {
    log.warn("to user@example.com");
    expect(lines.join()).toMatch(/ warn to \[address\]$/);
  });

  it("keeps the information about where an error came from", () => {
    const error = new Error("boom");
    error.stack =
      "Error: boom\n    at f (file:///srv/app/node_modules/@auth/core/lib/actions/callback/index.js:154:23)";
    log.error("query", error);
    expect(lines.join()).toContain("node_modules/@auth/core/lib/actions/callback/index.js:154:23");
  });

  it("contains an error with its causes, and any error thrown in its place", () => {
    log.error("query", new Error("outer", { cause: new TypeError("inner", { cause: { code: 7 } }) }));
    expect(lines[0]).toMatch(
      /query: Error: outer\n +at .*\n +caused by TypeError: inner\n +at .*caused by \{ code: 7 \}$/s,
    );
  });

  it("terminates for errors that cause each other, and for long ones", () => {
    const error = new Error("x".repeat(100_000));
    error.cause = error;
    log.error("query", error);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.length).toBeLessThan(11_000);
  });

  it("is never cut in the middle of a token", () => {
    const token = "f267190d574235fbcf757324a88ec9e9939e13dc76b51c5bf76ad1ec15354e08";
    log.error("query", `${"x ".repeat(4980)}${token} user@example.com`);
    expect(lines[0]).not.toContain(token.slice(0, 8));
    expect(lines[0]).toContain("x x");
  });

  it("drops entries below its level", () => {
    log.debug("quiet");
    log.info("loud");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z info loud$/);
  });
});

describe("the line of a request", () => {
  const request = { method: "GET", path: "/", status: 200, ms: 1.234, requestId: "r1" };

  it("has the method, the path, the status and the time", () => {
    log.request("info", { ...request, path: "/sign-in", status: 302 });
    expect(lines[0]).toMatch(/ info GET \/sign-in 302 in 1.2 ms requestId=r1$/);
  });

  it("holds no address, no token, and the beginning of a long path", () => {
    const token = "f267190d574235fbcf757324a88ec9e9939e13dc76b51c5bf76ad1ec15354e08";
    log.request("info", { ...request, path: `/user@example.com/user%40example.com/${token}${"/x".repeat(5000)}` });
    expect(lines[0]).toContain("GET /[address]/[address]/[token]/x");
    expect(lines[0]?.length).toBeLessThan(400);
  });

  it("is left out below the log's level", () => {
    log.request("debug", request);
    expect(lines).toEqual([]);
  });
});

it("the line of an account's event names ids only", () => {
  log.event("auth: signed in", { user: "cm1", provider: "github" });
  expect(lines[0]).toMatch(/ info auth: signed in user=cm1 provider=github$/);
});

describe("entries that visitors cause", () => {
  it("are ten lines of a kind per minute, then one line with the number left out", () => {
    vi.useFakeTimers();
    const send = (times: number) => {
      for (let time = 0; time < times; time++) log.visitorError("nonsense", `nonsense: number ${time}`);
    };
    send(500);
    expect(lines).toHaveLength(10);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(11);
    expect(lines[10]).toMatch(/ info nonsense: 490 more within a minute, left out here$/);
    send(10);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(21);
    expect(lines[20]).toMatch(/ nonsense: number 9$/);
  });

  it("are counted by kind: one kind silences neither another kind nor faults", () => {
    for (let time = 0; time < 50; time++) log.visitorError("one kind", "one");
    log.visitorError("another kind", "another");
    for (let time = 0; time < 50; time++) log.error("query", new Error("the database is gone"));
    expect(lines).toHaveLength(10 + 1 + 50);
  });

  it("are one short line for any input", () => {
    log.visitorError("long", `x\n2026-11-21T00:00:00.000Z error forged ${"x ".repeat(5000)}`);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^\S+ info x 2026/);
    expect(lines[0]).not.toContain("\n");
    expect(lines[0]?.length).toBeLessThan(400);
  });

  it("is never cut in the middle of a token", () => {
    log.visitorError("cut", `${"x ".repeat(145)}f267190d574235fbcf757324a88ec9e9939e13dc76b51c5bf76ad1ec15354e08`);
    expect(lines[0]).not.toContain("f267190d");
  });

  it("include a missing mailbox, but no other refusal of the mail server", () => {
    const refused = Object.assign(new Error("550 5.1.1 <user@example.com>: no such user"), { code: "EENVELOPE" });
    log.error("mail", Object.assign(refused, { command: "RCPT TO" }));
    log.error("mail", Object.assign(new Error("530 Authentication required"), { command: "MAIL FROM" }));
    expect(lines[0]).toMatch(/ info mail: the mail server refuses: 550 5.1.1 <\[address\]>: no such user$/);
    expect(lines[1]).toMatch(/ error mail: Error: 530 Authentication required\n +at /);
  });
});

describe("@auth/core's log", () => {
  it("logs a visitor's mistake as one line without a stack", () => {
    authLogger?.error?.(new Verification());
    expect(lines[0]).toMatch(/info auth: Verification$/);
  });

  it("logs an invalid provider response, which any visitor can submit, as one line without a stack", () => {
    const err = Object.assign(new Error('"response" body "access_token" property must be a string'), {
      name: "OperationProcessingError",
    });
    authLogger?.error?.(Object.assign(new CallbackRouteError(), { cause: { err } }));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/ info auth: CallbackRouteError: "response" body .* must be a string$/);
  });

  it("logs our own fault with its cause and its stack", () => {
    authLogger?.error?.(new AdapterError("", { cause: { err: new TypeError("the database is gone") } }));
    expect(lines[0]).toContain("error auth: AdapterError: TypeError: the database is gone");
    expect(lines[0]).toContain("log.test.ts");
  });

  it("logs a denial as one line, and a callback that throws with its stack", () => {
    authLogger?.error?.(new AccessDenied("no"));
    authLogger?.error?.(new AccessDenied("", { cause: { err: new OAuthAccountNotLinked() } }));
    authLogger?.error?.(new AccessDenied("", { cause: { err: new TypeError("the callback is wrong") } }));
    expect(lines.slice(0, 2).map((line) => line.slice(25))).toEqual(Array(2).fill("info auth: AccessDenied"));
    expect(lines[2]).toMatch(/ error auth: AccessDenied: TypeError: the callback is wrong\n +at /);
  });

  it("logs an invalid session cookie as one line without a stack, and a callback that throws with its stack", () => {
    const sealed = Object.assign(new Error("decryption operation failed"), { code: "ERR_JWE_DECRYPTION_FAILED" });
    for (const err of [sealed, new Error("no matching decryption secret"), new TypeError("the callback is wrong")])
      authLogger?.error?.(new JWTSessionError("", { cause: { err } }));
    expect(lines.slice(0, 2).map((line) => line.slice(25))).toEqual(Array(2).fill("info auth: JWTSessionError"));
    expect(lines[2]).toContain("error auth: JWTSessionError: TypeError: the callback is wrong");
  });

  it("does not warn that passkeys are experimental", () => {
    authLogger?.warn?.("experimental-webauthn");
    authLogger?.warn?.("debug-enabled");
    expect(lines).toHaveLength(1);
  });

  it("never writes core's debug lines, which contain tokens and cookies", () => {
    authLogger?.debug?.("adapter_createSession", { args: ["token"] });
    expect(lines).toEqual([]);
  });
});
