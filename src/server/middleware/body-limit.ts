// Threat: bodies that fill the memory or never end.

import "server-only";
import { errorResponse } from "~/server/http/error-page";
import { BODY_LIMITS } from "~/server/time-limits";
import appConfig from "../../../app.config";

export const bodies = { maxBytes: appConfig.maxBodyBytes, ...BODY_LIMITS, refuse: badBodyResponse };

function badBodyResponse(request: Request, status: 400 | 408 | 413): Response {
  // This header closes the connection: otherwise, the server waits for the rest of a body that never comes.
  const headers: Record<string, string> = status === 413 ? {} : { connection: "close" };
  return errorResponse(request, status, { headers });
}
