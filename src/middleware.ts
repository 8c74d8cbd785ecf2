// The middleware of every page, server function and API route, from the top down. Each file names the threat that it
// mitigates. Static files do not pass through it; vite.config.ts sets their headers.

import { createMiddleware } from "@solidjs/start/middleware";
import { apiMethods } from "start-kit/api-methods";
import { ignoredInputs } from "start-kit/ignored-inputs";
import { keptHeaders } from "start-kit/kept-headers";
import { lateFailures } from "start-kit/late-failures";
import type { Middleware } from "start-kit/middleware";
import { serverCalls } from "start-kit/server-calls";
import { keepResult } from "./server/http/action-result";
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
import { loadPageData } from "./server/page-data";

const reportedFailures = lateFailures((request, error) => log.error(requestLabel(request), error));

/** The auth route is for people as well: browsers get pages. */
const methods = apiMethods(
  ([first, second]) => first === "api" && second !== "auth",
  (request, status, headers) => errorResponse(request, status, { headers }),
);

const functionCalls = serverCalls({
  origin: () => requestContext().origin,
  refuse: refusedCallResponse,
  keepResult,
  report: (request, error) =>
    log.visitorError("a call that cannot be read", `${requestLabel(request)}: a call that cannot be read: ${error}`),
});

const middleware: Middleware[] = [
  ignoredInputs,
  computeContext,
  requestLog,
  headers,
  keptHeaders,
  errors,
  reportedFailures,
  methods,
  ownHost,
  sameOrigin,
  bodyLimit,
  guard,
  functionCalls,
  loadPageData,
];

export default createMiddleware(middleware);
