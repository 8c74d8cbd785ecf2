// The responses to failures that no page of the application shows.

import "server-only";
import { causesOf } from "solid-authjs/visitor-errors";
import { failureOf } from "~/lib/failures";
import { engines } from "~/server/engines";
import { detailsOf, logFailure, requestLabel } from "~/server/log/failures";
import { clientKind } from "./client-kind";
import { errorResponse } from "./error-page";
import { redirectTo, redirectWithNotice } from "./redirects";
import { pageOfForm } from "./referer";
import { requestContext } from "./request-context";

/** About how many seconds a database server takes to restart. */
const RETRY_AFTER_SECONDS = 5;

/** The response to a thrown error. A failure is logged. */
export function failureResponse(request: Request, thrown: unknown): Response {
  if (thrown instanceof Response) return thrown;
  const { isVisitors, status, message } = failureOf(thrown);
  if (isVisitors && status === 403 && clientKind(request) !== "other") return redirectTo("/error?error=Forbidden");
  if (isVisitors) return errorResponse(request, status, status === 403 ? {} : { text: message });
  const details = detailsOf(logFailure(requestLabel(request), thrown));
  // If a transaction could not begin, the context does not have its error: it has only errors of queries.
  const isAway = isDatabaseUnavailable() || causesOf(thrown).some(engines.isUnavailable);
  return isAway ? unavailableResponse(request) : errorResponse(request, 500, { details });
}

/**
 * The response to a call that SolidStart does not carry out: 400 if it cannot be read, 404 if there is no such
 * function. A form on a page from before a deployment leads back to its page, which then has the new form.
 */
export async function refusedCallResponse(request: Request, status: 400 | 404): Promise<Response> {
  const isOfOldPage = status === 404 && request.method === "POST" && clientKind(request) === "page";
  if (!isOfOldPage) return errorResponse(request, status);
  const form = await request.formData().catch(() => undefined);
  return redirectWithNotice(pageOfForm(request, form), "updated");
}

export function isDatabaseUnavailable(): boolean {
  return requestContext().databaseFailure !== undefined;
}

/** The database will come back, so the response says when to try again. */
export function unavailableResponse(request: Request): Response {
  return errorResponse(request, 503, { headers: { "retry-after": String(RETRY_AFTER_SECONDS) } });
}
