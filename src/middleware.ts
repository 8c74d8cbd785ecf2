// The middleware of every page, server function and API route, from the top down. Each file names the threat that it
// mitigates. Static files do not pass through it; vite.config.ts sets their headers.

import { createMiddleware } from "@solidjs/start/middleware";
import { apiMethods } from "start-kit/api-methods";
import { ignoredInputs } from "start-kit/ignored-inputs";
import { keptHeaders } from "start-kit/kept-headers";
import { lateFailures } from "start-kit/late-failures";
import type { Middleware } from "start-kit/middleware";
import { serverCalls } from "start-kit/server-calls";
import { placeOf } from "./server/errors/failures";
import { errors } from "./server/errors/middleware";
import { errorResponse } from "./server/errors/page";
import { refusedCallResponse } from "./server/errors/responses";
import { keepResult } from "./server/http/action-result";
import { bodyLimit } from "./server/http/body-limit";
import { computeContext } from "./server/http/compute-context";
import { guard } from "./server/http/guard";
import { headers } from "./server/http/headers";
import { ownHost } from "./server/http/own-host";
import { requestContext } from "./server/http/request-context";
import { requestLog } from "./server/http/request-log";
import { sameOrigin } from "./server/http/same-origin";
import { log } from "./server/log";
import { loadPageData } from "./server/page-data";

const reportedFailures = lateFailures((request, error) => log.error(placeOf(request), error));

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
    log.visitorError("a call that cannot be read", `${placeOf(request)}: a call that cannot be read: ${error}`),
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
