// Threat: stacks and file paths in a response. Each failure is logged once, and the visitor gets a page without
// details.

import "server-only";
import { type Middleware, wholeResponse } from "start-kit/middleware";
import { isForbidden } from "~/lib/forbidden";
import { respondForbidden } from "../http/redirects";
import { requestContext } from "../http/request-context";
import { detailsOf, logFailure, placeOf } from "./failures";
import { errorPage } from "./page";

/** The seconds that a restart of a database server takes, about. */
const RETRY_AFTER_SECONDS = 5;

export const errors: Middleware = async ({ req, res }, next) => {
  try {
    const answer = await next();
    return hasFailed(answer, res.status) && isDatabaseUnavailable() ? unavailable(req) : answer;
  } catch (error) {
    return respondToFailure(req, error);
  }
};

/** The response to what was thrown and is shown by no page of the application. */
export function respondToFailure(request: Request, thrown: unknown): Response {
  if (thrown instanceof Response) return thrown;
  if (isForbidden(thrown)) return respondForbidden(request);
  const details = detailsOf(logFailure(placeOf(request), thrown));
  return isDatabaseUnavailable() ? unavailable(request) : errorPage(request, 500, { details });
}

/** A page or a route that answers with 500, or a sign-in that leads to the page for errors. */
function hasFailed(answer: unknown, prepared: number | undefined): boolean {
  const response = wholeResponse(answer);
  if (!response) return prepared === 500;
  return response.status === 500 || /[?&]error=/.test(response.headers.get("location") ?? "");
}

function isDatabaseUnavailable(): boolean {
  return requestContext().databaseFailure !== undefined;
}

/** The database will be back, so the answer says when to try again. */
function unavailable(req: Request): Response {
  return errorPage(req, 503, { headers: { "retry-after": String(RETRY_AFTER_SECONDS) } });
}
