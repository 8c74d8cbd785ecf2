// The current request. Solid's `getRequestEvent` warns outside of a request: in a timer, at the server's start, or in a
// stream that goes on after its response. Without `isolatePages` of packages/start-kit, it returns the event of the
// last rendered page. That page may be another visitor's, and then the other visitor's browser gets the cookie.

import "server-only";
import type { AsyncLocalStorage } from "node:async_hooks";
import { RequestContext, type RequestEvent } from "solid-js/web";

/** @returns undefined outside of a request */
export function requestEvent(): RequestEvent | undefined {
  return storage()?.getStore();
}

/** Runs work that a request has started but that does not belong to the request. */
export function outsideOfRequest<T>(act: () => T): T {
  const own = storage() as AsyncLocalStorage<RequestEvent | undefined> | undefined;
  return own ? own.run(undefined, act) : act();
}

const storage = () => (globalThis as { [RequestContext]?: AsyncLocalStorage<RequestEvent> })[RequestContext];
