// The limits of a request's body.

import { expect, it, vi } from "vitest";
import { readBody } from "~/server/http/request-body";
import appConfig from "../../../app.config";
import { openDatabase } from "../../support/adapter";
import { useApplication } from "../../support/request";

const most = appConfig.maxBodyBytes;

/** A request whose body arrives in parts, of unknown length. */
function inParts(...parts: number[]): Request {
  const body = new ReadableStream({
    start(controller) {
      for (const length of parts) controller.enqueue(new Uint8Array(length));
      controller.close();
    },
  });
  return new Request("http://localhost", { method: "POST", body, duplex: "half" } as RequestInit);
}

it("is as many bytes as the configuration allows", async () => {
  expect(await readBody(inParts(most - 1, 1))).toHaveLength(most);
  expect(await readBody(new Request("http://localhost"))).toHaveLength(0);
});

it("is 413 with one byte more, whatever its parts", async () => {
  expect(await readBody(inParts(most, 1))).toBe(413);
  expect(await readBody(inParts(most + 1))).toBe(413);
});

it("is 413 by its declared length alone, before it arrives", async () => {
  const request = new Request("http://localhost", {
    method: "POST",
    headers: { "content-length": String(most + 1) },
    body: new ReadableStream(),
    duplex: "half",
  } as RequestInit);
  expect(await readBody(request)).toBe(413);
});

it("is 408 if it does not arrive in time, and 400 if it is cut off", async () => {
  vi.useFakeTimers();
  const never = new ReadableStream();
  const answer = readBody(
    new Request("http://localhost", { method: "POST", body: never, duplex: "half" } as RequestInit),
  );
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  vi.useRealTimers();
  expect(await answer).toBe(408);

  const cut = new ReadableStream({ start: (controller) => controller.error(new Error("The client has gone.")) });
  expect(
    await readBody(new Request("http://localhost", { method: "POST", body: cut, duplex: "half" } as RequestInit)),
  ).toBe(400);
});

it("that is refused is answered with its status, and reaches nothing else", async () => {
  useApplication(await openDatabase());
  const { bodyLimit } = await import("~/server/http/body-limit");
  const next = vi.fn(() => "the page");
  expect(await bodyLimit({ req: inParts(most + 1) } as never, next)).toMatchObject({ status: 413 });
  expect(next).not.toHaveBeenCalled();
  const event = { req: inParts(most) };
  expect(await bodyLimit(event as never, next)).toBe("the page");
  expect(await event.req.arrayBuffer()).toHaveProperty("byteLength", most);
});
