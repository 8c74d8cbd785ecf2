// Threat: another site sends a request with the visitor's cookies (CSRF). Requests that change data must come from this
// origin: browsers report it.

import "server-only";
import type { Middleware } from "start-kit/middleware";
import { lastResortText } from "../../messages/errors";
import { errorResponse } from "../errors/page";
import { requestContext } from "./request-context";

export const sameOrigin: Middleware = ({ req }, next) =>
  isCrossSite(req) ? errorResponse(req, 403, lastResortText.crossSite) : next();

/**
 * Calls of server functions always count as unsafe, because SolidStart runs them on GET as well.
 *
 * @returns true if Sec-Fetch-Site or Origin says cross-site, for unsafe requests and for embeds of the auth route.
 *   Clients that send neither header pass: they are not browsers, so another site cannot use their cookies. Requests
 *   with a bearer token and no cookie pass, too
 */
function isCrossSite(request: Request): boolean {
  const { url, origin: ownOrigin, authRoute } = requestContext();
  const site = request.headers.get("sec-fetch-site");
  const isFromOtherSite = site !== null && site !== "same-origin" && site !== "none";
  // OPTIONS is the preflight of CORS, which has no cookies. The route that exports it decides.
  const isSafe = ["GET", "HEAD", "OPTIONS"].includes(request.method);
  if (isSafe && !url.pathname.startsWith("/_server"))
    return isFromOtherSite && isEmbedded(request) && authRoute !== null;
  // Navigating to a server function only happens through a crafted link, or a crafted callback URL after sign-in.
  if (isSafe && request.headers.get("sec-fetch-mode") === "navigate") return true;
  if (isProviderCallback() || hasOnlyBearerToken(request)) return false;
  const origin = request.headers.get("origin");
  return (origin !== null && origin !== ownOrigin) || isFromOtherSite;
}

/**
 * Whether the request is for an image, a frame or a fetch, and not for a page. The auth route counts requests: images
 * on another site could use up the rate limits of its visitors.
 */
function isEmbedded(request: Request): boolean {
  return request.headers.get("sec-fetch-dest") !== "document";
}

/**
 * Whether a bearer token alone says who sends the request. Browsers add cookies by themselves, but never such a token:
 * another site can only send one that it has.
 */
function hasOnlyBearerToken({ headers }: Request): boolean {
  return /^bearer /i.test(headers.get("authorization") ?? "") && !headers.has("cookie");
}

/**
 * An OAuth provider that posts its response (`response_mode=form_post`, as Apple does) is another site. `state`,
 * `nonce` or PKCE protect that request.
 */
function isProviderCallback(): boolean {
  const { action, provider } = requestContext().authRoute ?? {};
  return action === "callback" && (provider?.type === "oauth" || provider?.type === "oidc");
}
