import { AdapterError, CallbackRouteError, Verification } from "@auth/core/errors";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

vi.stubEnv("AUTH_SECRET", "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e");
vi.stubEnv("LOG_LEVEL", "info");
const { authLogger, log } = await import("~/server/log");

let lines: string[];

beforeEach(() => {
  lines = [];
  for (const level of ["debug", "info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line));
});

afterEach(() => vi.restoreAllMocks());

describe("the log", () => {
  it.each([
    "550 5.1.1 <user@example.com>: Recipient address rejected",
    "recipients were rejected: o'brien+tag@sub.example.co.uk",
    "GET /sign-in/confirm?email=user%40example.com",
    "grüße@bücher.example is unknown",
    "550 <user!user#user=user@example.com>: Recipient address rejected",
  ])("holds no address: %s", (message) => {
    log.error("mail", new Error(message));
    expect(lines.join()).toContain("[address]");
    expect(lines.join()).not.toMatch(/user|brien|grüße/);
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

  it("lets nobody begin a line of its own", () => {
    log.error("request", "x\n2026-11-21T00:00:00.000Z info forged\r\nforged\rforged");
    expect(
      lines
        .join()
        .split(/[\r\n]/)
        .filter((line) => /^\S/.test(line)),
    ).toHaveLength(1);
  });

  it("keeps what tells where an error came from", () => {
    const error = new Error("boom");
    error.stack =
      "Error: boom\n    at f (file:///srv/app/node_modules/@auth/core/lib/actions/callback/index.js:154:23)";
    log.error("query", error);
    expect(lines.join()).toContain("node_modules/@auth/core/lib/actions/callback/index.js:154:23");
  });

  it("writes what is below its level nowhere", () => {
    log.debug("quiet");
    log.info("loud");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z info loud$/);
  });
});

describe("@auth/core's log", () => {
  it("gives a visitor's wrong turn a line without a stack", () => {
    authLogger?.error?.(new Verification());
    expect(lines[0]).toMatch(/info auth: Verification$/);
  });

  it("gives a provider's answer that makes no sense, which anybody can bring, a line without a stack", () => {
    const err = Object.assign(new Error('"response" body "access_token" property must be a string'), {
      name: "OperationProcessingError",
    });
    authLogger?.error?.(Object.assign(new CallbackRouteError(), { cause: { err } }));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/ warn auth: CallbackRouteError: "response" body .* must be a string$/);
  });

  it("gives a fault of ours its cause and its stack", () => {
    authLogger?.error?.(new AdapterError("", { cause: { err: new TypeError("the database is gone") } }));
    expect(lines[0]).toContain("error auth: AdapterError: TypeError: the database is gone");
    expect(lines[0]).toContain("log.test.ts");
  });

  it("never writes core's debug lines, which hold tokens and cookies", () => {
    authLogger?.debug?.("adapter_createSession", { args: ["token"] });
    expect(lines).toEqual([]);
  });
});
