// The middleware of every page, server function and API route, from the top down. Each file names the threat that it
// mitigates. Static files do not pass through it; vite.config.ts sets their headers.

import { createMiddleware } from "@solidjs/start/middleware";
import { ignoredInputs } from "start-kit/ignored-inputs";
import { lateFailures } from "start-kit/late-failures";
import type { Middleware } from "start-kit/middleware";
import { oneMiddleware } from "start-kit/one-middleware";
import { placeOf } from "./server/errors/failures";
import { errors } from "./server/errors/middleware";
import { bodyLimit } from "./server/http/body-limit";
import { requestContext } from "./server/http/compute-context";
import { guard } from "./server/http/guard";
import { headers } from "./server/http/headers";
import { methods } from "./server/http/methods";
import { requestLog } from "./server/http/request-log";
import { sameOrigin } from "./server/http/same-origin";
import { serverFunctions } from "./server/http/server-functions";
import { log } from "./server/log";
import { pageData } from "./server/page-data";

const middleware: Middleware[] = [
  ignoredInputs,
  requestContext,
  requestLog,
  headers,
  errors,
  lateFailures((request, error) => log.error(placeOf(request), error)),
  methods,
  sameOrigin,
  bodyLimit,
  guard,
  serverFunctions,
  pageData,
];

export default createMiddleware(oneMiddleware(middleware));
