// Cross-site requests (CSRF): a browser says where a request comes from.

import "server-only";

import { auth } from "../auth/config";
import { requestContext } from "./request-context";

/**
 * Server functions count as unsafe whatever the method: SolidStart runs any of them on GET as well.
 *
 * @returns true if Sec-Fetch-Site or Origin says that an unsafe request comes from another site; so too for a safe one that embeds the
 *   auth route. Clients that send neither header pass: they hold no cookies that another site could use
 */
export function isCrossSite(request: Request): boolean {
  const { url, origin: ownOrigin } = requestContext();
  const site = request.headers.get("sec-fetch-site");
  const isFromOtherSite = site !== null && site !== "same-origin" && site !== "none";
  const isSafe = request.method === "GET" || request.method === "HEAD";
  if (isSafe && !url.pathname.startsWith("/_server"))
    return isFromOtherSite && isEmbedded(request) && auth.readTarget(request) !== null;
  // Navigating to a server function only happens through a crafted link, also one that leads there after the next sign-in.
  if (isSafe && request.headers.get("sec-fetch-mode") === "navigate") return true;
  if (isProviderCallback(request)) return false;
  const origin = request.headers.get("origin");
  return (origin !== null && origin !== ownOrigin) || isFromOtherSite;
}

/**
 * As an image, a frame or a fetch, rather than as a page. The auth route counts requests: the images of another site would use up the
 * limits of every visitor who looks at it.
 */
function isEmbedded(request: Request): boolean {
  return request.headers.get("sec-fetch-dest") !== "document";
}

/**
 * An OAuth provider that posts its answer (`response_mode=form_post`, as Apple does) is another site. The provider's own `state`,
 * `nonce` or PKCE protect that request.
 */
function isProviderCallback(request: Request): boolean {
  const { action, provider } = auth.readTarget(request) ?? {};
  return action === "callback" && (provider?.type === "oauth" || provider?.type === "oidc");
}
