// Reports an error in a response whose status is already sent, and cancels a stream that nobody reads.
//
// Upstream: srvx 1.0.8, adapters/node (streamBody): the connection is closed, and the error is dropped. h3 2.0.8,
// response.ts (prepareResponse): the stream of an answer to HEAD is dropped, and its route is not told to close it.
// Reported: not yet. Sibling: h3js/srvx#92 (the process ended, repaired).
// Gain: an entry in the log for a response that was cut, and no stream that is open for good.
// It can go: when srvx or h3 has a hook for such errors, and cancels what it drops.

import type { Middleware } from "nitro/h3";

type Report = (request: Request, error: unknown) => void;

/** @param report gets an error, unless the client had already left */
export function logStreamErrors(report: Report): Middleware {
  return async ({ req }, next) => {
    const answer = await next();
    if (req.method === "HEAD") return withoutStream(answer);
    if (answer instanceof ReadableStream) return reported(req, answer, report);
    const isWhole = !(answer instanceof Response) || answer.headers.get("content-type")?.startsWith("application/json");
    return isWhole || !answer.body ? answer : new Response(reported(req, answer.body, report), answer);
  };
}

/** A bare stream has the status and headers of the event, and so has the text that replaces it. */
function withoutStream(answer: unknown): unknown {
  const stream = answer instanceof Response ? answer.body : answer;
  if (!(stream instanceof ReadableStream)) return answer;
  stream.cancel().catch(() => {});
  return answer instanceof Response ? new Response(null, answer) : "";
}

function reported(request: Request, stream: ReadableStream, report: Report): ReadableStream {
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
        // A stream may end in an error because its client has left. The server is not at fault then.
        if (isClientGone || request.signal.aborted) return;
        report(request, error);
        controller.error(error);
      }
    },
    cancel(reason) {
      isClientGone = true;
      return reader.cancel(reason);
    },
  });
}
