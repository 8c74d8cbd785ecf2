// A request waits for a database that does not respond once, and not again with each further query.

import "server-only";
import type { AsyncLocalStorage } from "node:async_hooks";
import { RequestContext, type RequestEvent } from "solid-js/web";
import { engines } from "./engines";

/**
 * Runs a query. After one of the same request has failed because the database is unavailable, it fails at once, with
 * the same error.
 *
 * @throws what the query throws
 */
export async function unlessUnavailable<T>(query: () => T | Promise<T>): Promise<T> {
  const context = currentEvent()?.locals.context;
  if (context?.databaseFailure) throw context.databaseFailure;
  try {
    return await query();
  } catch (error) {
    if (context && engines.isUnavailable(error)) context.databaseFailure = error;
    throw error;
  }
}

/** Undefined for a query outside of a request. `getRequestEvent` would print a warning there. */
function currentEvent(): RequestEvent | undefined {
  const { [RequestContext]: storage } = globalThis as { [RequestContext]?: AsyncLocalStorage<RequestEvent> };
  return storage?.getStore();
}
