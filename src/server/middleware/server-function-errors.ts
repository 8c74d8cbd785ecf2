// Handles errors of server functions that a client has called (`serverFunctions.onError` in vite.config.ts), even
// outside of `runQuery` and `runAction`. By default, SolidStart sends the error with its message, and redirects
// browsers without JavaScript, and shows them no message.

import "server-only";
import { failureOf } from "~/lib/failures";
import { clientKind } from "~/server/http/client-kind";
import { failureResponse } from "~/server/http/error-responses";
import { logFailure, requestLabel } from "~/server/log/failures";
import { requestEvent } from "~/server/request-event";

export default function handleFunctionError(thrown: unknown): unknown {
  const event = requestEvent();
  if (!event || thrown instanceof Response) return thrown;
  const { request, response } = event;
  if (clientKind(request) !== "router") return failureResponse(request, thrown);
  // The router throws the error where the value is read, and the page shows it.
  const { isVisitors, status } = failureOf(thrown);
  response.status = status;
  return isVisitors ? thrown : logFailure(requestLabel(request), thrown);
}
