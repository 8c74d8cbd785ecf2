// Threat: stacks and file paths in a response. Each failure is logged once, and the visitor gets a page without
// details.

import "server-only";
import type { Middleware } from "nitro/h3";
import { wholeResponse } from "start-kit/whole-response";
import { failureResponse, isDatabaseUnavailable, unavailableResponse } from "~/server/http/error-responses";

export const errors: Middleware = async ({ req, res }, next) => {
  try {
    const answer = await next();
    return hasFailed(answer, res.status) && isDatabaseUnavailable() ? unavailableResponse(req) : answer;
  } catch (error) {
    return failureResponse(req, error);
  }
};

/** A page or a route that answers with 500, or a sign-in that leads to the error page. */
function hasFailed(answer: unknown, prepared: number | undefined): boolean {
  const response = wholeResponse(answer);
  if (!response) return prepared === 500;
  return response.status === 500 || /[?&]error=/.test(response.headers.get("location") ?? "");
}
