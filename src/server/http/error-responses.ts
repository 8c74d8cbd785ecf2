// The responses to failures that no page of the application shows.

import "server-only";
import type { CustomResponse } from "@solidjs/router";
import { causesOf } from "solid-authjs/visitor-errors";
import { isForbidden, isTooManyAttempts } from "../../lib/forbidden";
import type { Refused } from "../../lib/refused";
import { localPath } from "../../lib/url";
import { engines } from "../engines";
import { keptValues, refused } from "../forms";
import { detailsOf, logFailure, requestLabel } from "../log/failures";
import { keepResult } from "./action-result";
import { clientKind } from "./client-kind";
import { errorResponse } from "./error-page";
import { MAX_DETAILS_LENGTH } from "./notice";
import { redirectTo, redirectWithNotice } from "./redirects";
import { requestContext } from "./request-context";

/** The seconds that a restart of a database server takes, about. */
const RETRY_AFTER_SECONDS = 5;

/** The response to what was thrown. A failure is logged. */
export function failureResponse(request: Request, thrown: unknown): Response {
  if (thrown instanceof Response) return thrown;
  if (isForbidden(thrown)) return forbiddenResponse(request);
  if (isTooManyAttempts(thrown)) return errorResponse(request, 429, { text: thrown.message });
  const details = detailsOf(logFailure(requestLabel(request), thrown));
  // A transaction that could not begin is none of the queries that the context knows of.
  const isAway = isDatabaseUnavailable() || causesOf(thrown).some(engines.isUnavailable);
  return isAway ? unavailableResponse(request) : errorResponse(request, 500, { details });
}

/**
 * What a failed action returns: a redirect to the page it was called from, with a notice, and what was typed. Other
 * clients get JSON.
 *
 * @param shown the error that the browser may see
 * @param form the argument of the action
 * @throws {Response} the JSON
 */
export function failedAction(request: Request, shown: Error, form: FormData): CustomResponse<Refused> {
  // The page says that it was updated (src/components/Form.tsx).
  if (requestContext().isFromOtherBuild) throw errorResponse(request, 500);
  if (clientKind(request) === "other") throw errorResponse(request, 500, { details: detailsOf(shown) });
  const details = detailsOf(shown)?.slice(0, MAX_DETAILS_LENGTH);
  const answer = redirectWithNotice(localPath(request.headers.get("referer") ?? "/"), "failed", { details });
  const { customBody } = refused({}, form);
  return Object.assign(answer, { customBody }) as CustomResponse<Refused>;
}

/**
 * The response to a call that SolidStart does not carry out: 400 if it cannot be read, 404 if there is no such
 * function. A form on a page from before a deployment leads back to its page, which has the new form, and what was
 * typed.
 */
export async function refusedCallResponse(request: Request, status: 400 | 404): Promise<Response> {
  const isOfOldPage = status === 404 && request.method === "POST" && clientKind(request) === "page";
  if (!isOfOldPage) return errorResponse(request, status);
  const values = keptValues(await request.formData().catch(() => new FormData()));
  if (Object.keys(values).length > 0) keepResult({ result: { errors: {}, values } });
  return redirectWithNotice(localPath(request.headers.get("referer") ?? "/"), "updated");
}

/** The response to `forbidden()` if no page can show it. */
export function forbiddenResponse(request: Request): Response {
  return clientKind(request) === "other" ? errorResponse(request, 403) : redirectTo("/error?error=Forbidden");
}

export function isDatabaseUnavailable(): boolean {
  return requestContext().databaseFailure !== undefined;
}

/** The database will be back, so the response says when to try again. */
export function unavailableResponse(request: Request): Response {
  return errorResponse(request, 503, { headers: { "retry-after": String(RETRY_AFTER_SECONDS) } });
}
