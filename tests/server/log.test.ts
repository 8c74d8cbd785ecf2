import { AdapterError, Verification } from "@auth/core/errors";
import type { RequestEvent } from "solid-js/web";
import { provideRequestEvent } from "solid-js/web/storage";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { engines } from "~/server/engines";

vi.stubEnv("AUTH_SECRET", "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e");
vi.stubEnv("DATABASE_URL", engines.exampleUrl);
vi.stubEnv("LOG_LEVEL", "info");
const { log } = await import("~/server/log");
const { authLogger } = await import("~/server/auth/log");

let lines: string[];

beforeEach(() => {
  lines = [];
  for (const level of ["debug", "info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line));
});

const TOKEN = "f267190d574235fbcf757324a88ec9e9939e13dc76b51c5bf76ad1ec15354e08";

describe("the log", () => {
  it("holds no address, no token and no secret", () => {
    const text = `user@example.com ${TOKEN}`;
    log.info(text);
    log.error("mail", new Error(text));
    log.visitorError("mail", text);
    log.error(`it is ${process.env.AUTH_SECRET}`);
    for (const line of lines.slice(0, 3)) expect(line).toContain("[address] [token]");
    expect(lines[3]).toMatch(/ it is \[secret\]$/);
  });

  it("visitors cannot start a new line (log injection)", () => {
    log.error("request", "x\n2026-11-21T00:00:00.000Z info forged\r\nforged\rforged");
    expect(lines.join().match(/(?<=^|[\r\n])\S/g)).toHaveLength(1);
  });

  it("contains an error with its causes, and any error thrown in its place", () => {
    log.error("query", new Error("outer", { cause: new TypeError("inner", { cause: { code: 7 } }) }));
    expect(lines[0]).toMatch(
      /query: Error: outer\n +at .*\n +caused by TypeError: inner\n +at .*caused by \{ code: 7 \}$/s,
    );
  });

  it("writes an entry from outside of a request without a warning of Solid's beside it", () => {
    provideRequestEvent({ locals: {} } as unknown as RequestEvent, () => log.info("within"));
    const others = vi.spyOn(console, "log").mockReturnValue();
    log.info("outside");
    expect(lines).toEqual([expect.stringMatching(/within$/), expect.stringMatching(/outside$/)]);
    expect(others.mock.calls).toEqual([]);
  });
});

describe("the line of a request", () => {
  const request = { method: "GET", path: "/", status: 200, ms: 1.234, requestId: "r1" };

  it("the line of a request has the method, the path, the status and the time", () => {
    log.request("info", { ...request, path: "/sign-in", status: 302 });
    expect(lines[0]).toMatch(/ info GET \/sign-in 302 in 1.2 ms requestId=r1$/);
  });

  it("holds no address, no token, and the beginning of a long path", () => {
    log.request("info", { ...request, path: `/user@example.com/user%40example.com/${TOKEN}${"/x".repeat(5000)}` });
    expect(lines[0]).toContain("GET /[address]/[address]/[token]/x");
    expect(lines[0]?.length).toBeLessThan(400);
  });

  it("no line is written below the log's level", () => {
    log.request("debug", request);
    expect(lines).toEqual([]);
  });
});

it("the line of an account's event names ids only", () => {
  log.event("auth: signed in", { user: "cm1", provider: "github" });
  expect(lines[0]).toMatch(/ info auth: signed in user=cm1 provider=github$/);
});

describe("entries that visitors cause", () => {
  it("a kind gets ten lines per minute, then one line with the number left out", () => {
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
    vi.useRealTimers();
  });

  it("each kind has a count of its own: one silences neither another kind, nor its own warnings, nor faults", () => {
    for (let time = 0; time < 50; time++) log.visitorError("one kind", "one");
    log.visitorError("another kind", "another");
    log.visitorError("one kind", "a warning", "warn");
    for (let time = 0; time < 50; time++) log.error("query", new Error("the database is gone"));
    expect(lines).toHaveLength(10 + 1 + 1 + 50);
  });

  it("no token of an entry is cut in the middle", () => {
    log.visitorError("cut", `${"x ".repeat(145)}${TOKEN}`);
    expect(lines[0]).not.toContain("f267190d");
  });

  it("include what a mail server says: one line without a stack, at the level of its cause", () => {
    const refusal = (response: string) => Object.assign(new Error(response), { response, command: "RCPT TO" });
    for (const [level, code, text] of [
      ["info", "550 5.1.1", "no such user"],
      ["warn", "450 4.2.0", "Greylisted"],
      ["error", "554 5.7.1", "Relay access denied"],
    ] as const) {
      log.error("mail", refusal(`${code} <user@example.com>: ${text}`));
      expect(lines.at(-1)?.split(` ${level} `)[1]).toBe(`mail: the mail server refuses: ${code} <[address]>: ${text}`);
    }
  });
});

describe("@auth/core's log", () => {
  it("logs a visitor's mistake as one line without a stack", () => {
    authLogger?.error?.(new Verification());
    expect(lines[0]).toMatch(/info auth: Verification$/);
  });

  it("logs our own fault with its cause and its stack", () => {
    authLogger?.error?.(new AdapterError("", { cause: { err: new TypeError("the database is gone") } }));
    expect(lines[0]).toContain("error auth: AdapterError: TypeError: the database is gone");
    expect(lines[0]).toContain("log.test.ts");
  });

  it("core's debug lines, which contain tokens and cookies, are never written", () => {
    authLogger?.debug?.("adapter_createSession", { args: ["token"] });
    expect(lines).toEqual([]);
  });
});
