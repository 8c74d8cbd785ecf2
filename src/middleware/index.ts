// The middleware of every page, server function and API route, from the top down. Each file names the threat that it
// mitigates. Static files do not pass through it; vite.config.ts sets their headers.

import { createMiddleware } from "@solidjs/start/middleware";
import { bodyLimit } from "./body-limit";
import { errors } from "./errors";
import { guard } from "./guard";
import { headers } from "./headers";
import { ignoredInputs } from "./ignored-inputs";
import { methods } from "./methods";
import { pageData } from "./page-data";
import { requestContext } from "./request-context";
import { requestLog } from "./request-log";
import { sameOrigin } from "./same-origin";
import { serverFunctions } from "./server-functions";
import type { Middleware } from "./types";

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
