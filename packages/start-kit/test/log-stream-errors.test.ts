// Streams that end otherwise than by their last byte.

import { expect, it, vi } from "vitest";
import { logStreamErrors } from "../src/log-stream-errors.ts";

const URL = "http://localhost/events";

function answerTo(method: string, answer: unknown, report = vi.fn()) {
  const event = { req: new Request(URL, { method }) };
  return logStreamErrors(report)(event as never, async () => answer);
}

it.each(["a stream", "a response"])(
  "%s that a route gives to HEAD is cancelled, and its status and headers stay",
  async (kind) => {
    const cancel = vi.fn();
    const stream = new ReadableStream({ cancel });
    const headers = { "content-type": "text/event-stream" };
    const answer = await answerTo(
      "HEAD",
      kind === "a stream" ? stream : new Response(stream, { status: 203, headers }),
    );
    expect(cancel).toHaveBeenCalledOnce();
    if (!(answer instanceof Response)) throw new Error("HEAD is not answered");
    expect(answer.body).toBe(null);
    if (kind === "a response")
      expect([answer.status, answer.headers.get("content-type")]).toEqual([203, "text/event-stream"]);
  },
);

it("an error in a stream that has begun is reported, and ends it", async () => {
  const report = vi.fn();
  const error = new Error("The disk is full.");
  const stream = new ReadableStream({
    pull() {
      throw error;
    },
  });
  const answer = (await answerTo("GET", new Response(stream), report)) as Response;
  await expect(answer.text()).rejects.toThrow(error);
  expect(report).toHaveBeenCalledExactlyOnceWith(expect.any(Request), error);
});
