// Threats: injected scripts, clickjacking, cross-origin reads, caches that serve one visitor's page to another. Every response gets the
// security headers (src/server/http/security-headers.ts).

import type { H3Event, HTTPResponse } from "nitro/h3";
import { auth } from "~/server/auth/config";
import { requestContext } from "~/server/http/request-context";
import { pageHeaders } from "~/server/http/security-headers";
import appConfig from "../../app.config";
import { wholeResponse } from "./answer";
import type { Middleware } from "./types";

/** A provider's button is a form that redirects to the provider. */
const headersOf = pageHeaders([...auth.getProviderOrigins(), ...appConfig.formActionOrigins]);

export const headers: Middleware = async ({ res }, next) => {
  for (const [name, value] of Object.entries(headersOf(requestContext()))) res.headers.set(name, value);

  const result = await next();
  const response = wholeResponse(result);
  if (response) takeOver(res, response);
  if (res.headers.get("content-type") === "text/html") res.headers.set("content-type", "text/html; charset=utf-8");
  // A page shows the signed-in user or contains a CSRF token, so no cache may store it, unless its route allows it.
  if (!res.headers.has("cache-control")) res.headers.set("cache-control", "no-store");
  return response ? (response.body ?? "") : result;
};

/**
 * Moves a response's status and headers to the event, which has the prepared headers and cookies. Otherwise h3 drops those from error
 * responses, and copies all headers for the others.
 */
function takeOver(res: H3Event["res"], response: Response | HTTPResponse): void {
  res.status = response.status;
  for (const [name, value] of response.headers)
    if (name === "set-cookie") res.headers.append(name, value);
    else res.headers.set(name, value);
}
