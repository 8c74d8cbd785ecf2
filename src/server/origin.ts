// Cross-site requests: a browser says where a request comes from, and what changes anything must come from here.

import "server-only";
import { getOrigin, readTarget } from "~/solid-auth";
import { authConfig } from "./auth";

/**
 * Server functions count as unsafe whatever the method: SolidStart runs any of them on GET as well.
 *
 * @returns whether an unsafe request, or one for the auth route that no visitor sees, comes from another site, by the browser's own word; programs say nothing and pass
 */
export function isForeign(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  const isFromOtherSite = site !== null && site !== "same-origin" && site !== "none";
  const isSafe = request.method === "GET" || request.method === "HEAD";
  if (isSafe && !new URL(request.url).pathname.startsWith("/_server"))
    return isFromOtherSite && isEmbedded(request) && readTarget(request, authConfig) !== null;
  // Nobody is taken to a server function, unless by a link that was made to: also one that leads there after the next sign-in.
  if (isSafe && request.headers.get("sec-fetch-mode") === "navigate") return true;
  if (isProviderCallback(request)) return false;
  const origin = request.headers.get("origin");
  return (origin !== null && origin !== getOrigin(request, authConfig)) || isFromOtherSite;
}

/**
 * As an image, a frame or a fetch, rather than as a page that the visitor is taken to. The auth route counts what it is asked:
 * the images of another site would use up the limits of everybody who looks at it.
 */
function isEmbedded(request: Request): boolean {
  return request.headers.get("sec-fetch-dest") !== "document";
}

/**
 * An OAuth provider posting its answer (`response_mode=form_post`, as Apple does) comes from another site by nature. The
 * provider's own `state`, `nonce` or PKCE protect that.
 */
function isProviderCallback(request: Request): boolean {
  const { action, provider } = readTarget(request, authConfig) ?? {};
  return action === "callback" && (provider?.type === "oauth" || provider?.type === "oidc");
}
