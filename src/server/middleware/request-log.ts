// One log line per request.

import "server-only";
import type { Middleware } from "nitro/h3";
import { wholeResponse } from "start-kit/whole-response";
import { requestContext } from "~/server/http/request-context";
import { log } from "~/server/log";

/**
 * Load balancers and waiting pages request these paths every few seconds. A failure of these requests has a separate
 * entry.
 */
const POLLED_PATHS = ["/api/health", "/api/sign-in-link"];

export const requestLog: Middleware = async ({ req, res }, next) => {
  const { requestId, url, formResult } = requestContext();
  // The page is the answer to a form, and the form's request already has a line.
  if (formResult) return next();
  const start = performance.now();
  // The response repeats the proxy's id, for the proxy's own log. Without a proxy there is no id, so that equal
  // requests have equal responses.
  if (req.headers.get("x-request-id") === requestId) res.headers.set("x-request-id", requestId);
  let status = 500;
  try {
    const result = await next();
    status = (wholeResponse(result) ?? res).status ?? 200;
    return result;
  } finally {
    const level = POLLED_PATHS.includes(url.pathname) ? "debug" : "info";
    const ms = performance.now() - start;
    log.request(level, { method: req.method, path: url.pathname, status, ms, requestId });
  }
};
