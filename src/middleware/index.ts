// The middleware of every page, server function and API route, from the top down. Each file names the threat that it mitigates. Static
// files do not pass through it; vite.config.ts sets their headers.

import { createMiddleware } from "@solidjs/start/middleware";
import { bodyLimit } from "./body-limit";
import { errors } from "./errors";
import { guard } from "./guard";
import { headers } from "./headers";
import { ignoredInputs } from "./ignored-inputs";
import { pageData } from "./page-data";
import { requestContext } from "./request-context";
import { sameOrigin } from "./same-origin";
import { serverFunctions } from "./server-functions";

export default createMiddleware([
  ignoredInputs,
  requestContext,
  headers,
  errors,
  sameOrigin,
  bodyLimit,
  guard,
  serverFunctions,
  pageData,
]);
