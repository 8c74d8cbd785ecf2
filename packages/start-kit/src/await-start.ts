// In development, a request waits until the application has started, even on a slow machine.
//
// Upstream: nitro 3.0.260903-beta, runtime/internal/vite/dev-worker.mjs: after 30 seconds a request gets 503, though
// the start goes on.
// Reported: nitrojs/nitro#4295 (3 seconds in an earlier version).
// Gain: the first page instead of an error.
// It can go: when Nitro waits as long as the start goes on.

import type { FetchableDevEnvironment, Plugin } from "vite";

type Dispatch = (request: Request) => Promise<Response>;

/** Nitro's message after its 30 seconds, in JSON or on a page. */
const UNAVAILABLE = /Vite environment \S*nitro\S* is unavailable/;

export function awaitStart(): Plugin {
  return {
    name: "await-start",
    apply: "serve",
    configureServer({ environments }) {
      const application = environments.nitro as FetchableDevEnvironment;
      const dispatch = application.dispatchFetch.bind(application);
      application.dispatchFetch = (request) => applicationResponse(request, dispatch);
    },
  };
}

/** @returns the first answer from the application itself */
export async function applicationResponse(request: Request, dispatch: Dispatch): Promise<Response> {
  for (;;) {
    const response = await dispatch(request);
    const isOver = response.status !== 503 || request.bodyUsed;
    if (isOver || !UNAVAILABLE.test(await response.clone().text())) return response;
  }
}
