// The last net: errors that never reach the application, such as an address that cannot be decoded (Nitro's error handler), and those
// of a middleware that src/middleware does not hold (src/entry-server.tsx).

import type { HTTPError, HTTPEvent } from "nitro/h3";
import { errorPage } from "../server/http/error-page";
import { detailsOf, logFailure, placeOf } from "../server/http/failures";
import { STATIC_HEADERS } from "../server/http/security-headers";

export default function handleError(error: HTTPError, { req }: HTTPEvent): Response {
  if (!error.unhandled) return errorPage(req, error.status, { headers: STATIC_HEADERS });
  const shown = logFailure(placeOf(req), error.cause ?? error);
  return errorPage(req, 500, { details: detailsOf(shown), headers: STATIC_HEADERS });
}
