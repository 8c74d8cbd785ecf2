// The parts that answer requests, as one middleware, in the order that they need.

import type { Middleware } from "nitro/h3";
import { type ApiMethodsOptions, apiMethods } from "./api-methods.ts";
import { type BodyOptions, bodyLimit } from "./body-limit.ts";
import { ignoredInputs } from "./ignored-inputs.ts";
import { logStreamErrors } from "./log-stream-errors.ts";
import { preserveHeaders } from "./preserve-headers.ts";
import { type SameOriginOptions, sameOrigin } from "./same-origin.ts";
import { type ServerCallsOptions, serverCalls } from "./server-calls.ts";

/** What the application has worked out for the current request. */
export interface RequestFacts {
  url: URL;
  /** The application's public origin. */
  origin: string;
}

export interface KitOptions {
  request: () => RequestFacts;
  /** The application's own, which run as soon as headers are kept, before a request is checked. */
  before: Middleware[];
  /** Gets an error of a response that has begun, unless its client was gone before. */
  logStreamError: (request: Request, error: unknown) => void;
  apiMethods: ApiMethodsOptions;
  sameOrigin: SameOriginOptions;
  bodyLimit: BodyOptions;
  serverCalls: ServerCallsOptions;
}

/**
 * Put it below what prepares headers, and above what checks the user.
 *
 * ```ts
 * export default createMiddleware([context, headers, kit({ … }), guard]);
 * ```
 */
export function kit(options: KitOptions): Middleware {
  const { request } = options;
  return inOrder([
    ignoredInputs,
    preserveHeaders,
    ...options.before,
    logStreamErrors(options.logStreamError),
    apiMethods(request, options.apiMethods),
    sameOrigin(request, options.sameOrigin),
    bodyLimit(options.bodyLimit),
    serverCalls(request, options.serverCalls),
  ]);
}

/**
 * Several middleware as one, so that SolidStart does not enter the storage of its events for each.
 *
 * @param all from the outermost
 */
export function inOrder(all: Middleware[]): Middleware {
  return (event, next) => all.reduceRight<typeof next>((after, middleware) => () => middleware(event, after), next)();
}
