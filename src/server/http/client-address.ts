// The client IP, for rate limits. Behind proxies the connection comes from a proxy, and the client IP is in
// X-Forwarded-For. Clients can send that header with any content, so only entries added by trusted proxies count.

import "server-only";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { RequestEvent } from "solid-js/web";
import { env, type TrustProxy } from "../env";
import { log } from "../log";

/** One IPv6 client usually owns a whole /64. */
const IPV6_PREFIX_BITS = 64;

/** @returns an IPv4 address, or the /64 of an IPv6 address; "unknown" if the platform does not report it */
export function clientAddressOf({ request, clientAddress }: RequestEvent): string {
  const forwardedFor = request.headers.get("x-forwarded-for") ?? "";
  const { trustProxy } = env();
  if (forwardedFor && trustProxy === 0 && import.meta.env.PROD) warnOfProxy();
  return clientIp(clientAddress, forwardedFor, trustProxy);
}

/** Whether the request comes from a trusted proxy, so that the proxy's own headers count. */
export function isFromProxy({ clientAddress }: RequestEvent): boolean {
  const { trustProxy } = env();
  return trustProxy !== 0 && isTrusted(plainAddress(clientAddress ?? ""), 0, trustProxy);
}

let hasWarned = false;

function warnOfProxy(): void {
  if (!hasWarned)
    log.info(
      "X-Forwarded-For was received, but TRUST_PROXY is not set. All clients behind a proxy share its rate limits.",
    );
  hasWarned = true;
}

/**
 * @param connection the IP address of the connection
 * @param forwardedFor the X-Forwarded-For header: each proxy appends the address of its client
 * @param trust the trusted proxies, counted from the connection
 */
export function clientIp(connection: string | undefined, forwardedFor: string, trust: TrustProxy): string {
  const chain = forwardedFor.split(",").map((entry) => plainAddress(entry));
  let client = plainAddress(connection ?? "");
  for (let hop = 0; isTrusted(client, hop, trust); hop++) {
    const before = chain.pop();
    // Stop at the last trusted address.
    if (!before) break;
    client = before;
  }
  return client ? network(client) : "unknown";
}

function isTrusted(address: string | undefined, hop: number, trust: TrustProxy): boolean {
  if (typeof trust === "number") return hop < trust;
  if (!address) return false;
  const parsed = ipaddr.process(address);
  return trust.some((range) => parsed.kind() === range[0].kind() && parsed.match(range));
}

/** @returns an address without port, brackets and zone; undefined if it is not an IP address */
function plainAddress(entry: string): string | undefined {
  const text = entry.trim();
  const [, bracketed] = text.match(/^\[([^\]]*)\](?::\d+)?$/) ?? [];
  const [, beforePort] = text.match(/^([\d.]+):\d+$/) ?? [];
  const address = (bracketed ?? beforePort ?? text).replace(/%.*$/s, "");
  return isIP(address) ? address : undefined;
}

function network(address: string): string {
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${IPV6_PREFIX_BITS}`)}/${IPV6_PREFIX_BITS}`;
}
