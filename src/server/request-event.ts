// The request that is being answered, for code that also runs outside of one, as in a timer or when the server starts.

import "server-only";
import type { AsyncLocalStorage } from "node:async_hooks";
import { RequestContext, type RequestEvent } from "solid-js/web";

/** @returns undefined outside of a request. Solid's `getRequestEvent` would write a warning there, into the log. */
export function requestEvent(): RequestEvent | undefined {
  const { [RequestContext]: storage } = globalThis as { [RequestContext]?: AsyncLocalStorage<RequestEvent> };
  return storage?.getStore();
}
