// One log line per request. The response names the request's id, so that a user can report it.

import { HTTPResponse } from "nitro/h3";
import { requestContext } from "~/server/http/request-context";
import { log } from "~/server/log";
import type { Middleware } from "./types";

/** Load balancers request it every few seconds. A failure has an entry of its own. */
const HEALTH_PATH = "/api/health";

export const requestLog: Middleware = async ({ req, res }, next) => {
  const { requestId, url } = requestContext();
  const start = performance.now();
  res.headers.set("x-request-id", requestId);
  let status = 500;
  try {
    const result = await next();
    const isResponse = result instanceof Response || result instanceof HTTPResponse;
    status = (isResponse ? result.status : res.status) ?? 200;
    return result;
  } finally {
    const level = url.pathname === HEALTH_PATH ? "debug" : "info";
    const ms = performance.now() - start;
    log.request(level, { method: req.method, path: url.pathname, status, ms, requestId });
  }
};
