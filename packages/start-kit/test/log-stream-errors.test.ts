// Streams that end otherwise than by their last byte.

import { H3 } from "nitro/h3";
import { expect, it, vi } from "vitest";
import { logStreamErrors } from "../src/log-stream-errors.ts";

const URL = "http://localhost/events";

it.each(["a stream", "a response"])(
  "%s that a route gives to HEAD is cancelled, and its status and headers stay",
  async (kind) => {
    const cancel = vi.fn();
    const stream = new ReadableStream({ cancel });
    const app = new H3().use(logStreamErrors(vi.fn())).all("/events", ({ res }) => {
      const headers = { "content-type": "text/event-stream" };
      if (kind === "a response") return new Response(stream, { status: 203, headers });
      res.status = 203;
      res.headers.set("content-type", "text/event-stream");
      return stream;
    });
    const answer = await app.request(URL, { method: "HEAD" });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([203, "text/event-stream"]);
    expect(answer.body).toBe(null);
    expect(cancel).toHaveBeenCalledOnce();
  },
);

it.each(["a stream", "a response"])("an error in %s that has begun is reported, and ends it", async (kind) => {
  const report = vi.fn();
  const error = new Error("The disk is full.");
  const stream = new ReadableStream({
    pull() {
      throw error;
    },
  });
  const event = { req: new Request(URL) };
  const next = async () => (kind === "a stream" ? stream : new Response(stream));
  const answer = (await logStreamErrors(report)(event as never, next)) as BodyInit | Response;
  await expect((answer instanceof Response ? answer : new Response(answer)).text()).rejects.toThrow(error);
  expect(report).toHaveBeenCalledExactlyOnceWith(expect.any(Request), error);
});
