// Threat: stacks and file paths in a response. Each failure is logged once, and the visitor gets a page without
// details.

import "server-only";
import { isForbidden } from "~/lib/forbidden";
import { detailsOf, logFailure, logLateFailures, placeOf } from "~/server/errors/failures";
import { errorPage } from "~/server/errors/page";
import { respondForbidden } from "~/server/http/redirects";
import { requestContext } from "~/server/http/request-context";
import { type Middleware, wholeResponse } from "../http/middleware";

/** The seconds that a restart of a database server takes, about. */
const RETRY_AFTER_SECONDS = 5;

export const errors: Middleware = async ({ req, res }, next) => {
  try {
    const answer = await next();
    return hasFailed(answer, res.status) && isDatabaseUnavailable() ? unavailable(req) : logLateFailures(req, answer);
  } catch (error) {
    if (error instanceof Response) return error;
    if (isForbidden(error)) return respondForbidden(req);
    const details = detailsOf(logFailure(placeOf(req), error));
    return isDatabaseUnavailable() ? unavailable(req) : errorPage(req, 500, { details });
  }
};

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
