// The limits of a request's body.

import { expect, it, vi } from "vitest";
import { bodyLimit } from "../src/body-limit.ts";

const MAX_BYTES = 1000;
const LIMITS = { maxBytes: MAX_BYTES, ms: 10_000, bytesPerSecond: 100, maxMs: 60_000 };

const middleware = bodyLimit({ ...LIMITS, refuse: (_, status) => new Response(null, { status }) });

/** @returns the status of a refused request; for others the length of the body that the next middleware gets */
async function outcome(req: Request): Promise<{ refused: number } | { length: number }> {
  const event = { req };
  const next = vi.fn(() => "the page");
  const answer = await middleware(event as never, next);
  if (answer instanceof Response) {
    expect(next).not.toHaveBeenCalled();
    return { refused: answer.status };
  }
  expect(answer).toBe("the page");
  return { length: (await event.req.arrayBuffer()).byteLength };
}

function requestWith(body: ReadableStream | undefined, headers = {}): Request {
  return new Request("http://localhost", { method: "POST", headers, body, duplex: "half" } as RequestInit);
}

/** A request whose body arrives in parts, of unknown length. */
function inParts(...parts: number[]): Request {
  return requestWith(
    new ReadableStream({
      start(controller) {
        for (const length of parts) controller.enqueue(new Uint8Array(length));
        controller.close();
      },
    }),
  );
}

it("additions of the platform to a request are there after its body was read", async () => {
  const waiting: unknown[] = [];
  const added = { ip: "192.0.2.1", runtime: { name: "node" }, context: { a: 1 } };
  const req = Object.assign(inParts(1), added, {
    waiting,
    // Some platforms need their request as `this`.
    waitUntil(this: { waiting: unknown[] }, promise: unknown) {
      this.waiting.push(promise);
    },
  });
  const event = { req };
  await middleware(event as never, () => "the page");
  expect(event.req).not.toBe(req);
  expect(event.req).toMatchObject(added);
  event.req.waitUntil("later");
  expect(waiting).toEqual(["later"]);
});

it.each([
  ["as many bytes as the limit allows", () => inParts(MAX_BYTES - 1, 1), { length: MAX_BYTES }],
  ["nothing", () => requestWith(undefined), { length: 0 }],
  ["one byte more", () => inParts(MAX_BYTES, 1), { refused: 413 }],
  ["one byte more in one part", () => inParts(MAX_BYTES + 1), { refused: 413 }],
  [
    "a length that is too long, before it arrives",
    () => endless({ "content-length": `${MAX_BYTES + 1}` }),
    { refused: 413 },
  ],
  ["an end before its end", () => requestWith(cutOff()), { refused: 400 }],
])("a body with %s is handed on whole, or refused", async (_, request, expected) => {
  expect(await outcome(request())).toEqual(expected);
});

const endless = (headers = {}) => requestWith(new ReadableStream(), headers);
const cutOff = () => new ReadableStream({ start: (controller) => controller.error(new Error("The client has gone.")) });

it("a request may have a limit of its own", async () => {
  const maxBytes = async ({ headers }: Request) => (headers.has("x-upload") ? 2 * MAX_BYTES : MAX_BYTES);
  const own = bodyLimit({ ...LIMITS, maxBytes, refuse: (_, status) => new Response(null, { status }) });
  const post = (headers: Record<string, string>) =>
    own(
      { req: new Request("http://localhost", { method: "POST", headers, body: "x".repeat(2 * MAX_BYTES) }) } as never,
      () => "the page",
    );
  expect(await post({ "x-upload": "1" })).toBe("the page");
  expect(await post({})).toMatchObject({ status: 413 });
});

it.each(["GET", "HEAD", "TRACE"])("a %s, which has no body, goes on as it is", async (method) => {
  // The constructor refuses TRACE. Node's server does not.
  const request = Object.defineProperty(new Request("http://localhost"), "method", { value: method });
  expect(await outcome(request)).toEqual({ length: 0 });
});

it("a body that does not arrive in time gets 408", async () => {
  vi.useFakeTimers();
  const answer = outcome(endless());
  await vi.advanceTimersByTimeAsync(LIMITS.maxMs);
  vi.useRealTimers();
  expect(await answer).toEqual({ refused: 408 });
});

it("the rest of a body that is too large is read, as browsers need to show the answer, and given up if late", async () => {
  vi.useFakeTimers();
  const parts = Array.from({ length: 5 }, () => new Uint8Array(MAX_BYTES));
  const [pull, cancel] = [(rest: ReadableStreamDefaultController) => parts[0] && rest.enqueue(parts.pop()), vi.fn()];
  const answer = outcome(requestWith(new ReadableStream({ pull, cancel })));
  await vi.advanceTimersByTimeAsync(2 * LIMITS.maxMs);
  vi.useRealTimers();
  expect([await answer, parts.length, cancel.mock.calls.length]).toEqual([{ refused: 413 }, 0, 1]);
});
