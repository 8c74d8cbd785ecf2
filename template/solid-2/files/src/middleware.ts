// The steps of every request, as in SolidStart, in the shape of start mode: an event without h3. API routes are a step.

import type { StartMiddleware } from "@solidjs/vite-plugin";
import type { H3Event, Middleware } from "nitro/h3";
import { bodyLimit, inOrder, logStreamErrors, preserveHeaders, sameOrigin } from "start-kit/middleware";
import { wholeResponse } from "start-kit/whole-response";
import { apiRoutes } from "./api-routes";
import { errorResponse } from "./server/http/error-page";
import { requestContext } from "./server/http/request-context";
import { log } from "./server/log";
import { requestLabel } from "./server/log/failures";
import { bodies } from "./server/middleware/body-limit";
import { computeContext } from "./server/middleware/compute-context";
import { errors } from "./server/middleware/errors";
import { guard } from "./server/middleware/guard";
import { headers } from "./server/middleware/headers";
import { ownHost } from "./server/middleware/own-host";
import { requestLog } from "./server/middleware/request-log";
import { origins } from "./server/middleware/same-origin";
import { requestEvent } from "./server/request-event";

type Handlers = Record<string, ((event: object) => Promise<Response>) | undefined>;

const api: Middleware = async ({ req }, next) => {
  const { pathname } = requestContext().url;
  const [, load] = apiRoutes.find(([path]) => fits(path, pathname)) ?? [];
  if (!load) return pathname.startsWith("/api/") ? errorResponse(req, 404) : next();
  const handlers = (await load()) as Handlers;
  const handle = handlers[req.method] ?? (req.method === "HEAD" ? handlers.GET : undefined);
  const event = requestEvent();
  return handle && event
    ? handle(event)
    : errorResponse(req, 405, { headers: { allow: Object.keys(handlers).join() } });
};

function fits(path: string, pathname: string): boolean {
  const [start = "", rest] = path.split("*");
  return rest === undefined ? pathname === path : pathname.startsWith(start);
}

/** Without JavaScript, Solid sends a form back to its Referer, whatever site that is. */
const ownForms: Middleware = ({ req }, next) => {
  const referer = req.headers.get("referer");
  const isForeign = referer !== null && URL.parse(referer)?.origin !== requestContext().origin;
  return isForeign && requestContext().url.pathname.startsWith("/_server") ? errorResponse(req, 403) : next();
};

const steps = inOrder([
  computeContext,
  requestLog,
  headers,
  preserveHeaders,
  errors,
  ownHost,
  logStreamErrors((request, error) => log.error(requestLabel(request), error)),
  sameOrigin(requestContext, origins),
  bodyLimit(bodies),
  ownForms,
  guard,
  api,
]);

const middleware: StartMiddleware = async (event, next) => {
  // What h3 gives a middleware: the request, and the response that is being prepared.
  const res: { headers: Headers; status?: number } = { headers: event.response.headers };
  event.clientAddress = (event.request as { ip?: string }).ip;
  const answer = await steps({ req: event.request, res } as unknown as H3Event, async () => {
    const { isPage, nonce } = requestContext();
    if (isPage) event.nonce = nonce?.();
    const response = await next();
    // Its headers are those of the event, which takes no more.
    res.headers = new Headers(response.headers);
    res.status = response.status;
    return response.body ?? "";
  });
  // It has all headers.
  event.response.committed = true;
  const whole = wholeResponse(answer);
  const { status = 200 } = whole ?? res;
  const body = (whole ? whole.body : answer) as BodyInit | null;
  return new Response([204, 205, 304].includes(status) ? null : body, { status, headers: res.headers });
};

export default middleware;

declare module "@solidjs/web" {
  interface RequestEventLocals {
    context?: import("./server/http/request-context").RequestContext;
  }
  interface RequestEvent {
    clientAddress?: string;
  }
}
