// The request that is being answered. Outside of one, as in a timer, when the server starts or in a stream that goes on
// after its response, Solid's `getRequestEvent` warns, and without `isolatePages` of packages/start-kit it gives the
// event of the page that was rendered last, which is another visitor's: a cookie would be set in that one's browser.

import "server-only";
import type { AsyncLocalStorage } from "node:async_hooks";
import { RequestContext, type RequestEvent } from "solid-js/web";

/** @returns undefined outside of a request */
export function requestEvent(): RequestEvent | undefined {
  return storage()?.getStore();
}

/** Runs what a request has started, and what does not belong to it. */
export function outsideOfRequest<T>(act: () => T): T {
  const own = storage() as AsyncLocalStorage<RequestEvent | undefined> | undefined;
  return own ? own.run(undefined, act) : act();
}

const storage = () => (globalThis as { [RequestContext]?: AsyncLocalStorage<RequestEvent> })[RequestContext];
