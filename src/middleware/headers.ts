// Threats: injected scripts, framing, other sites that read along, caches that keep one visitor's page for another. Every answer gets
// the security headers (src/server/http/security-headers.ts).

import { auth } from "~/server/auth/config";
import { requestContext } from "~/server/http/request-context";
import { pageHeaders } from "~/server/http/security-headers";
import appConfig from "../../app.config";
import type { Middleware } from "./types";

/** Where forms may lead: a provider's button is a form, and ends there. */
const formTargets = [...auth.getProviderOrigins(), ...appConfig.furtherFormTargets];

export const headers: Middleware = async ({ res }, next) => {
  const { nonce, isHttps } = requestContext();
  for (const [name, value] of Object.entries(pageHeaders({ nonce, formTargets, isHttps })))
    res.headers.set(name, value);

  const result = await next();
  if (res.headers.get("content-type") === "text/html") res.headers.set("content-type", "text/html; charset=utf-8");
  // A page says who is signed in, or holds a form of this visitor's: no cache may keep it, unless its route says so.
  const isResponse = result instanceof Response;
  if (!res.headers.has("cache-control") && !(isResponse && result.headers.has("cache-control")))
    res.headers.set("cache-control", "no-store");
  return isResponse && result.status >= 400 ? withHeaders(result, res.headers) : result;
};

/** h3 leaves the prepared headers, cookies among them, off error responses. */
function withHeaders(response: Response, prepared: Headers): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of prepared) if (name === "set-cookie" || !headers.has(name)) headers.append(name, value);
  return new Response(response.body, { status: response.status, headers });
}
