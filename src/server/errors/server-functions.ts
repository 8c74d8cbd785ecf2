// Handles errors of server functions that the browser has called (`serverFunctions.onError` in vite.config.ts), also
// outside of `runQuery` and `runAction`. SolidStart would send the error with its message, and redirect browsers
// without JavaScript without any message.

import "server-only";
import { getRequestEvent } from "solid-js/web";
import { isForbidden } from "../../lib/forbidden";
import { clientKind } from "../http/client-kind";
import { respondForbidden } from "../http/redirects";
import { detailsOf, logFailure, placeOf } from "./failures";
import { errorPage } from "./page";

export default function answerError(thrown: unknown): unknown {
  const event = getRequestEvent();
  if (!event || thrown instanceof Response) return thrown;
  const { request, response } = event;
  const isRouter = clientKind(request) === "router";
  if (isForbidden(thrown)) {
    response.status = 403;
    return isRouter ? thrown : respondForbidden(request);
  }
  const shown = logFailure(placeOf(request), thrown);
  response.status = 500;
  return isRouter ? shown : errorPage(request, 500, { details: detailsOf(shown) });
}
