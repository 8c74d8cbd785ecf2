// The parts that answer requests, for an application's list of middleware. README.md has the order that they need.

import type { Middleware } from "nitro/h3";

export { apiMethods } from "./api-methods.ts";
export { bodyLimit } from "./body-limit.ts";
export { ignoredInputs } from "./ignored-inputs.ts";
export { logStreamErrors } from "./log-stream-errors.ts";
export { preserveHeaders } from "./preserve-headers.ts";
export { sameOrigin } from "./same-origin.ts";
export { serverCalls } from "./server-calls.ts";

/** The facts that the application has computed for the current request. */
export interface RequestFacts {
  url: URL;
  /** The application's public origin. */
  origin: string;
}

/**
 * Runs several middleware as one, so that SolidStart does not enter the storage of its events for each.
 *
 * ```ts
 * export default createMiddleware([inOrder([context, headers, ignoredInputs, preserveHeaders, …, guard])]);
 * ```
 *
 * @param all the middleware, from the outermost
 */
export function inOrder(all: Middleware[]): Middleware {
  return (event, next) => all.reduceRight<typeof next>((after, middleware) => () => middleware(event, after), next)();
}
