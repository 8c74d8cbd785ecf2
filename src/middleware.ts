// The middleware of every page, server function and API route, from the top down. Each file names the threat that it
// mitigates. Static files do not pass through it; vite.config.ts sets their headers.

import { createMiddleware } from "@solidjs/start/middleware";
import { ignoredInputs } from "start-kit/ignored-inputs";
import { oneMiddleware } from "start-kit/one-middleware";
import { errors } from "./server/errors/middleware";
import { bodyLimit } from "./server/http/body-limit";
import { requestContext } from "./server/http/compute-context";
import { guard } from "./server/http/guard";
import { headers } from "./server/http/headers";
import { methods } from "./server/http/methods";
import type { Middleware } from "./server/http/middleware";
import { requestLog } from "./server/http/request-log";
import { sameOrigin } from "./server/http/same-origin";
import { serverFunctions } from "./server/http/server-functions";
import { pageData } from "./server/page-data";

const middleware: Middleware[] = [
  ignoredInputs,
  requestContext,
  requestLog,
  headers,
  errors,
  methods,
  sameOrigin,
  bodyLimit,
  guard,
  serverFunctions,
  pageData,
];

export default createMiddleware(oneMiddleware(middleware));
