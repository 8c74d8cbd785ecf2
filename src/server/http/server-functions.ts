// Threat: calls of server functions on which SolidStart hangs or crashes, and redirects to another site.

import "server-only";
import type { Middleware } from "start-kit/middleware";
import { isPlainPayload, keepRedirectOnOrigin } from "start-kit/server-calls";
import { placeOf } from "~/server/errors/failures";
import { errorPage } from "~/server/errors/page";
import { requestContext } from "~/server/http/request-context";
import { log } from "~/server/log";

export const serverFunctions: Middleware = async ({ req }, next) => {
  const { url, origin } = requestContext();
  if (!url.pathname.startsWith("/_server")) return next();
  try {
    if (!(await isPlainPayload(req))) return errorPage(req, 400);
    const result = await next();
    if (!(result instanceof Response)) return result;
    return result.status === 404 ? errorPage(req, 404) : keepRedirectOnOrigin(req, result, origin);
  } catch (error) {
    if (error instanceof Response) return error;
    // Errors of the server function itself are handled inside. An error here means that the call could not be parsed.
    log.wrongTurn("a call that cannot be read", `${placeOf(req)}: a call that cannot be read: ${error}`);
    return errorPage(req, 400);
  }
};
