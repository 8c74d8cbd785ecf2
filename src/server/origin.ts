// Cross-site requests: a browser says where a request comes from, and what changes anything must come from here.

import "server-only";
import { getOrigin, readTarget } from "~/solid-auth";
import { authConfig } from "./auth";

/**
 * Server functions count as unsafe whatever the method: SolidStart runs any of them on GET as well.
 *
 * @returns whether an unsafe request comes from another site, by the browser's own word; programs say nothing and pass
 */
export function isForeign(request: Request): boolean {
  const isSafe = request.method === "GET" || request.method === "HEAD";
  if (isSafe && !new URL(request.url).pathname.startsWith("/_server")) return false;
  if (isProviderCallback(request)) return false;
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  return (
    (origin !== null && origin !== getOrigin(request, authConfig)) ||
    (site !== null && site !== "same-origin" && site !== "none")
  );
}

/**
 * An OAuth provider posting its answer (`response_mode=form_post`, as Apple does) comes from another site by nature. The
 * provider's own `state`, `nonce` or PKCE protect that.
 */
function isProviderCallback(request: Request): boolean {
  const { action, provider } = readTarget(request, authConfig) ?? {};
  return action === "callback" && (provider?.type === "oauth" || provider?.type === "oidc");
}
