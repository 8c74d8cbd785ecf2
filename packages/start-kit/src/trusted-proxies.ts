// The client IP, for rate limits. Behind proxies the connection comes from a proxy, and the client IP is in
// X-Forwarded-For. Clients can send that header with any content, so only entries added by trusted proxies count.
//
// Upstream: @solidjs/start 2.0.5, server/fetchEvent.ts: `clientAddress` is the address of the connection. h3 2.0.8,
// utils/request.ts (getRequestIP) can read X-Forwarded-For, and then believes every client.
// Reported: solidjs/solid-start#967, nitrojs/nitro#4330 (an option for it).
// Gain: safety. Rate limits count clients instead of proxies, and no client can claim another address.
// It can go: when Nitro has an option for trusted proxies.

import { isIP, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/** One IPv6 client usually owns a whole /64. */
const IPV6_PREFIX_BITS = 64;

/** The least length of a trusted network's prefix, in bits: shorter prefixes have too many addresses. */
const MIN_PREFIX_BITS = { ipv4: 8, ipv6: 16, uniqueLocal: 7 };

type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** The proxies that are trusted to report the client IP. */
export class TrustedProxies {
  /** The number of these proxies, counted from the connection, or their networks. */
  readonly trusted: number | Network[];

  constructor(trusted: number | Network[]) {
    this.trusted = trusted;
  }

  /** Whether a connection comes from one of these proxies, so that the proxy's own headers count. */
  include(connection: string | undefined): boolean {
    return isTrusted(plainAddress(connection ?? ""), 0, this.trusted);
  }

  /**
   * @param connection the IP address of the connection, if the platform reports it
   * @param forwardedFor the X-Forwarded-For header: each proxy appends the address of its client
   * @returns an IPv4 address, or the /64 of an IPv6 address; "unknown" if there is none
   */
  clientIp(connection: string | undefined, forwardedFor: string): string {
    const chain = forwardedFor.split(",").map((entry) => plainAddress(entry));
    let client = plainAddress(connection ?? "");
    for (let hop = 0; isTrusted(client, hop, this.trusted); hop++) {
      const before = chain.pop();
      // Stop at the last trusted address.
      if (!before) break;
      client = before;
    }
    return client ? network(client) : "unknown";
  }
}

const NONE = new TrustedProxies(0);

/**
 * @param text `1` is one proxy in front, `2` a proxy behind another; `10.0.0.0/8, ::1` are networks of proxies
 * @returns the proxies; or none, and the problem with the text, as words after the name of the setting
 */
export function readTrustedProxies(text: string | undefined): { proxies: TrustedProxies; problem?: string } {
  if (!text || text === "false") return { proxies: NONE };
  if (text === "true") return { proxies: new TrustedProxies(1) };
  if (/^\d{1,2}$/.test(text)) return { proxies: new TrustedProxies(Number(text)) };
  // Node reports IPv4 connections in the spelling of IPv6.
  const entries = text.split(",").map((entry) => entry.trim().replace(/^::ffff:(?=[\d.]+$)/i, ""));
  const networks = entries.map((entry) => (entry.includes("/") ? entry : `${entry}/${isIPv6(entry) ? 128 : 32}`));
  if (!networks.every((network) => isIP(network.split("/")[0] ?? "") && ipaddr.isValidCIDR(network)))
    return {
      proxies: NONE,
      problem: "must be a number of proxies, like 1, or their networks, like 10.0.0.0/8.",
    };
  const wide = networks.filter((network) => isTooWide(ipaddr.parseCIDR(network)));
  if (wide.length > 0)
    return {
      proxies: NONE,
      problem:
        `trusts too many addresses: ${wide.join(", ")}. Clients in it could claim any client IP. ` +
        "Name the networks of your own proxies.",
    };
  return { proxies: new TrustedProxies(networks.map((network) => ipaddr.parseCIDR(network))) };
}

function isTooWide([address, bits]: Network): boolean {
  return bits < MIN_PREFIX_BITS[address.range() === "uniqueLocal" ? "uniqueLocal" : address.kind()];
}

function isTrusted(address: string | undefined, hop: number, proxies: number | Network[]): boolean {
  if (typeof proxies === "number") return hop < proxies;
  if (!address) return false;
  const parsed = ipaddr.process(address);
  return proxies.some((range) => parsed.kind() === range[0].kind() && parsed.match(range));
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
