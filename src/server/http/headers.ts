// Threats: injected scripts, clickjacking, cross-origin reads, caches that serve one visitor's page to another. Every
// response gets the security headers (src/server/http/security-headers.ts).

import "server-only";
import type { H3Event, HTTPResponse } from "nitro/h3";
import { type Middleware, wholeResponse } from "start-kit/middleware";
import { auth } from "~/server/auth/config";
import { requestContext } from "~/server/http/request-context";
import { pageHeaders } from "~/server/http/security-headers";
import appConfig from "../../../app.config";

/** A provider's button is a form that redirects to the provider. */
const headersOf = pageHeaders([...auth.getProviderOrigins(), ...appConfig.formActionOrigins]);

export const headers: Middleware = async ({ res }, next) => {
  for (const [name, value] of Object.entries(headersOf(requestContext()))) res.headers.set(name, value);

  const result = await next();
  const response = wholeResponse(result);
  if (response) takeOver(res, response);
  // Server-sent events: nginx would collect them before it passes them on.
  if (res.headers.get("content-type")?.startsWith("text/event-stream")) res.headers.set("x-accel-buffering", "no");
  if (res.headers.get("content-type") === "text/html") res.headers.set("content-type", "text/html; charset=utf-8");
  // A page shows the signed-in user or contains a CSRF token, so no cache may store it, unless its route allows it.
  if (!res.headers.has("cache-control")) res.headers.set("cache-control", "no-store");
  return response ? (response.body ?? "") : result;
};

/**
 * Moves a response's status and headers to the event, which has the prepared headers and cookies. h3 would drop the
 * prepared ones of an error response, and would copy all headers of any other. Only an error page has a policy of its
 * own; otherwise the prepared headers stay.
 */
function takeOver(res: H3Event["res"], { status, headers }: Response | HTTPResponse): void {
  res.status = status ?? res.status;
  for (const [name, value] of headers)
    if (name !== "set-cookie" && (Number(status) >= 400 || !res.headers.has(name))) res.headers.set(name, value);
  const cookies = headers.getSetCookie();
  if (cookies.length === 0) return;
  cookies.push(...res.headers.getSetCookie());
  res.headers.delete("set-cookie");
  for (const cookie of cookies) res.headers.append("set-cookie", cookie);
}
