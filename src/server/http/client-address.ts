// The client IP, for rate limits. It may come from a trusted proxy (TRUST_PROXY).

import "server-only";
import type { RequestEvent } from "solid-js/web";
import { env } from "~/server/env";
import { log } from "~/server/log";

/** @returns an IPv4 address, or the /64 of an IPv6 address; "unknown" if the platform does not report it */
export function clientAddressOf({ request, clientAddress }: RequestEvent): string {
  const forwardedFor = request.headers.get("x-forwarded-for") ?? "";
  const { trustProxy } = env();
  if (forwardedFor && trustProxy.trusted === 0 && import.meta.env.PROD) warnOfProxy();
  return trustProxy.clientIp(clientAddress, forwardedFor);
}

/** Whether the request comes from a trusted proxy, so that the proxy's own headers count. */
export function isFromProxy({ clientAddress }: RequestEvent): boolean {
  return env().trustProxy.include(clientAddress);
}

let hasWarned = false;

function warnOfProxy(): void {
  if (!hasWarned)
    log.info(
      "X-Forwarded-For was received, but TRUST_PROXY is not set. All clients behind a proxy share its rate limits.",
    );
  hasWarned = true;
}
