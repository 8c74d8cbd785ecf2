// Each failure is an entry in the log, once and under its own name, and for the visitor an error that says nothing of it.

import "server-only";
import { readableStack, withhold } from "../../lib/withheld-errors";
import { log, markLogged } from "../log";

/** The name of what has no other: the method and the path, and for a server function its id. */
export function placeOf(request: Request | undefined): string {
  if (!request) return "outside of a request";
  const { pathname, searchParams } = new URL(request.url);
  const id = pathname === "/_server" && (request.headers.get("x-server-id") ?? searchParams.get("id"));
  return `${request.method} ${pathname}${id ? `?id=${id}` : ""}`;
}

/** For the page that answers in place of what has failed: in development message, stack and files, otherwise nothing. */
export function detailsOf(shown: Error): string | undefined {
  return import.meta.env.DEV ? readableStack(shown) : undefined;
}

/** @returns the same answer. What goes wrong with a stream after it has begun cuts the connection: here it is logged, too */
export function logLateFailures(name: string, answer: unknown): unknown {
  if (answer instanceof ReadableStream) return logged(name, answer);
  const isWhole = !(answer instanceof Response) || answer.headers.get("content-type")?.startsWith("application/json");
  return isWhole || !answer.body ? answer : new Response(logged(name, answer.body), answer);
}

function logged(name: string, stream: ReadableStream): ReadableStream {
  const reader = stream.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        log.error(name, error);
        controller.error(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/**
 * Logs what was thrown, unless the log has it.
 *
 * @returns what the browser may see of it
 */
export function logFailure(name: string, thrown: unknown): Error {
  const error = thrown instanceof Error ? thrown : new Error("What was thrown is not an error.", { cause: thrown });
  log.error(name, error);
  const shown = withhold(error);
  markLogged(shown);
  return shown;
}
