// Threats: injected scripts, clickjacking, cross-origin reads, caches that serve one visitor's page to another. Every
// response gets the headers of ../http/security-headers.ts. To change a header, set it below the line that adds them.

import "server-only";
import type { Middleware } from "nitro/h3";
import { auth } from "~/server/auth/config";
import { requestContext } from "~/server/http/request-context";
import { newNonce, POLICY_HEADER, pageHeaders } from "~/server/http/security-headers";
import appConfig from "../../../app.config";

/** A provider's button is a form that redirects to the provider. */
const { headersOf, policyFor } = pageHeaders([
  { "form-action": auth.getProviderOrigins() },
  appConfig.contentSecurityPolicy,
]);

/** Keeps an answer out of caches that several visitors share. */
const NOT_SHARED = ["private", "no-store"];
/**
 * The endings of headers that shared caches prefer to Cache-Control: the ending of RFC 9213, which headers of one
 * vendor have, too, and those of older headers.
 */
const FOR_SHARED = ["cdn-cache-control", "surrogate-control", "x-accel-expires"];

export const headers: Middleware = async ({ req, res }, next) => {
  const context = requestContext();
  for (const [name, value] of headersOf(context.isHttps)) res.headers.set(name, value);
  let nonce: string | undefined;
  context.nonce = () => {
    nonce ??= newNonce();
    res.headers.set(POLICY_HEADER, policyFor(nonce));
    return nonce;
  };

  const answer = await next();
  // By default, nginx collects server-sent events before it passes them on.
  if (res.headers.get("content-type")?.startsWith("text/event-stream")) res.headers.set("x-accel-buffering", "no");
  if (res.headers.get("content-type") === "text/html") res.headers.set("content-type", "text/html; charset=utf-8");
  // A page shows the signed-in user or contains a CSRF token, so no cache may store it, unless its route allows it.
  // Even then, no shared cache may store the page of a user, which has their name at its top, or a session's cookie.
  const forCaches = res.headers.get("cache-control") ?? "no-store";
  res.headers.set("cache-control", forCaches);
  const isShared = !NOT_SHARED.some((each) => forCaches.includes(each));
  const forShared = [...res.headers.keys()].filter((name) => FOR_SHARED.some((end) => name.endsWith(end)));
  if ((isShared || forShared.length > 0) && isPrivate(req, res.headers)) {
    if (isShared) res.headers.set("cache-control", "no-store");
    for (const name of forShared) res.headers.delete(name);
  }
  return answer;
};

function isPrivate(request: Request, headers: Headers): boolean {
  const isPage = headers.get("content-type")?.startsWith("text/html") === true;
  return auth.setsSession(request, headers) || (isPage && auth.sendsSession(request));
}
