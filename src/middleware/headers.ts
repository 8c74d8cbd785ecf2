// Threats: injected scripts, clickjacking, cross-origin reads, caches that serve one visitor's page to another. Every response gets the
// security headers (src/server/http/security-headers.ts).

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
  if (res.headers.get("content-type") === "text/html") res.headers.set("content-type", "text/html; charset=utf-8");
  // A page shows the signed-in user or contains a CSRF token, so no cache may store it, unless its route allows it.
  const hasOwn = wholeResponse(result)?.headers.has("cache-control");
  if (!res.headers.has("cache-control") && !hasOwn) res.headers.set("cache-control", "no-store");
  return result instanceof Response && result.status >= 400 ? withHeaders(result, res.headers) : result;
};

/** h3 drops the prepared headers, including cookies, from error responses. */
function withHeaders(response: Response, prepared: Headers): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of prepared) if (name === "set-cookie" || !headers.has(name)) headers.append(name, value);
  return new Response(response.body, { status: response.status, headers });
}
