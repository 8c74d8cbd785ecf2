// The middleware of every page, server function and API route, from the top down. Each file names the threat that it
// mitigates. Static files do not pass through it; vite.config.ts sets their headers.

import { createMiddleware } from "@solidjs/start/middleware";
import { errors } from "./server/errors/middleware";
import { bodyLimit } from "./server/http/body-limit";
import { requestContext } from "./server/http/compute-context";
import { guard } from "./server/http/guard";
import { headers } from "./server/http/headers";
import { ignoredInputs } from "./server/http/ignored-inputs";
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

/** One function for all: SolidStart sets up the request event for each that it calls. */
const inOrder: Middleware = (event, next) => {
  const run = (position: number): unknown => {
    const current = middleware[position];
    return current ? current(event, () => run(position + 1)) : next();
  };
  return run(0);
};

export default createMiddleware([inOrder]);
