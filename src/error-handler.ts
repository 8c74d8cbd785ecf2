// Nitro's error handler: errors that never reach the application, such as an address that cannot be decoded.

import type { HTTPError, HTTPEvent } from "nitro/h3";
import { errorPage } from "./server/error-page";
import { log } from "./server/log";
import { STATIC_HEADERS } from "./server/security-headers";

export default function handleError(error: HTTPError, event: HTTPEvent): Response {
  if (error.unhandled) log.error(`${event.req.method}`, error);
  return errorPage(event.req, error.unhandled ? 500 : error.status, { headers: STATIC_HEADERS });
}
