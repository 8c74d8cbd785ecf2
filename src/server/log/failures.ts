// Handles a failure: an entry in the log, under the name of the place that caught it, and for the visitor an error
// without details. src/server/log/index.ts decides which errors are logged, and logs each of them once.

import "server-only";
import { withoutColors } from "~/lib/failures";
import { withhold } from "~/lib/withheld-errors";
import { log } from ".";

/** The default name of a failure: the method and the path, or for a server function its id. */
export function requestLabel(request: Request | undefined): string {
  if (!request) return "outside of a request";
  const { pathname, searchParams } = new URL(request.url);
  const id = pathname === "/_server" && (request.headers.get("x-server-id") ?? searchParams.get("id"));
  return `${request.method} ${pathname}${id ? `?id=${id}` : ""}`;
}

/** @returns the error that the browser may see */
export function logFailure(name: string, thrown: unknown): Error {
  const error = thrown instanceof Error ? thrown : new Error("What was thrown is not an error.", { cause: thrown });
  log.error(name, error);
  return withhold(error);
}

/** Details for an error page: message, stack and files in development, undefined in production. */
export function detailsOf(shown: Error): string | undefined {
  return import.meta.env.DEV ? withoutColors(shown.stack || shown.message) : undefined;
}
