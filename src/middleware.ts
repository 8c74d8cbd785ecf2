// The steps of every request to a page, a server function or an API route, from the outermost to the innermost. Each
// file names the threat that it mitigates. Static files do not pass through these steps; vite.config.ts sets their
// headers.

import { createMiddleware } from "@solidjs/start/middleware";
import type { Middleware } from "nitro/h3";
import {
  apiMethods,
  bodyLimit,
  ignoredInputs,
  inOrder,
  logStreamErrors,
  preserveHeaders,
  sameOrigin,
  serverCalls,
} from "start-kit/middleware";
import { requestContext } from "./server/http/request-context";
import { log } from "./server/log";
import { requestLabel } from "./server/log/failures";
import { methods } from "./server/middleware/api-methods";
import { bodies } from "./server/middleware/body-limit";
import { computeContext } from "./server/middleware/compute-context";
import { errors } from "./server/middleware/errors";
import { guard } from "./server/middleware/guard";
import { headers } from "./server/middleware/headers";
import { ownHost } from "./server/middleware/own-host";
import { requestLog } from "./server/middleware/request-log";
import { origins } from "./server/middleware/same-origin";
import { calls } from "./server/middleware/server-calls";

const steps: Middleware[] = [
  computeContext,
  requestLog,
  headers,
  ignoredInputs,
  // Every answer from a step below this one has the headers from above.
  preserveHeaders,
  errors,
  ownHost,
  logStreamErrors((request, error) => log.error(requestLabel(request), error)),
  // These steps find faults of a request before its user is looked up.
  apiMethods(requestContext, methods),
  sameOrigin(requestContext, origins),
  bodyLimit(bodies),
  serverCalls(requestContext, calls),
  guard,
];

export default createMiddleware([inOrder(steps)]);
