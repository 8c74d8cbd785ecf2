// The middleware of every page, server function and API route, from the top down. Each file names the threat that it
// mitigates. Static files do not pass through it; vite.config.ts sets their headers.

import { createMiddleware } from "@solidjs/start/middleware";
import type { Middleware } from "nitro/h3";
import { inOrder, kit } from "start-kit/middleware";
import { errorResponse } from "./server/http/error-page";
import { refusedCallResponse } from "./server/http/error-responses";
import { requestContext } from "./server/http/request-context";
import { log } from "./server/log";
import { requestLabel } from "./server/log/failures";
import { bodyLimit } from "./server/middleware/body-limit";
import { computeContext } from "./server/middleware/compute-context";
import { errors } from "./server/middleware/errors";
import { guard } from "./server/middleware/guard";
import { headers } from "./server/middleware/headers";
import { ownHost } from "./server/middleware/own-host";
import { requestLog } from "./server/middleware/request-log";
import { sameOrigin } from "./server/middleware/same-origin";

const steps: Middleware[] = [
  computeContext,
  requestLog,
  headers,
  kit({
    request: requestContext,
    before: [errors, ownHost],
    logStreamError: (request, error) => log.error(requestLabel(request), error),
    apiMethods: {
      // The auth route is for people as well: browsers get pages.
      isApi: ([first, second]) => first === "api" && second !== "auth",
      refuse: (request, status, headers) => errorResponse(request, status, { headers }),
    },
    sameOrigin,
    bodyLimit,
    serverCalls: {
      refuse: refusedCallResponse,
      report: (request, error) =>
        log.visitorError(
          "a call that cannot be read",
          `${requestLabel(request)}: a call that cannot be read: ${error}`,
        ),
    },
  }),
  guard,
];

export default createMiddleware([inOrder(steps)]);
