// Computes the request context once. See src/server/http/request-context.ts.

import "server-only";
import type { Middleware } from "nitro/h3";
import { requestCookies } from "solid-authjs";
import { themeFrom } from "~/lib/theme";
import { auth } from "~/server/auth/config";
import { clientAddressOf } from "~/server/http/client-address";
import { isNavigation } from "~/server/http/client-kind";
import { cookieName, isSeen } from "~/server/http/cookies";
import { resultFor } from "~/server/http/page-with-result";
import { requestIdOf } from "~/server/http/request-id";
import { log } from "~/server/log";
import { requestLabel } from "~/server/log/failures";
import { requestEvent } from "~/server/request-event";

/** Paths that are not pages. */
const OTHERS = ["/api/", "/_server"];

export const computeContext: Middleware = ({ req }, next) => {
  const event = requestEvent();
  if (!event) return next();
  const url = new URL(req.url);
  const origin = auth.getOrigin(req);
  const isHttps = origin.startsWith("https:");
  const cookies = requestCookies(req);
  const formResult = resultFor(req);
  // An action's answer includes the next page's data, for which SolidStart makes a further request.
  const ownRequest = () => requestEvent()?.request ?? event.request;
  event.locals.context = {
    request: ownRequest,
    requestId: formResult?.requestId ?? requestIdOf(event),
    url,
    isSeen: isSeen(req),
    isPage:
      ["GET", "HEAD"].includes(req.method) &&
      isNavigation(req) &&
      !OTHERS.some((path) => url.pathname.startsWith(path)),
    origin,
    isHttps,
    cookies,
    theme: themeFrom(cookies[cookieName("theme", isHttps)]),
    clientAddress: () => clientAddressOf(event),
    logError: (error) => log.error(requestLabel(req), error),
    loggedErrors: new WeakSet(),
    authRoute: auth.matchAuthRoute(url),
    formResult,
    session: () => auth.getSessionDetails(ownRequest()),
  };
  return next();
};
