// Threat: another site sends a request with the visitor's cookies (CSRF). Requests that change data must come from this
// origin, and browsers report the origin. A middleware.
//
// Upstream: @solidjs/start 2.0.5, fns/handler.ts: server functions run for any site's requests, and on GET as well. API
// routes ask nothing either.
// Reported: solidjs/solid-start#2321 (merged after 2.0.5, for server functions).
// Gain: safety. No site changes anything in a visitor's name.
// It can go: with a release that has that change and does the same for API routes.

import type { Middleware } from "nitro/h3";
import type { RequestFacts } from "./middleware.ts";

export interface SameOriginOptions {
  /** Whether other sites may not embed the answer to a safe request, as an image or by a fetch. */
  refusesEmbeds: () => boolean;
  /** Whether other sites may not lead a visitor to the answer to a safe request either. */
  refusesLinks: () => boolean;
  /** Whether another site may send this request, because another check protects it. */
  isExpected: (request: Request) => boolean;
  /** Makes the response to a refused request. */
  refuse: (request: Request) => Response;
}

/**
 * Refuses requests that Sec-Fetch-Site or Origin reports as another site's: unsafe requests, embeds, and all calls of
 * server functions, because SolidStart runs them on GET as well. If the browser sends Sec-Fetch-Site, that header
 * decides: no page can set it, but a proxy (GitHub Codespaces) or a privacy setting may have changed Origin. Origin
 * decides in older browsers, and on plain http. Clients that send neither header pass: they are not browsers, so
 * another site cannot use their cookies. Requests with a bearer token and no cookie pass, too.
 */
export function sameOrigin(request: () => RequestFacts, options: SameOriginOptions): Middleware {
  return ({ req }, next) => (isCrossSite(req, request(), options) ? options.refuse(req) : next());
}

function isCrossSite(request: Request, own: RequestFacts, options: SameOriginOptions): boolean {
  const site = request.headers.get("sec-fetch-site");
  const isFromOtherSite = site !== null && site !== "same-origin" && site !== "none";
  // OPTIONS is the preflight of CORS, which has no cookies. The route that exports OPTIONS decides.
  const isSafe = ["GET", "HEAD", "OPTIONS"].includes(request.method);
  if (isSafe && !own.url.pathname.startsWith("/_server"))
    return isFromOtherSite && (options.refusesLinks() || (isEmbedded(request) && options.refusesEmbeds()));
  // A browser navigates to a server function only through a crafted link, or a crafted callback URL after sign-in.
  if (isSafe && request.headers.get("sec-fetch-mode") === "navigate") return true;
  if (options.isExpected(request) || hasOnlyBearerToken(request)) return false;
  if (site !== null) return isFromOtherSite;
  const origin = request.headers.get("origin");
  return origin !== null && origin !== own.origin;
}

/** Whether the request is for an image, a frame or a fetch, and not for a page. */
function isEmbedded(request: Request): boolean {
  return request.headers.get("sec-fetch-dest") !== "document";
}

/**
 * Whether only a bearer token identifies the sender of the request. Browsers add cookies by themselves, but never such
 * a token: another site can only send its own token.
 */
function hasOnlyBearerToken({ headers }: Request): boolean {
  return /^bearer /i.test(headers.get("authorization") ?? "") && !headers.has("cookie");
}
