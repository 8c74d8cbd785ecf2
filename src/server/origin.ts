// Cross-site requests: a browser says where a request comes from, and what changes anything must come from here.

import "server-only";
import { getOrigin, isProviderCallback } from "~/solid-auth";
import { authConfig } from "./auth";

/**
 * Server functions count as unsafe whatever the method: SolidStart runs any of them on GET as well.
 *
 * @returns whether an unsafe request comes from another site, by the browser's own word; programs say nothing and pass
 */
export function isForeign(request: Request): boolean {
  const isSafe = request.method === "GET" || request.method === "HEAD";
  if (isSafe && !new URL(request.url).pathname.startsWith("/_server")) return false;
  if (isProviderCallback(request, authConfig)) return false;
  const origin = request.headers.get("origin");
  if (origin !== null) return origin !== getOrigin(request, authConfig);
  const site = request.headers.get("sec-fetch-site");
  return site !== null && site !== "same-origin" && site !== "none";
}
