// Threat: stacks and file paths in a response. Each failure is logged once, and the visitor gets a page without details.

import { isForbidden } from "~/lib/forbidden";
import { errorPage } from "~/server/http/error-page";
import { detailsOf, logFailure, logLateFailures, placeOf } from "~/server/http/failures";
import { refuse } from "~/server/http/redirects";
import type { Middleware } from "./types";

export const errors: Middleware = async ({ req }, next) => {
  try {
    return logLateFailures(placeOf(req), await next());
  } catch (error) {
    if (error instanceof Response) return error;
    if (isForbidden(error)) return refuse(req);
    return errorPage(req, 500, { details: detailsOf(logFailure(placeOf(req), error)) });
  }
};
