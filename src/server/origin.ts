// Cross-site requests: a browser says where a request comes from, and what changes anything must come from here.

import "server-only";
import { getOrigin } from "~/solid-auth";
import { authConfig } from "./auth";

/** @returns whether an unsafe request comes from another site, by the browser's own word; programs say nothing and pass */
export function isForeign(request: Request): boolean {
  if (request.method === "GET" || request.method === "HEAD") return false;
  const origin = request.headers.get("origin");
  if (origin !== null) return origin !== getOrigin(request, authConfig);
  const site = request.headers.get("sec-fetch-site");
  return site !== null && site !== "same-origin" && site !== "none";
}

export function pathOf(request: Request): string {
  return new URL(request.url).pathname;
}
