// Failures are logged once, with a name. The visitor gets an error without details.

import "server-only";
import { readableStack } from "../../lib/log-error";
import { withhold } from "../../lib/withheld-errors";
import { log, markLogged } from "../log";

/** The default name of a failure: the method and the path, and for a server function its id. */
export function placeOf(request: Request | undefined): string {
  if (!request) return "outside of a request";
  const { pathname, searchParams } = new URL(request.url);
  const id = pathname === "/_server" && (request.headers.get("x-server-id") ?? searchParams.get("id"));
  return `${request.method} ${pathname}${id ? `?id=${id}` : ""}`;
}

/** Details for an error page: message, stack and files in development, undefined in production. */
export function detailsOf(shown: Error): string | undefined {
  return import.meta.env.DEV ? readableStack(shown) : undefined;
}

/**
 * @returns the same response, with logging. An error in a stream that has begun can only close the connection, so it is
 * logged here
 */
export function logLateFailures(request: Request, answer: unknown): unknown {
  if (answer instanceof ReadableStream) return logged(request, answer);
  const isWhole = !(answer instanceof Response) || answer.headers.get("content-type")?.startsWith("application/json");
  return isWhole || !answer.body ? answer : new Response(logged(request, answer.body), answer);
}

function logged(request: Request, stream: ReadableStream): ReadableStream {
  const reader = stream.getReader();
  let isClientGone = false;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (isClientGone) return;
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        // A stream may end in an error because its client is gone. That is none of the server's.
        if (isClientGone || request.signal.aborted) return;
        log.error(placeOf(request), error);
        controller.error(error);
      }
    },
    cancel(reason) {
      isClientGone = true;
      return reader.cancel(reason);
    },
  });
}

/**
 * Logs an error, unless it is already logged.
 *
 * @returns the error that the browser may see
 */
export function logFailure(name: string, thrown: unknown): Error {
  const error = thrown instanceof Error ? thrown : new Error("What was thrown is not an error.", { cause: thrown });
  log.error(name, error);
  const shown = withhold(error);
  markLogged(shown);
  return shown;
}
