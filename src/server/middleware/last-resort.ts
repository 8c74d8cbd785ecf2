// The last error handler. It handles errors that do not reach the application, such as a URL that cannot be decoded (as
// Nitro's error handler), and errors that the middleware does not catch (src/entry-server.tsx).

import type { HTTPError, HTTPEvent } from "nitro/h3";
import { errorResponse } from "~/server/http/error-page";
import { STATIC_HEADERS } from "~/server/http/security-headers";
import { detailsOf, logFailure, requestLabel } from "~/server/log/failures";

export default function handleError(error: HTTPError, { req }: HTTPEvent): Response {
  if (!error.unhandled) return errorResponse(req, error.status, { headers: STATIC_HEADERS });
  const shown = logFailure(requestLabel(req), error.cause ?? error);
  return errorResponse(req, 500, { details: detailsOf(shown), headers: STATIC_HEADERS });
}
