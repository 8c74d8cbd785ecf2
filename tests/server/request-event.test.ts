// Which request code runs in.

import { setTimeout } from "node:timers/promises";
import { provideRequestEvent } from "solid-js/web/storage";
import { expect, it } from "vitest";
import { outsideOfRequest, requestEvent } from "~/server/request-event";

it("work that a request starts outside of itself is in no request, also later, and the request goes on", async () => {
  const event = { request: new Request("http://localhost"), locals: {} };
  await provideRequestEvent(event as never, async () => {
    const outside = outsideOfRequest(async () => {
      await setTimeout();
      return requestEvent();
    });
    expect(requestEvent()).toBe(event);
    expect(await outside).toBeUndefined();
    expect(requestEvent()).toBe(event);
  });
  expect(requestEvent()).toBeUndefined();
});
